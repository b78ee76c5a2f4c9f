import type { ShownCard } from '@priormark/core/blog/blog-view'
import { imageSrcset } from '@priormark/core/platform/image-address'
import { RegistrationMark } from '../../ui/RegistrationMark.tsx'

interface PostImageProps {
  post: Pick<ShownCard, 'featuredImage' | 'featuredImageFacts'>
  sizes: string
  /** Visible without scrolling: loads with high priority. Other images load lazily. */
  isFirst?: boolean
}

/** The featured image of a card, in a fixed aspect ratio; a placeholder if the post has none. */
export function CardImage({ post, sizes, isFirst = false }: PostImageProps) {
  const attributes = featuredImageAttributes(post, sizes)
  if (attributes === null) {
    return (
      <span className="card-image" data-empty>
        <RegistrationMark filledQuarters={0} />
      </span>
    )
  }
  return (
    <span className="card-image">
      <img {...attributes} {...loading(isFirst)} alt="" />
    </span>
  )
}

/** The featured image of a post, in its own aspect ratio. */
export function PostImage({ post, sizes }: PostImageProps) {
  const attributes = featuredImageAttributes(post, sizes)
  if (attributes === null) return null
  return (
    <p className="post-image" data-foreign={post.featuredImageFacts === null || undefined}>
      <img {...attributes} {...loading(true)} alt="" />
    </p>
  )
}

function loading(isFirst: boolean) {
  return isFirst
    ? ({ fetchPriority: 'high', decoding: 'async' } as const)
    : ({ loading: 'lazy', decoding: 'async' } as const)
}

/** The fields that determine the image's attributes. */
type Featured = Pick<ShownCard, 'featuredImage' | 'featuredImageFacts'>

/** The assumed size of an image that is not in the library, in pixels: about two to one, as link previews expect. */
const unknownSize = { width: 1200, height: 630 }

/** Returns the attributes of a featured image, or null if there is none. @param sizes the HTML attribute */
function featuredImageAttributes({ featuredImage, featuredImageFacts: facts }: Featured, sizes: string) {
  if (featuredImage === null) return null
  if (facts === null) return { src: featuredImage, ...unknownSize }
  const { url, width, height } = facts
  const srcSet = imageSrcset(facts.name, facts.widths)
  return { src: url, width, height, ...(srcSet === '' ? {} : { srcSet, sizes }) }
}
