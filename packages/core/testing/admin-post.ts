import type { AdminPost } from '@priormark/core/blog/post'

/** A draft of a post at its fourth version, as the API returns it. */
export const adminPost: AdminPost = {
  id: '0b8f7a52-9f9c-4a83-9a34-3f8f0f1f3c11',
  title: 'River of glass',
  slug: 'river-of-glass',
  excerpt: 'Short',
  content: '<p>Words</p>',
  featuredImage: null,
  status: 'draft',
  publishedAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  author: { firstName: 'Ada', username: 'ada' },
  categories: [],
  tags: [],
  metaTitle: null,
  metaDescription: null,
  metaKeywords: null,
  authorId: 1,
  scheduledAt: null,
  createdBy: 'ada',
  version: 4,
  sequence: 9,
}
