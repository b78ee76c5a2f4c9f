import * as v from 'valibot'
import { endpoint } from '../http/endpoint.ts'
import { IsoDate, Uuid } from '../ids.ts'
import { blogPageSize, maxDatabaseInteger } from '../limits.ts'
import { queryInteger, SearchText } from '../page.ts'
import { maxPostBytes, NewPost, PostInput, UnfinishedPost } from './post-input.ts'
import {
  AdminPost,
  AdminPostCard,
  Author,
  BlogPost,
  PostCard,
  postStatuses,
  Tombstone,
  Topic,
} from './post.ts'
import { Revision, RevisionSummary } from './revision.ts'

const byId = v.object({ id: Uuid })
const byRevision = v.object({ id: Uuid, revisionId: Uuid })
const page = queryInteger({ min: 1, max: 100_000, fallback: 1 })
const editing = { access: 'admin', params: byId, reply: AdminPost } as const

/** The number of a post's version, as the database counts them. */
const PostVersion = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxDatabaseInteger))

/** A category or tag with how many posts have it. */
const CountedTopic = v.object({ ...Topic.entries, postCount: v.number() })

const NumberedAuthor = v.object({ id: v.number(), ...Author.entries })

const authorName = (message: string) =>
  v.pipe(v.string(message), v.trim(), v.minLength(1, message), v.maxLength(100, 'Use at most 100 characters'))

/** The filter of the admin's list: an empty one means all. */
export const postFilters = ['all', ...postStatuses] as const
export type PostFilter = (typeof postFilters)[number]

/** The header that names the version a change is based on: 3 -> '"3"'. */
export function entityTag(version: number): string {
  return `"${version}"`
}

/**
 * Answers to changes of posts. 409 `slug_taken` carries `suggestion`, a free slug. 412 `version_conflict` carries
 * `current` (the post as it is now, null where it was deleted) and `currentVersion`. Every change takes an
 * `Idempotency-Key`: sent again with the same content it answers the same and changes nothing; with another content 422.
 * Posts are answered with `ETag: "version"`.
 */
