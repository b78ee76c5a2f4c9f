import { promoTexts } from '../settings/default-shop-texts.ts'

/**
 * The HTML of posts: what the editor writes, the server stores and the public page styles. Only classes and no style
 * attributes, because the public pages' content security policy blocks those.
 */

/** Elements without attributes. */
export const plainTags =
  'h1 h2 h3 h4 h5 h6 p br hr blockquote pre code strong i u s sub sup ul li figcaption'.split(' ')

/**
 * Elements of tables without attributes. The editor puts a table and its caption into a `figure.table`; cells may have
 * `colspan` and `rowspan`.
 */
export const tableTags = 'table caption thead tbody tfoot tr'.split(' ')

/** The indent of a block: `indent-1` to `indent-5`. */
export const indentClasses = ['indent-1', 'indent-2', 'indent-3', 'indent-4', 'indent-5'] as const

/** Font sizes of a `span`; normal has no class. */
export const textSizes = [
  { name: 'Small', className: 'text-small' },
  { name: 'Normal', className: null },
  { name: 'Large', className: 'text-large' },
  { name: 'Huge', className: 'text-huge' },
] as const

/** The width of an image on its `figure.image`, in percent of the text's width; full width is the default. */
export const imageSizes = [
  { name: 'Small', percent: 25, className: 'image-size-25' },
  { name: 'Medium', percent: 50, className: 'image-size-50' },
  { name: 'Large', percent: 75, className: 'image-size-75' },
  { name: 'Full Width', percent: 100, className: 'image-size-100' },
] as const

/** The alignment of an image, on its `figure.image`. */
export const imageAlignments = [
  { name: 'Left', className: 'image-align-left' },
  { name: 'Center', className: 'image-align-center' },
  { name: 'Right', className: 'image-align-right' },
] as const

/** The class of a `figure` that contains figures of images, and of one that shows a link: an `a`, and a description in `figcaption`. */
export const figureClasses = { gallery: 'gallery', bookmark: 'bookmark' } as const

/** Classes of the parts of the promo block, whose outermost element is `section.promo-block`. */
export const promoClasses = {
  block: 'promo-block',
  kicker: 'promo-block-kicker',
  title: 'promo-block-title',
  text: 'promo-block-text',
  action: 'promo-block-action',
  link: 'promo-block-link',
} as const

/** The promo block as it is stored in a post. */
export const promoBlockHtml =
  `<section class="${promoClasses.block}">` +
  `<p class="${promoClasses.kicker}">${promoTexts.kicker}</p>` +
  `<h3 class="${promoClasses.title}">${promoTexts.title}</h3>` +
  `<p class="${promoClasses.text}">${promoTexts.text}</p>` +
  `<p class="${promoClasses.action}"><a class="${promoClasses.link}" href="/">${promoTexts.link}</a></p>` +
  `</section>`

/** Explains why an image cannot be used. `what` starts the sentence: 'It', 'The image'. */
export function unusableImageMessage(what: string, address: string): string {
  return /^\s*http:/i.test(address)
    ? `${what} is at an http:// address, which browsers do not show on our pages. Upload it to the library, or use its https:// address.`
    : `${what} is not at an address that readers can reach. Upload it to the library.`
}
