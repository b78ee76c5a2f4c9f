import type { PostInput } from '@priormark/core/blog/post-input'
import { defaultAuthorId } from '@priormark/core/blog/post-input'

/** A post as an editor submits it. */
export function postText(changes: Partial<PostInput> = {}): PostInput {
  return {
    title: 'Written on a train',
    content: '<p>Somewhere between two stations.</p>',
    excerpt: '',
    slug: 'written-on-a-train',
    status: 'draft',
    authorId: defaultAuthorId,
    featuredImage: '',
    metaTitle: '',
    metaDescription: '',
    metaKeywords: '',
    categories: [],
    tags: [],
    scheduledAt: null,
    ...changes,
  }
}
