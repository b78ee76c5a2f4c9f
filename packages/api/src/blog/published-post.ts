import type { BlogPost } from '@priormark/core/blog/post'
import type { BlogImage } from '@priormark/core/blog/images/endpoints'
import { imageNameOf } from '@priormark/core/platform/image-address'
import { measureImages } from './images/image-markup.ts'
import { findImages } from './images/image-service.ts'
import { imageNamesIn } from './images/image-uses.ts'
import type { Em } from '../platform/database/database.ts'

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
    content: measureImages(post.content, images),
    featuredImageFacts: (featured === null ? undefined : images.get(featured)) ?? null,
  }
}
