/** Images and their smaller widths are at /media/name.webp and /media/640/name.webp. */
const mediaPath = '/media/'

/** The name of an image: the original file name and 16 hex digits of its SHA-256. */
export const imageNamePattern = /^[a-z0-9-]{1,120}-[0-9a-f]{16}\.webp$/

/** The path of a full-size image. */
export function imageUrl(name: string): string {
  return mediaPath + name
}

/** The path of an image in a smaller width, in pixels. */
export function imageVariantUrl(name: string, width: number): string {
  return `${mediaPath}${width}/${name}`
}

/** Returns the name of the library image at an address, with or without an origin, or null for any other address. */
export function imageNameOf(address: string): string | null {
  const name = /^(?:https?:\/\/[^/]+)?\/media\/(?:\d{2,4}\/)?([a-z0-9-]+\.webp)(?:[?#].*)?$/.exec(
    address.trim(),
  )?.[1]
  return name !== undefined && imageNamePattern.test(name) ? name : null
}

/** The `srcset` of an image with these widths in pixels, the last of which is the full size; '' if there is only one. */
export function imageSrcset(name: string, widths: readonly number[]): string {
  if (widths.length < 2) return ''
  return widths
    .map((width, index) => {
      const address = index === widths.length - 1 ? imageUrl(name) : imageVariantUrl(name, width)
      return `${address} ${width}w`
    })
    .join(', ')
}

/** Returns the address of a link if it is http, https, mailto, tel or a path on this site, and '' otherwise. */
export function safeLink(address: string): string {
  // Browsers skip white space and control characters inside a scheme, so they are removed before the check.
  const clean = address.replace(/[\p{Cc} \u00a0\u200b-\u200f\u2028-\u202e\ufeff]/gu, '')
  if (/^(?:https?:\/\/[^/\\]|mailto:|tel:)/i.test(clean)) return address.trim()
  return /^(?:[#?]|\/(?![/\\]))/.test(clean) ? address.trim() : ''
}

/**
 * Returns the address of an image if it is https or a path on this site, and '' otherwise. Addresses of library images
 * become paths, whatever their host. Images from http:// are blocked by our pages' security policy.
 */
export function safeImageAddress(address: string): string {
  const safe = safeLink(address)
  if (/^(?:https:|\/)/i.test(safe)) return safe
  return imageNameOf(safe) === null ? '' : safe.replace(/^http:\/\/[^/]*/i, '')
}
