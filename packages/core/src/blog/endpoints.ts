import * as v from 'valibot'
import { endpoint } from '../platform/http/endpoint.ts'
import { IsoDate, Uuid } from '../platform/ids.ts'
import { blogPageSize, maxDatabaseInteger } from '../platform/limits.ts'
import { queryInteger, SearchText } from '../platform/page.ts'
import { authorName, AuthorName } from '../staff/people/author-name.ts'
import {
  AdminPost,
  AdminPostCard,
  Author,
  BlogPost,
  defaultAuthorId,
  maxPostBytes,
  NewPost,
  PostCard,
  postFilters,
  PostInput,
  postSorts,
  Revision,
  RevisionSummary,
  Tombstone,
  Topic,
  UnfinishedPost,
} from './post.ts'

const ofPost = { access: 'blog', params: v.object({ id: Uuid }) } as const
const ofRevision = { access: 'blog', params: v.object({ id: Uuid, revisionId: Uuid }) } as const
const page = queryInteger({ min: 1, max: 100_000, fallback: 1 })
const ofEditedPost = { ...ofPost, reply: AdminPost } as const

/** The version of a post: an integer column in the database. */
const PostVersion = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxDatabaseInteger))

/** A category or tag and its number of posts. */
const CountedTopic = v.object({ ...Topic.entries, postCount: v.number() })

const NumberedAuthor = v.object({ id: v.number(), ...Author.entries })
const CountedAuthor = v.object({ ...NumberedAuthor.entries, postCount: v.number() })

/** An endpoint of a topic or an author, which has a number. */
const ofNumber = {
  access: 'blog',
  params: v.object({ id: v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/)) }),
} as const

/** The name of a category or tag. */
export const TopicName = v.pipe(
  v.string('Enter a name'),
  v.trim(),
  v.minLength(1, 'Enter a name'),
  v.maxLength(60, 'Use at most 60 characters'),
)

/** How many days the statistics of a post show, today included. */
export const recentViewDays = 30

/** A month such as '2026-11'; '' for the last `recentViewDays` days. */
const ViewedMonth = v.object({
  month: v.optional(v.union([v.literal(''), v.pipe(v.string(), v.regex(/^20\d\d-(?:0[1-9]|1[0-2])$/))]), ''),
})

const DayViews = v.object({ day: v.string(), views: v.number() })
const MonthViews = v.object({ month: v.string(), views: v.number() })

/** How often the page of a post was opened, by the days of the shop's time zone. */
export const PostViews = v.object({
  /**
   * The last `recentViewDays` days, or those of the requested month until today, oldest first, including days without
   * views. Empty for a month whose days are no longer stored.
   */
  days: v.array(DayViews),
  /** The months with views, such as '2026-11', newest first. */
  months: v.array(MonthViews),
  /** Since the post was first published. */
  total: v.number(),
})
export type PostViews = v.InferOutput<typeof PostViews>

/** How many posts the statistics of the blog list. */
export const maxViewedPosts = 50

/** The views of all posts together, and the posts that were viewed most in those days. */
export const BlogViews = v.object({
  ...PostViews.entries,
  posts: v.array(v.object({ id: Uuid, title: v.string(), views: v.number() })),
})
export type BlogViews = v.InferOutput<typeof BlogViews>

/** Formats a version for If-Match and ETag: 3 -> '"3"'. */
export function entityTag(version: number): string {
  return `"${version}"`
}

/**
 * Responses to changes of posts: 409 `slug_taken` has `suggestion`, a free slug. 412 `version_conflict` has `current` (the
 * current post, null if it was deleted) and `currentVersion`. Every change takes an `Idempotency-Key`: repeated with the same
 * content it returns the same response and changes nothing; with different content it is 422. Posts have an `ETag: "version"`.
 */
