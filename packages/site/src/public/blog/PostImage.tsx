import type { ShownCard } from '@priormark/core/blog/blog-view'
import { imageSrcset } from '@priormark/core/platform/image-address'
import { RegistrationMark } from '../../ui/RegistrationMark.tsx'

interface PostImageProps {
  post: Pick<ShownCard, 'featuredImage' | 'featuredImageEntry'>
  /** The `sizes` attribute. */
  sizes: string
  /** Visible without scrolling: loads with high priority. Other images load lazily. */
  isFirst?: boolean
}

/** The featured image of a card, in a fixed aspect ratio; a placeholder if the post has none. */
export function CardImage(props: PostImageProps) {
  const attributes = imageAttributes(props)
  if (attributes === null) {
    return (
      <span className="card-image" data-empty>
        <RegistrationMark filledQuarters={0} />
      </span>
    )
  }
  return (
    <span className="card-image">
      <img {...attributes} alt="" />
    </span>
  )
}

/** The featured image of a post, in its own aspect ratio. */
export function PostImage({ post, sizes }: PostImageProps) {
  const attributes = imageAttributes({ post, sizes, isFirst: true })
  if (attributes === null) return null
  return (
    <p className="post-image" data-foreign={post.featuredImageEntry === null || undefined}>
      <img {...attributes} alt="" />
    </p>
  )
}

/** The assumed size of an image that is not in the library, in pixels: about two to one, as link previews expect. */
const unknownSize = { width: 1200, height: 630 }

/** Returns the attributes of a featured image, or null if there is none. */
function imageAttributes({ post, sizes, isFirst = false }: PostImageProps) {
  const { featuredImage, featuredImageEntry: entry } = post
  if (featuredImage === null) return null
  const priority = isFirst ? ({ fetchPriority: 'high' } as const) : ({ loading: 'lazy' } as const)
  const common = { ...priority, decoding: 'async' } as const
  if (entry === null) return { src: featuredImage, ...unknownSize, ...common }
  const { url, width, height } = entry
  const srcSet = imageSrcset(entry.name, entry.widths)
  return { src: url, width, height, ...(srcSet === '' ? {} : { srcSet, sizes }), ...common }
}
