import { defaultAuthorId, type PostInput } from '@priormark/core/blog/post'

/** Creates a draft as an editor submits it, empty except for these fields. */
export function postInput(changes: Partial<PostInput> = {}): PostInput {
  return {
    title: '',
    content: '',
    excerpt: '',
    slug: '',
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
