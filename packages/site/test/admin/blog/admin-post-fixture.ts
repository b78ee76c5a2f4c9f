import type { AdminPost } from '@priormark/core/blog/post'
import { adminPost } from '@priormark/core/testing/admin-post'

/** The draft of a post with short texts. */
export const oldPost: AdminPost = {
  ...adminPost,
  id: 'p1',
  title: 'Old',
  slug: 'old',
  excerpt: '',
  content: '<p>Old</p>',
}