export const blogEndpoints = {
  /** Published posts, ten to a page, newest first; with a search the best first and `total` at most 1000. */
  list: endpoint({
    method: 'GET',
    path: '/api/blog/posts',
    access: 'public',
    query: v.object({ page, search: SearchText }),
    reply: v.object({ posts: v.array(PostCard), total: v.number() }),
  }),
  /** A published post. An old slug answers the post under its new one: where `slug` differs, go to that address. */
  bySlug: endpoint({
    method: 'GET',
    path: '/api/blog/posts/slug/:slug',
    access: 'public',
    params: v.object({ slug: v.pipe(v.string(), v.maxLength(200)) }),
    reply: BlogPost,
  }),
  /** What a preview link shows: the newest text of a post, saved or not. */
  preview: endpoint({
    method: 'GET',
    path: '/api/blog/previews/:token',
    access: 'public',
    params: v.object({ token: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)) }),
    reply: BlogPost,
  }),

  /** Newest change first; with a search the best first and `total` at most 1000. */
  adminList: endpoint({
    method: 'GET',
    path: '/api/admin/blog/posts',
    access: 'admin',
    query: v.object({
      page,
      limit: queryInteger({ min: 1, max: 100, fallback: blogPageSize }),
      search: SearchText,
      status: v.optional(
        v.union([
          v.picklist(postFilters),
          v.pipe(
            v.literal(''),
            v.transform(() => 'all' as const),
          ),
        ]),
        'all',
      ),
    }),
    reply: v.object({ posts: v.array(AdminPostCard), total: v.number() }),
  }),
  read: endpoint({ method: 'GET', path: '/api/admin/blog/posts/:id', ...editing }),
  /**
   * Creating twice is the same post: with an id that exists and the same fields it answers that post as it is. With other
   * fields, or where the post is deleted meanwhile, it is a conflict and changes nothing: 412 with `current`, the post
   * there is (null for a deleted one), and `currentVersion`, which If-Match takes for a change on top of it.
   */
  create: endpoint({
    method: 'POST',
    path: '/api/admin/blog/posts',
    access: 'admin',
    body: NewPost,
    maxBodyBytes: maxPostBytes,
    reply: AdminPost,
  }),
  /**
   * `If-Match: "version"` changes that version only; `If-None-Match: *` creates; without either the last one wins. A
   * conflict answers 412 as creating does.
   */
  change: endpoint({
    method: 'PUT',
    path: '/api/admin/blog/posts/:id',
    ...editing,
    body: PostInput,
    maxBodyBytes: maxPostBytes,
  }),
  /** Takes If-Match. Deleting what is deleted already is no error. `version` is the tombstone's. */
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/blog/posts/:id',
    access: 'admin',
    params: byId,
    reply: v.object({ success: v.literal(true), version: v.number() }),
  }),
  /** What changed after `since`, oldest first, each post once. Ask again with `sequence` while there is `more`. */
  changes: endpoint({
    method: 'GET',
    path: '/api/admin/blog/changes',
    access: 'admin',
    query: v.object({
      since: queryInteger({ min: 0, max: 999_999_999, fallback: 0 }),
      limit: queryInteger({ min: 1, max: 100, fallback: 50 }),
    }),
    reply: v.object({
      posts: v.array(AdminPost),
      deleted: v.array(Tombstone),
      sequence: v.number(),
      more: v.boolean(),
    }),
  }),

  /** Every kept state of a post, newest first. */
  revisions: endpoint({
    method: 'GET',
    path: '/api/admin/blog/posts/:id/revisions',
    access: 'admin',
    params: byId,
    reply: v.array(RevisionSummary),
  }),
  revision: endpoint({
    method: 'GET',
    path: '/api/admin/blog/posts/:id/revisions/:revisionId',
    access: 'admin',
    params: byRevision,
    reply: Revision,
  }),
  /**
   * Keeps what stands in an editor, never touching the post; the post need not exist yet. Each opened editor makes one
   * revision id and writes over its own autosave. `version` is the version the editor began with.
   */
  autosave: endpoint({
    method: 'PUT',
    path: '/api/admin/blog/posts/:id/revisions/:revisionId',
    access: 'admin',
    params: byRevision,
    body: v.object({ version: v.nullish(PostVersion, null), fields: UnfinishedPost }),
    maxBodyBytes: maxPostBytes,
    reply: RevisionSummary,
  }),
  /** Makes a revision the post's text again; status and schedule stay. Takes If-Match. */
  restore: endpoint({
    method: 'POST',
    path: '/api/admin/blog/posts/:id/revisions/:revisionId/restore',
    access: 'admin',
    params: byRevision,
    reply: AdminPost,
  }),
  /** A link that shows the post, draft or not, to whoever has it, until it expires. `path` is of the public site. */
  makePreview: endpoint({
    method: 'POST',
    path: '/api/admin/blog/posts/:id/preview',
    access: 'admin',
    params: byId,
    reply: v.object({ path: v.string(), expiresAt: IsoDate }),
  }),

  /** What the editor's selects offer, by name. */
  topics: endpoint({
    method: 'GET',
    path: '/api/admin/blog/topics',
    access: 'admin',
    reply: v.object({ categories: v.array(CountedTopic), tags: v.array(CountedTopic) }),
  }),
  authors: endpoint({
    method: 'GET',
    path: '/api/admin/blog/authors',
    access: 'admin',
    reply: v.array(NumberedAuthor),
  }),
  /** Renames an author, or makes one: number 1 is there from the beginning. */
  changeAuthor: endpoint({
    method: 'PUT',
    path: '/api/admin/blog/authors/:id',
    access: 'admin',
    params: v.object({ id: v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/)) }),
    body: v.object({
      firstName: authorName('Enter the name that readers see'),
      username: authorName('Enter a user name'),
    }),
    reply: NumberedAuthor,
  }),
}

/** Where the public site shows a preview. */
export function previewPath(token: string): string {
  return `/blog/preview/${token}`
}
