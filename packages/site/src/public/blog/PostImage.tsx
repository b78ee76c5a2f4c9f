import type { ShownCard } from '@priormark/core/blog/blog-view'
import { RegistrationMark } from '../../ui/RegistrationMark.tsx'
import { featuredImageAttributes } from './featured-image.ts'

interface PostImageProps {
  post: Pick<ShownCard, 'featuredImage' | 'featuredImageFacts'>
  sizes: string
  /** In sight at once: the picture is asked for before others. Else it comes when it is scrolled near. */
  isFirst?: boolean
}

/** The featured image of a card, in a frame of one shape; a plate with the mark where the post has none. */
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

/** The featured image of a post, in its own shape. */
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
