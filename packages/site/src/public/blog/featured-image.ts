import type { ShownCard } from '@priormark/core/blog/blog-view'
import { imageSrcset } from '@priormark/core/platform/image-address'

/** The fields that determine the image's attributes. */
type Featured = Pick<ShownCard, 'featuredImage' | 'featuredImageFacts'>

/** The assumed size of an image that is not in the library, in pixels: about two to one, as link previews expect. */
const unknownSize = { width: 1200, height: 630 }

/** Returns the attributes of a featured image, or null if there is none. @param sizes the HTML attribute */
export function featuredImageAttributes(
  { featuredImage, featuredImageFacts: facts }: Featured,
  sizes: string,
) {
  if (featuredImage === null) return null
  if (facts === null) return { src: featuredImage, ...unknownSize }
  const { url, width, height } = facts
  const srcSet = imageSrcset(facts.name, facts.widths)
  return { src: url, width, height, ...(srcSet === '' ? {} : { srcSet, sizes }) }
}