export const blogEndpoints = {
  /** Published posts, ten per page, newest first; with a search, best match first and `total` at most 1000. */
  list: endpoint('GET', '/api/blog/posts', {
    access: 'public',
    query: v.object({ page, search: SearchText }),
    reply: v.object({ posts: v.array(PostCard), total: v.number() }),
  }),
  /** A published post. An old slug returns the post with its current slug; if `slug` differs, redirect to it. */
  bySlug: endpoint('GET', '/api/blog/posts/slug/:slug', {
    access: 'public',
    params: v.object({ slug: v.pipe(v.string(), v.maxLength(200)) }),
    reply: BlogPost,
  }),
  /** The newest text of a post, including an autosaved one, for a preview link. */
  preview: endpoint('GET', '/api/blog/previews/:token', {
    access: 'public',
    params: v.object({ token: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)) }),
    reply: BlogPost,
  }),

  /** Sorted as asked; with a search, best match first and `total` at most 1000. */
  adminList: endpoint('GET', '/api/admin/blog/posts', {
    access: 'blog',
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
      sort: v.optional(v.picklist(postSorts), 'changed'),
    }),
    reply: v.object({ posts: v.array(AdminPostCard), total: v.number() }),
  }),
  read: endpoint('GET', '/api/admin/blog/posts/:id', ofEditedPost),
  /**
   * Idempotent by id: with an existing id and the same fields it returns that post. With different fields, or if the
   * post was deleted, it changes nothing and is 412 with `current` (null for a deleted post) and `currentVersion`,
   * which a change can name in If-Match to replace that post anyway.
   */
  create: endpoint('POST', '/api/admin/blog/posts', {
    access: 'blog',
    body: NewPost,
    maxBodyBytes: maxPostBytes,
    reply: AdminPost,
  }),
  /**
   * `If-Match: "version"` changes that version only; `If-None-Match: *` creates; without either, the last write wins. A
   * conflict is 412, as for creating.
   */
  change: endpoint('PUT', '/api/admin/blog/posts/:id', {
    ...ofEditedPost,
    body: PostInput,
    maxBodyBytes: maxPostBytes,
  }),
  /**
   * Takes If-Match. Deleting a deleted post is not an error. `version` is the tombstone's. 403 `forbidden` if someone with the role
   * `blog` deletes a post that they did not create.
   */
  remove: endpoint('DELETE', '/api/admin/blog/posts/:id', {
    ...ofPost,
    reply: v.object({ success: v.literal(true), version: v.number() }),
  }),
  /** Posts that changed after `since`, oldest change first, each once. Call again with `sequence` while `more` is true. */
  changes: endpoint('GET', '/api/admin/blog/changes', {
    access: 'blog',
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

  /**
   * How often readers opened a post, without robots and logged-in administrators, by day of a month such as '2026-11' or of the last
   * days. Up to a few seconds old.
   */
  views: endpoint('GET', '/api/admin/blog/posts/:id/views', {
    ...ofPost,
    query: ViewedMonth,
    reply: PostViews,
  }),
  /** The views of all posts together, without deleted posts. */
  blogViews: endpoint('GET', '/api/admin/blog/views', {
    access: 'blog',
    query: ViewedMonth,
    reply: BlogViews,
  }),

  /** All stored revisions of a post, newest first. */
  revisions: endpoint('GET', '/api/admin/blog/posts/:id/revisions', {
    ...ofPost,
    reply: v.array(RevisionSummary),
  }),
  revision: endpoint('GET', '/api/admin/blog/posts/:id/revisions/:revisionId', {
    ...ofRevision,
    reply: Revision,
  }),
  /**
   * Stores the text of an open editor without changing the post, which need not exist yet. Each editor creates one
   * revision id and overwrites its own autosave. `version` is the version that the editor started from.
   */
  autosave: endpoint('PUT', '/api/admin/blog/posts/:id/revisions/:revisionId', {
    ...ofRevision,
    body: v.object({ version: v.nullish(PostVersion, null), fields: UnfinishedPost }),
    maxBodyBytes: maxPostBytes,
    reply: RevisionSummary,
  }),
  /** Restores a revision as the post's text. Status and schedule stay; so does the slug, unless `slug` is 'restore'. Takes If-Match. */
  restore: endpoint('POST', '/api/admin/blog/posts/:id/revisions/:revisionId/restore', {
    ...ofRevision,
    query: v.object({ slug: v.optional(v.picklist(['keep', 'restore']), 'keep') }),
    reply: AdminPost,
  }),
  /**
   * Creates a link that shows the post, even a draft, to anyone who has it, until it expires. `path` is on the public
   * site. `authorId` is the author to show for a post that was never saved.
   */
  makePreview: endpoint('POST', '/api/admin/blog/posts/:id/preview', {
    ...ofPost,
    query: v.object({ authorId: queryInteger({ min: 1, max: 999_999_999, fallback: defaultAuthorId }) }),
    reply: v.object({ path: v.string(), expiresAt: IsoDate }),
  }),

  /** All categories and tags, by name. */
  topics: endpoint('GET', '/api/admin/blog/topics', {
    access: 'blog',
    reply: v.object({ categories: v.array(CountedTopic), tags: v.array(CountedTopic) }),
  }),
  /** Renames a category or tag. 409 if another one has the name; with `isMerge`, its posts move to that one instead. */
  changeTopic: endpoint('PUT', '/api/admin/blog/topics/:id', {
    ...ofNumber,
    body: v.object({ name: TopicName, isMerge: v.optional(v.boolean(), false) }),
    reply: null,
  }),
  removeTopic: endpoint('DELETE', '/api/admin/blog/topics/:id', { ...ofNumber, reply: null }),
  authors: endpoint('GET', '/api/admin/blog/authors', { access: 'blog', reply: v.array(CountedAuthor) }),
  /** Creates an author. Their number is never used again. */
  addAuthor: endpoint('POST', '/api/admin/blog/authors', {
    access: 'blog',
    body: v.object({ firstName: AuthorName }),
    reply: NumberedAuthor,
  }),
  /** Renames an author. Author 1 always exists. */
  changeAuthor: endpoint('PUT', '/api/admin/blog/authors/:id', {
    ...ofNumber,
    body: v.object({ firstName: AuthorName, username: authorName('Enter a user name') }),
    reply: NumberedAuthor,
  }),
  /** Sets the name shown on the person's own posts. The first time, this creates their author. */
  setOwnAuthorName: endpoint('PUT', '/api/admin/blog/own-author', {
    access: 'blog',
    body: v.object({ firstName: AuthorName }),
    reply: NumberedAuthor,
  }),
  /** Deletes an author and gives the posts to author `into`. 409 for author 1. */
  removeAuthor: endpoint('DELETE', '/api/admin/blog/authors/:id', {
    ...ofNumber,
    query: v.object({ into: queryInteger({ min: 1, max: 999_999_999, fallback: 1 }) }),
    reply: null,
  }),
}
