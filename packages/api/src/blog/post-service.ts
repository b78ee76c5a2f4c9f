import { freeSlug, maxSlugLength } from '@priormark/core/blog/slug'
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { AdminPost, mayDeletePost, postState, type NewPost, type PostInput } from '@priormark/core/blog/post'
import { AppError } from '@priormark/core/platform/errors'
import * as v from 'valibot'
import { audit } from '../staff/audit/audit-service.ts'
import { invalidField } from '../platform/http/field-errors.ts'
import type { CurrentAdmin } from '../platform/http/state.ts'
import type { Em } from '../platform/database/database.ts'
import { recordImageUses } from './images/image-service.ts'
import { Author, Post, PostViewCount, SlugRedirect } from './post-entity.ts'
import { changeOnce, type Precondition, nextSequence } from './post-changes.ts'
import { indexPost, postSearchText, preparePost, type PostContent } from './post-content.ts'
import { readRevision, saveRevision, submissionOf } from './post-revisions.ts'
import { findPostRow, postNotFound, readPostRow, adminPostView } from './post-view.ts'
import { setTopics } from './topic-service.ts'
import { queries } from './tables.ts'

/** Who requests a change, and with which Idempotency-Key. */
export interface Requester {
  admin: Pick<CurrentAdmin, 'adminId' | 'username' | 'role'>
  address: string
  key: string | null
}

/** The texts of a tombstone. */
const emptyTexts = {
  title: '',
  content: '',
  excerpt: '',
  summary: '',
  searchText: '',
  search: null,
  searchHead: null,
  featuredImage: null,
  metaTitle: null,
  metaDescription: null,
  metaKeywords: null,
}

type Settings = Pick<PostInput, 'status' | 'authorId' | 'scheduledAt' | 'categories' | 'tags'>

/**
 * Creates a post. A repeated request with the same id and content returns the existing post.
 * @throws AppError version_conflict if another post has the id; slug_taken; invalid_input
 */
export async function createPost(em: Em, input: NewPost, by: Requester): Promise<AdminPost> {
  const { id = randomUUID(), ...fields } = input
  const content = await preparePost(fields)
  return changeOnce(em, requestOf(by, 'create', input), AdminPost, async (tx) => {
    const existingPost = await tx.findOne(Post, { id })
    if (existingPost !== null) {
      const row = await findPostRow(tx, id)
      if (row !== null && hasContentOf(adminPostView(row), content, fields)) return adminPostView(row)
      throw await versionConflict(tx, existingPost)
    }
    return writePost(tx, null, { id, content, settings: fields, by })
  })
}

/**
 * Changes a post, or creates it if the precondition says that it is absent. With a tombstone's version it restores the post.
 * @throws AppError not_found, version_conflict, slug_taken, invalid_input
 */
export async function changePost(
  em: Em,
  { id, input, expected }: { id: string; input: PostInput; expected: Precondition },
  by: Requester,
): Promise<AdminPost> {
  const content = await preparePost(input)
  return changeOnce(em, requestOf(by, 'change', id, expected, input), AdminPost, async (tx) => {
    const post = await findExpected(tx, id, expected)
    return writePost(tx, post, { id, content, settings: input, by })
  })
}

/** Writes texts and settings to a post, or creates it. Requires lockPosts(). */
async function writePost(
  em: Em,
  existing: Post | null,
  { id, content, settings, by }: { id: string; content: PostContent; settings: Settings; by: Requester },
): Promise<AdminPost> {
  await assertSlugIsFree(em, content.slug, id)
  const author = await em.findOne(Author, { id: settings.authorId })
  if (author === null) throw invalidField('authorId', 'This author doesn’t exist')
  const now = new Date()
  const isPublished = settings.status === 'published'
  const scheduledAt = isPublished || settings.scheduledAt === null ? null : new Date(settings.scheduledAt)
  const state = {
    ...content,
    status: settings.status,
    author,
    scheduledAt,
    publishedAt: existing?.publishedAt ?? (isPublished ? now : null),
    updatedAt: now,
    deletedAt: null,
    version: (existing?.version ?? 0) + 1,
    sequence: await nextSequence(em),
    searchText: postSearchText(content),
  }
  const oldSlug = existing?.publishedAt == null || existing.deletedAt != null ? content.slug : existing.slug
  if (existing === null) em.create(Post, { id, createdAt: now, createdBy: by.admin.adminId, ...state })
  else em.assign(existing, state)
  await em.flush()

  if (oldSlug !== content.slug) await redirectSlug(em, id, { from: oldSlug, to: content.slug })
  await setTopics(em, id, 'category', settings.categories)
  await setTopics(em, id, 'tag', settings.tags)
  await indexPost(em, { id, ...content })
  await recordImageUses(em, id, content)
  const view = adminPostView(await readPostRow(em, id))
  await saveRevision(em, view, by.admin)
  const action = existing === null ? 'post.created' : 'post.changed'
  audit(em, { actor: by.admin.username, action, subject: id, detail: postState(view), address: by.address })
  return view
}

/**
 * Deletes a post and leaves a tombstone.
 * @returns its version
 * @throws AppError not_found, version_conflict; forbidden if someone else created the post, unless `by` is an owner
 */
