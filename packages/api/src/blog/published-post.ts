import { imageSizes, promoClasses } from '@priormark/core/blog/html-rules'
import type { BlogPost } from '@priormark/core/blog/post'
import type { BlogImage } from '@priormark/core/blog/images/endpoints'
import { mapHtml, htmlTokens } from '@priormark/core/platform/html-tokens'
import { imageNameOf, imageSrcset, imageUrl } from '@priormark/core/platform/image-address'
import type { Em } from '../platform/database/database.ts'
import { findImages, imageNamesIn } from './images/image-service.ts'
import { mapFootnotes } from '@priormark/core/blog/footnotes'

/** Returns a post ready to render: its images have dimensions. */
export async function prepareForPage(em: Em, post: BlogPost) {
  const images = await findImages(em, imageNamesIn(post))
  const featuredName = imageNameOf(post.featuredImage ?? '')
  return {
    ...post,
    content: publishedHtml(post.content, images),
    /** The featured image's entry in the library; null if it is not in the library. */
    featuredImageEntry: images.get(featuredName ?? '') ?? null,
  }
}

/** The width of a post's text in CSS pixels; in a narrower window, the window's width. */
const textWidth = 720

/**
 * Adds dimensions and smaller variants to the images of a post, so that the layout does not shift while they load.
 * @param html sanitized HTML from post-html.ts
 * @param images entries of the library by name
 */
function measureImages(html: string, images: ReadonlyMap<string, BlogImage>): string {
  let figureClasses = ''
  return mapHtml(html, (token) => {
    const { kind, html: markup } = token
    if (kind !== 'open' && kind !== 'close') return markup
    if (token.name === 'figure') figureClasses = (kind === 'open' && token.attributes.get('class')) || ''
    if (kind !== 'open' || token.name !== 'img') return markup
    const image = images.get(imageNameOf(token.attributes.get('src') ?? '') ?? '')
    if (image === undefined) return markup.replace(/ ?\/?>$/, ' loading="lazy" decoding="async">')
    const alt = token.attributes.get('alt') ?? ''
    return `<img${imageAttributes(image, percentOf(figureClasses))} alt="${alt}" loading="lazy" decoding="async">`
  })
}

/** Returns the attributes of an image that takes `percent` of the text's width, each with a leading space. */
function imageAttributes(image: BlogImage, percent: number): string {
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

/**
 * Returns the HTML of a post for readers: footnotes are numbered and listed at the end, and headings begin at level 2,
 * because the title of the page is its only heading of level 1.
 * @param html sanitized HTML from post-html.ts
 * @param images entries of the library by name, to add the dimensions of the post's images
 */
export function publishedHtml(html: string, images?: ReadonlyMap<string, BlogImage>): string {
  return addEndnotes(lowerHeadings(images === undefined ? html : measureImages(html, images)))
}

/** Moves all headings one level down if one of them is at level 1. */
function lowerHeadings(html: string): string {
  const tokens = Array.from(htmlTokens(html))
  if (!tokens.some((token) => token.kind === 'open' && token.name === 'h1')) return html
  let isPromoTitle = false
  return mapHtml(html, (token) => {
    if (!('name' in token) || !/^h[1-5]$/.test(token.name)) return token.html
    if (token.kind === 'open') isPromoTitle = token.attributes.get('class') === promoClasses.title
    const level = Number(token.name.slice(1)) + 1
    return isPromoTitle ? token.html : token.html.replace(/^(<\/?h)\d/i, `$1${level}`)
  })
}

function addEndnotes(html: string): string {
  const notes: string[] = []
  const text = mapFootnotes(html, (note) => {
    const number = notes.push(note)
    return `<sup id="reference-${number}"><a href="#note-${number}">${number}</a></sup>`
  })
  if (notes.length === 0) return html
  const backLink = (n: number) => `<a href="#reference-${n}" aria-label="Back to the text">↩</a>`
  const items = notes.map((note, index) => `<li id="note-${index + 1}">${note} ${backLink(index + 1)}</li>`)
  return `${text}<section class="footnotes" aria-label="Footnotes"><ol>${items.join('')}</ol></section>`
}
