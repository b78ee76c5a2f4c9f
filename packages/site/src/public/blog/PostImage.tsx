import type { ShownCard } from '@priormark/core/blog/blog-view'
import { RegistrationMark } from '../../ui/RegistrationMark.tsx'
import { featuredImageAttributes } from './featured-image.ts'

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
