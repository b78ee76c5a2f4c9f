import { defaultAuthorId, type PostInput } from '@priormark/core/blog/post-input'

/** A draft as an editor submits it, with nothing in it but these parts. */
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
