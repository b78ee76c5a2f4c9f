/** Where images stand on the site, whole and in smaller widths: /media/name.webp and /media/640/name.webp. */
const mediaPath = '/media/'

/** The names of images: what the file was called, and 16 hex digits of its SHA-256. */
export const imageNamePattern = /^[a-z0-9-]{1,120}-[0-9a-f]{16}\.webp$/

/** The address of a whole image. */
export function imageUrl(name: string): string {
  return mediaPath + name
}

/** The address of an image in one of its smaller widths, in pixels. */
export function imageVariantUrl(name: string, width: number): string {
  return `${mediaPath}${width}/${name}`
}

/** The name of the library's image at an address, of this site or with its origin; null for any other. */
export function imageNameOf(address: string): string | null {
  const name = /^(?:https?:\/\/[^/]+)?\/media\/(?:\d{2,4}\/)?([a-z0-9-]+\.webp)(?:[?#].*)?$/.exec(
    address.trim(),
  )?.[1]
  return name !== undefined && imageNamePattern.test(name) ? name : null
}

/** The `srcset` of an image with these widths in pixels, the last of which is the whole one; '' where there is one only. */
export function imageSrcset(name: string, widths: readonly number[]): string {
  if (widths.length < 2) return ''
  return widths
    .map((width, index) => {
      const address = index === widths.length - 1 ? imageUrl(name) : imageVariantUrl(name, width)
      return `${address} ${width}w`
    })
    .join(', ')
}
