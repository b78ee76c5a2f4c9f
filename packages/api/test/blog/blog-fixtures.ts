import { randomUUID } from 'node:crypto'
import type { AdminPost, NewPost } from '@priormark/core/blog/post'
import type * as v from 'valibot'
import type { Visitor } from '../../testing/visitor.ts'

type PostChanges = Partial<v.InferInput<typeof NewPost>>

/** A submission from the editor, each with its own slug. */
export function newPost(changes: PostChanges = {}): PostChanges {
  const number = randomUUID().slice(0, 8)
  return {
    title: `Post ${number}`,
    content: '<p>One paragraph to read.</p>',
    slug: `post-${number}`,
    status: 'draft',
    ...changes,
  }
}

export function addPost(admin: Visitor, changes: PostChanges = {}): Promise<AdminPost> {
  return admin.api.blog.create({ body: newPost(changes) })
}

/** Creates a published post. */
export function publishPost(admin: Visitor, changes: PostChanges = {}): Promise<AdminPost> {
  return addPost(admin, { ...changes, status: 'published' })
}

/** Returns what the editor would submit for an unchanged post. */
export function submissionOf(post: AdminPost, changes: PostChanges = {}) {
  const { title, content, slug, status, excerpt, authorId } = post
  return {
    title,
    content,
    slug,
    status,
    excerpt,
    authorId,
    featuredImage: post.featuredImage,
    metaTitle: post.metaTitle,
    metaDescription: post.metaDescription,
    metaKeywords: post.metaKeywords,
    categories: post.categories.map(({ name }) => name),
    tags: post.tags.map(({ name }) => name),
    scheduledAt: post.scheduledAt,
    ...changes,
  }
}
