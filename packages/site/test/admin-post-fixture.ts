import type { AdminPost } from '@priormark/core/blog/post'

/** An API response: a draft post at version 4. */
export const oldPost: AdminPost = {
  id: 'p1',
  title: 'Old',
  slug: 'old',
  excerpt: '',
  content: '<p>Old</p>',
  featuredImage: null,
  status: 'draft',
  publishedAt: null,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  author: { firstName: 'A', username: 'a' },
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
