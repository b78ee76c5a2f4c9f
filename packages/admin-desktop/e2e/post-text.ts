import type { PostInput } from '@priormark/core/blog/post-input'

/** A whole post of a title and a paragraph. */
export function postText(title: string, content = `<p>${title}</p>`): PostInput {
  return {
    title,
    content,
    excerpt: '',
    slug: title.toLowerCase().replaceAll(' ', '-'),
    status: 'draft',
    authorId: 1,
    featuredImage: '',
    metaTitle: '',
    metaDescription: '',
    metaKeywords: '',
    categories: [],
    tags: [],
    scheduledAt: null,
  }
}