export async function removePost(
  em: Em,
  { id, expected }: { id: string; expected: Precondition },
  by: Requester,
): Promise<{ success: true; version: number }> {
  const reply = v.object({ success: v.literal(true), version: v.number() })
  return changeOnce(em, requestOf(by, 'remove', id, expected), reply, async (tx) => {
    const post = await tx.findOne(Post, { id })
    if (post === null) throw postNotFound()
    if (post.deletedAt != null) return { success: true, version: post.version }
    if (!mayDeletePost(by.admin, await readPostRow(tx, id))) {
      throw new AppError('forbidden', 'Only an owner can delete a post that someone else created')
    }
    if (expected.kind === 'version' && expected.version !== post.version)
      throw await versionConflict(tx, post)
    const now = new Date()
    tx.assign(post, {
      ...emptyTexts,
      status: 'draft',
      scheduledAt: null,
      publishedAt: null,
      updatedAt: now,
      deletedAt: now,
      version: post.version + 1,
      sequence: await nextSequence(tx),
    })
    await tx.nativeDelete(SlugRedirect, { post: id })
    await tx.nativeDelete(PostViewCount, { post: id })
    await setTopics(tx, id, 'category', [])
    await setTopics(tx, id, 'tag', [])
    await recordImageUses(tx, id, { content: '', featuredImage: null })
    audit(tx, { actor: by.admin.username, action: 'post.deleted', subject: id, address: by.address })
    return { success: true, version: post.version }
  })
}

/** Returns the post or tombstone that a change expects, or null if it expects none. @throws AppError */
async function findExpected(em: Em, id: string, expected: Precondition): Promise<Post | null> {
  const post = await em.findOne(Post, { id })
  if (expected.kind === 'absent') {
    if (post !== null) throw await versionConflict(em, post)
    return null
  }
  if (post === null || (expected.kind === 'any' && post.deletedAt != null)) throw postNotFound()
  if (expected.kind === 'version' && expected.version !== post.version) throw await versionConflict(em, post)
  return post
}

async function versionConflict(em: Em, post: Post): Promise<AppError> {
  const row = await findPostRow(em, post.id)
  const message = `Someone else ${row === null ? 'deleted' : 'changed'} this post in the meantime`
  const current = row === null ? null : adminPostView(row)
  return new AppError('version_conflict', message, { details: { current, currentVersion: post.version } })
}

/**
 * Makes a revision the current text of its post, as a new version. Status, schedule and author do not change, nor does
 * the slug unless `restoresSlug`.
 * @throws AppError not_found, version_conflict, slug_taken; invalid_input if the revision was unfinished
 */
export async function restorePost(
  em: Em,
  {
    id,
    revisionId,
    restoresSlug,
    expected,
  }: { id: string; revisionId: string; restoresSlug: boolean; expected: Precondition },
  by: Requester,
): Promise<AdminPost> {
  const request = requestOf(by, 'restore', id, revisionId, restoresSlug, expected)
  return changeOnce(em, request, AdminPost, async (tx) => {
    const post = await findExpected(tx, id, expected)
    if (post === null || post.deletedAt != null) throw postNotFound()
    const { slug, ...current } = adminPostView(await readPostRow(tx, id))
    const settings = submissionOf(await readRevision(tx, id, revisionId), current, restoresSlug ? null : slug)
    return writePost(tx, post, { id, content: await preparePost(settings), settings, by })
  })
}

/** Returns what identifies a request, for changeOnce(). */
function requestOf({ admin, key }: Requester, ...content: readonly unknown[]) {
  return { adminId: admin.adminId, key, content }
}

/** Whether a post has exactly this content, so that creating it again is not a conflict. */
function hasContentOf(post: AdminPost, content: PostContent, settings: Settings): boolean {
  const { summary: _, ...texts } = content
  const topicNames = (topics: { name: string }[]) => joinNames(topics.map(({ name }) => name))
  const joinNames = (names: string[]) => names.join('\n').toLowerCase()
  return (
    isDeepStrictEqual({ ...post, ...texts }, post) &&
    post.status === settings.status &&
    (post.status === 'published' || isSameMoment(post.scheduledAt, settings.scheduledAt)) &&
    post.authorId === settings.authorId &&
    topicNames(post.categories) === joinNames(settings.categories) &&
    topicNames(post.tags) === joinNames(settings.tags)
  )
}

function isSameMoment(a: string | null, b: string | null): boolean {
  return a === null || b === null ? a === b : Date.parse(a) === Date.parse(b)
}

/**
 * Ensures that no other post has or had the slug. Requires lockPosts().
 * @throws AppError slug_taken with a free slug as `suggestion`
 */
async function assertSlugIsFree(em: Em, slug: string, postId: string): Promise<void> {
  // Suggestions begin with the requested slug, shortened to leave room for a number.
  const prefix = slug.slice(0, maxSlugLength - 8)
  const redirectedSlugs = queries(em)
    .selectFrom('blog_slug_redirect')
    .select('slug')
    .where('slug', 'like', `${prefix}%`)
    .where('post_id', '<>', postId)
  const rows = await queries(em)
    .selectFrom('blog_post')
    .select('slug')
    .where('slug', 'like', `${prefix}%`)
    .where('id', '<>', postId)
    .where('deleted_at', 'is', null)
    .union(redirectedSlugs)
    .execute()
  const takenSlugs = new Set(rows.map((row) => row.slug))
  if (!takenSlugs.has(slug)) return
  const suggestion = freeSlug(slug, (candidate) => takenSlugs.has(candidate))
  throw new AppError('slug_taken', `The slug ${slug} is in use. ${suggestion} is free.`, {
    fields: { slug: [`This slug is in use. ${suggestion} is free.`] },
    details: { suggestion },
  })
}

/** Permanently redirects the old slug `from` of a published post, whose slug is now `to`. */
async function redirectSlug(
  em: Em,
  postId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await em.nativeDelete(SlugRedirect, { slug: to })
  await em.upsert(SlugRedirect, { slug: from, post: postId, createdAt: new Date() })
}
