import { randomBytes } from 'node:crypto'
import { previewPath } from '@priormark/core/blog/blog-view'
import { type BlogPost, defaultAuthorId } from '@priormark/core/blog/post'
import { AppError } from '@priormark/core/platform/errors'
import { excerptFrom } from '@priormark/core/blog/excerpt'
import type { Em } from '../platform/database/database.ts'
import { Author, Post, PostPreview } from './post-entity.ts'
import { newestRevision } from './post-revisions.ts'
import { findPostRow, blogPostView } from './post-view.ts'
import { sha256Hex } from '../platform/sha256.ts'

/** The lifetime of a preview link, in milliseconds. */
export const previewLifetimeMs = 7 * 24 * 3_600_000

/**
 * Creates a link that shows a post with its newest text, saved or not.
 * @param authorId the author to show for a post that was never saved; null for the default one
 * @throws AppError not_found if nothing is written yet, or the post was deleted
 */
export async function makePreview(
  em: Em,
  { postId, authorId }: { postId: string; authorId: number | null },
): Promise<{ path: string; expiresAt: string }> {
  await assertNotDeleted(em, postId)
  const postExists = (await findPostRow(em, postId)) !== null || (await newestRevision(em, postId)) !== null
  if (!postExists) throw new AppError('not_found', 'There is nothing to show yet')
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(Date.now() + previewLifetimeMs)
  em.create(PostPreview, { tokenHash: sha256Hex(token), postId, authorId, expiresAt })
  await em.flush()
  return { path: previewPath(token), expiresAt: expiresAt.toISOString() }
}

/** Returns the post behind a preview link, with its newest text, saved or not. @throws AppError not_found */
export async function readPreview(em: Em, token: string): Promise<BlogPost> {
  const preview = await em.findOne(PostPreview, {
    tokenHash: sha256Hex(token),
    expiresAt: { $gt: new Date() },
  })
  if (preview === null) throw new AppError('not_found', 'This preview has expired')
  await assertNotDeleted(em, preview.postId)
  const post = await findPostRow(em, preview.postId)
  const revision = await newestRevision(em, preview.postId)
  if (revision === null && post !== null) return blogPostView(post)
  if (revision === null) throw new AppError('not_found', 'There is nothing to show anymore')
  const { fields, at } = revision
  const topics = (names: readonly string[]) => names.map((name, id) => ({ id, name, slug: '' }))
  const base =
    post === null ? await unsavedView(em, at, preview.authorId ?? defaultAuthorId) : blogPostView(post)
  return {
    id: preview.postId,
    ...base,
    title: fields.title,
    slug: fields.slug,
    content: fields.content,
    excerpt: fields.excerpt || excerptFrom(fields.content),
    featuredImage: fields.featuredImage || null,
    metaTitle: fields.metaTitle || null,
    metaDescription: fields.metaDescription || null,
    metaKeywords: fields.metaKeywords || null,
    categories: topics(fields.categories),
    tags: topics(fields.tags),
    updatedAt: at,
  }
}

/** Returns the view of a post that was never saved. The default author replaces one who was deleted meanwhile. */
async function unsavedView(em: Em, createdAt: string, authorId: number) {
  const author = await em.findOne(Author, { id: authorId })
  const { firstName, username } = author ?? (await em.findOneOrFail(Author, { id: defaultAuthorId }))
  return { status: 'draft' as const, publishedAt: null, createdAt, author: { firstName, username } }
}

/** Revisions of a deleted post stay available to administrators, and not through preview links. */
async function assertNotDeleted(em: Em, id: string): Promise<void> {
  const isDeleted = (await em.count(Post, { id, deletedAt: { $ne: null } })) > 0
  if (isDeleted) throw new AppError('not_found', 'This post was deleted')
}
