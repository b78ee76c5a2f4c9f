import type { BlogImage } from '@priormark/core/images/endpoints'
import { imageNameOf, imageSrcset, imageUrl } from '@priormark/core/images/image-address'

/** The width of a post's text in CSS pixels; in a narrower window, the window's width. */
const textWidth = 720

/**
 * Adds dimensions and smaller variants to the images of a post, so that the layout does not shift while they load.
 * @param html sanitized HTML from post-html.ts; `images` entries of the library by name
 */
export function measureImages(html: string, images: ReadonlyMap<string, BlogImage>): string {
  return html.replace(
    /(<figure class="([^"]*)">\s*(?:<a [^>]*>\s*)?)?<img\b([^>]*?)\s*\/?>/g,
    (_whole, figure: string | undefined, classes: string | undefined, attributes: string) => {
      const name = imageNameOf(/\ssrc="([^"]*)"/.exec(attributes)?.[1] ?? '')
      const image = name === null ? undefined : images.get(name)
      if (image === undefined) return `${figure ?? ''}<img${attributes} loading="lazy" decoding="async">`
      const alt = /\salt="([^"]*)"/.exec(attributes)?.[1] ?? ''
      return `${figure ?? ''}<img${imageAttributes(image, percentOf(classes))} alt="${alt}" loading="lazy" decoding="async">`
    },
  )
}

/** Returns the attributes of an image that takes `percent` of the text's width, each with a leading space. */
function imageAttributes(image: BlogImage, percent = 100): string {
  const share = percent / 100
  const sizes = `(min-width: ${textWidth + 40}px) ${Math.round(textWidth * share)}px, ${percent}vw`
  const srcset = imageSrcset(image.name, image.widths)
  return [
    ` src="${imageUrl(image.name)}"`,
    srcset === '' ? '' : ` srcset="${srcset}" sizes="${sizes}"`,
    ` width="${image.width}" height="${image.height}"`,
  ].join('')
}

function percentOf(classes: string | undefined): number {
  return Number(/image-size-(\d+)/.exec(classes ?? '')?.[1] ?? 100)
}
