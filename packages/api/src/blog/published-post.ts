import { imageSizes } from '@priormark/core/blog/html-rules'
import type { BlogPost } from '@priormark/core/blog/post'
import type { BlogImage } from '@priormark/core/blog/images/endpoints'
import { mapHtml } from '@priormark/core/platform/html-tokens'
import { imageNameOf, imageSrcset, imageUrl } from '@priormark/core/platform/image-address'
import type { Em } from '../platform/database/database.ts'
import { publishedHtml } from './published-html.ts'
import { findImages, imageNamesIn } from './images/image-service.ts'

/** A post ready to render: its images have dimensions. */
interface RenderablePost extends BlogPost {
  /** The featured image's entry in the library; null if it is not in the library. */
  featuredImageFacts: BlogImage | null
}

export async function prepareForPage(em: Em, post: BlogPost): Promise<RenderablePost> {
  const images = await findImages(em, imageNamesIn(post))
  const featured = imageNameOf(post.featuredImage ?? '')
  return {
    ...post,
    content: publishedHtml(measureImages(post.content, images)),
    featuredImageFacts: (featured === null ? undefined : images.get(featured)) ?? null,
  }
}

/** The width of a post's text in CSS pixels; in a narrower window, the window's width. */
const textWidth = 720

/**
 * Adds dimensions and smaller variants to the images of a post, so that the layout does not shift while they load.
 * @param html sanitized HTML from post-html.ts; `images` entries of the library by name
 */
export function measureImages(html: string, images: ReadonlyMap<string, BlogImage>): string {
  let figureClasses = ''
  return mapHtml(html, (token) => {
    const { kind, html: written } = token
    if (kind !== 'open' && kind !== 'close') return written
    if (token.name === 'figure') figureClasses = (kind === 'open' && token.attributes.get('class')) || ''
    if (kind !== 'open' || token.name !== 'img') return written
    const image = images.get(imageNameOf(token.attributes.get('src') ?? '') ?? '')
    if (image === undefined) return written.replace(/ ?\/?>$/, ' loading="lazy" decoding="async">')
    const alt = token.attributes.get('alt') ?? ''
    return `<img${imageAttributes(image, percentOf(figureClasses))} alt="${alt}" loading="lazy" decoding="async">`
  })
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

function percentOf(classes: string): number {
  const size = imageSizes.find(({ className }) => classes.split(' ').includes(className))
  return size?.percent ?? 100
}
