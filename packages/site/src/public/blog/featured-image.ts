import type { ShownCard } from '@priormark/core/blog/blog-view'
import { imageSrcset } from '@priormark/core/images/image-address'

/** What the attributes of a featured image depend on. */
type Featured = Pick<ShownCard, 'featuredImage' | 'featuredImageFacts'>

/** The room of an image that the library does not know, in pixels: sharers and pages expect two to one. */
const unknownSize = { width: 1200, height: 630 }

/** The attributes of a featured image, or null where there is none. @param sizes how wide it stands, as in `sizes` */
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
