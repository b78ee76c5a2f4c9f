import * as v from 'valibot'
import { htmlTokens, isDeeperThan, type HtmlToken } from '../platform/html-tokens.ts'
import { IsoDate, Uuid } from '../platform/ids.ts'
import { safeImageAddress } from '../platform/image-address.ts'
import { maxDatabaseInteger, maxLinkLength } from '../platform/limits.ts'
import type { Role } from '../platform/roles.ts'
import { textOf } from './excerpt.ts'
import { unusableImageMessage } from './html-rules.ts'
import { Slug } from './slug.ts'

/** A scheduled post is a draft with `scheduledAt`. */
export const postStatuses = ['draft', 'published'] as const
export type PostStatus = (typeof postStatuses)[number]

/** What people call the status of a post, in the list, the editor and the audit log. */
export const postStates = ['draft', 'scheduled', 'published'] as const
export type PostState = (typeof postStates)[number]

/** Returns the state of a post. A published post is not scheduled. */
export function postState({
  status,
  scheduledAt,
}: {
  status: PostState
  scheduledAt: string | null
}): PostState {
  return status === 'draft' && scheduledAt !== null ? 'scheduled' : status
}

/** The states of posts, for people. */
export const postStateLabels: Record<PostState, string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  published: 'Published',
}

/** The status filter of the admin's list; empty means all. */
export const postFilters = ['all', ...postStates] as const
export type PostFilter = (typeof postFilters)[number]

/** How the list of all posts is sorted: last changed first, or most views in the last days first. */
export const postSorts = ['changed', 'views'] as const
export type PostSort = (typeof postSorts)[number]

/** The author of a post. */
export const Author = v.object({ firstName: v.string(), username: v.string() })
export type Author = v.InferOutput<typeof Author>

/** A category or a tag. */
export const Topic = v.object({ id: v.number(), name: v.string(), slug: v.string() })
export type Topic = v.InferOutput<typeof Topic>

/** A post in a list. `excerpt` is made from the content if the author wrote none. */
export const PostCard = v.object({
  id: Uuid,
  title: v.string(),
  slug: v.string(),
  excerpt: v.string(),
  featuredImage: v.nullable(v.string()),
  status: v.picklist(postStatuses),
  publishedAt: v.nullable(IsoDate),
  createdAt: IsoDate,
  updatedAt: IsoDate,
  author: Author,
  categories: v.array(Topic),
  tags: v.array(Topic),
})
export type PostCard = v.InferOutput<typeof PostCard>

const metaFields = {
  metaTitle: v.nullable(v.string()),
  metaDescription: v.nullable(v.string()),
  metaKeywords: v.nullable(v.string()),
}

/** A post as readers get it. `content` is sanitized HTML, see html-rules.ts. */
export const BlogPost = v.object({ ...PostCard.entries, content: v.string(), ...metaFields })
export type BlogPost = v.InferOutput<typeof BlogPost>

/** The user name of the administrator who created a post; null if unknown. */
const createdBy = v.nullable(v.string())

/** A post in the admin's list. */
export const AdminPostCard = v.object({
  ...PostCard.entries,
  /** When a draft is published automatically. */
  scheduledAt: v.nullable(IsoDate),
  createdBy,
  version: v.number(),
  /** How often it was opened in the last `recentViewDays` days, see endpoints.ts. */
  views: v.number(),
})
export type AdminPostCard = v.InferOutput<typeof AdminPostCard>

/** A post as the editor and the desktop get it. `excerpt` is '' if the author wrote none. */
export const AdminPost = v.object({
  ...BlogPost.entries,
  authorId: v.number(),
  scheduledAt: v.nullable(IsoDate),
  createdBy,
  /** Incremented by every change; PUT and DELETE send it as `If-Match: "version"`. */
  version: v.number(),
  /** The position of the last change among all changes of the blog. */
  sequence: v.number(),
})
export type AdminPost = v.InferOutput<typeof AdminPost>

/** A deleted post. PUT with its version in If-Match restores the post. */
export const Tombstone = v.object({ id: Uuid, version: v.number(), sequence: v.number() })
export type Tombstone = v.InferOutput<typeof Tombstone>

/**
 * Whether someone may delete a post: an owner any post, anyone else only those that they created. A copy on a computer may
 * have their name from before they were renamed, which stays reserved for them.
 */
export function mayDeletePost(
  {
    role,
    username,
    originalUsername,
  }: { role: Role; username: string; originalUsername?: string | null | undefined },
  { createdBy }: { createdBy: string | null },
): boolean {
  return role === 'owner' || (createdBy !== null && [username, originalUsername].includes(createdBy))
}

/**
 * The maximum lengths of a post's texts in characters, of which those of title and content only prevent abuse, and the maximum
 * numbers of its categories and tags.
 */
export const postLimits = {
  title: 300,
  content: 500_000,
  excerpt: 300,
  metaTitle: 60,
  metaDescription: 160,
  metaKeywords: 200,
  topicName: 60,
  categories: 10,
  tags: 20,
} as const

/** The largest submission of a post, in bytes of JSON. */
export const maxPostBytes = 4 * 1024 * 1024

/** The author if none is given. This one always exists. */
export const defaultAuthorId = 1

/** Optional text; '' and null count as absent. */
const optionalText = (name: string, maxLength: number) =>
  v.pipe(
    v.nullish(v.string(), ''),
    v.trim(),
    v.maxLength(maxLength, `${name} must be ${maxLength} characters or less`),
  )

/** Names of categories or tags, in the given order. Unknown ones are created. */
const topicNames = (name: string, maxCount: number) =>
  v.pipe(
    v.optional(
      v.array(
        v.pipe(
          v.string(),
          v.transform((text) => text.replace(/\s+/g, ' ').trim()),
          v.minLength(1, `A ${name} needs a name`),
          v.maxLength(postLimits.topicName, `A ${name} has at most ${postLimits.topicName} characters`),
        ),
      ),
      [],
    ),
    v.transform((names) => removeRepeats(names)),
    v.maxLength(maxCount, `Use at most ${maxCount}`),
  )

/** Removes names that differ from an earlier one only in their capitals. */
export function removeRepeats(names: readonly string[]): string[] {
  const byKey = Map.groupBy(names, (name) => name.toLowerCase())
  return Array.from(byKey.values()).flatMap(([first = '']) => first)
}

const mediaTags = ['img', 'oembed', 'iframe']

/** Whether a post's HTML has text or media: an empty paragraph is not content. */
export function hasContent(html: string): boolean {
  const isMedia = (token: HtmlToken) => token.kind === 'open' && mediaTags.includes(token.name)
  return textOf(html) !== '' || Array.from(htmlTokens(html)).some(isMedia)
}

/** The sanitizer's time is proportional to the length times the depth. The deepest real posts have twenty levels. */
export const maxContentDepth = 200

/** The error message for content that is nested more deeply. */
export const tooDeepMessage = `Content must have at most ${maxContentDepth} elements inside one another`

const ContentHtml = v.pipe(
  v.string('Content is required'),
  v.maxLength(postLimits.content, `Content must be ${postLimits.content} characters or less`),
  v.check((html) => !isDeeperThan(maxContentDepth, html), tooDeepMessage),
)

const isInsecure = (address: string) => /^http:/i.test(address) && safeImageAddress(address) === ''

const postFields = {
  // A missing field becomes '', so that it is rejected with the field's message.
  title: v.optional(
    v.pipe(
      v.string('Title is required'),
      v.trim(),
      v.minLength(1, 'Title is required'),
      v.maxLength(postLimits.title, `Title must be ${postLimits.title} characters or less`),
    ),
    '',
  ),
  content: v.optional(
    v.config(v.pipe(ContentHtml, v.check(hasContent, 'Content is required')), { abortPipeEarly: true }),
    '',
  ),
  excerpt: optionalText('Excerpt', postLimits.excerpt),
  slug: v.optional(Slug, ''),
  status: v.optional(v.picklist(postStatuses, 'Status must be draft or published'), 'draft'),
  authorId: v.nullish(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxDatabaseInteger)),
    defaultAuthorId,
  ),
  featuredImage: v.pipe(
    v.nullish(v.string(), ''),
    v.trim(),
    v.maxLength(maxLinkLength, `Use at most ${maxLinkLength} characters`),
    v.check(
      (address) => address === '' || safeImageAddress(address) !== '' || isInsecure(address),
      'Featured image must be an address that begins with https://, or an image of the library',
    ),
    v.check((address) => !isInsecure(address), unusableImageMessage('The image', 'http:')),
    v.transform(safeImageAddress),
  ),
  metaTitle: optionalText('Meta title', postLimits.metaTitle),
  metaDescription: optionalText('Meta description', postLimits.metaDescription),
  metaKeywords: optionalText('Meta keywords', postLimits.metaKeywords),
  categories: topicNames('category', postLimits.categories),
  tags: topicNames('tag', postLimits.tags),
  /** When a draft is published automatically; null for a published post. */
  scheduledAt: v.nullish(v.pipe(v.string(), v.isoTimestamp('Choose a day and a time')), null),
}

/** A post as the editor submits it. Other fields, for example publishedAt, are dropped. */
export const PostInput = v.object(postFields)
export type PostInput = v.InferOutput<typeof PostInput>

/** A new post. The client may choose the id, so that creating is idempotent. */
export const NewPost = v.object({ id: v.optional(Uuid), ...postFields })
export type NewPost = v.InferOutput<typeof NewPost>

/** A text that is being typed: its only limit is four times the form's length. */
const unfinishedText = (maxLength: number) => v.nullish(v.pipe(v.string(), v.maxLength(maxLength * 4)), '')

/** A text as the editor autosaves it: no field is required. */
export const UnfinishedPost = v.object({
  title: unfinishedText(postLimits.title),
  content: v.nullish(v.config(ContentHtml, { abortPipeEarly: true }), ''),
  excerpt: unfinishedText(postLimits.excerpt),
  slug: unfinishedText(postLimits.title),
  featuredImage: unfinishedText(maxLinkLength),
  metaTitle: unfinishedText(postLimits.metaTitle),
  metaDescription: unfinishedText(postLimits.metaDescription),
  metaKeywords: unfinishedText(postLimits.metaKeywords),
  categories: v.optional(v.pipe(v.array(unfinishedText(postLimits.topicName)), v.maxLength(100)), []),
  tags: v.optional(v.pipe(v.array(unfinishedText(postLimits.topicName)), v.maxLength(100)), []),
})
export type UnfinishedPost = v.InferOutput<typeof UnfinishedPost>

/** 'saved': a saved version of the post. 'autosave': the unsaved text of an open editor. */
export const revisionKinds = ['saved', 'autosave'] as const

/** One entry of a post's history. */
export const RevisionSummary = v.object({
  id: Uuid,
  kind: v.picklist(revisionKinds),
  /** For 'saved', the version it became; for 'autosave', the version it started from, or null for a new post. */
  version: v.nullable(v.number()),
  at: IsoDate,
  /** The administrator's name. */
  by: v.string(),
  title: v.string(),
  wordCount: v.number(),
})
export type RevisionSummary = v.InferOutput<typeof RevisionSummary>

/** A revision with its text. */
export const Revision = v.object({ ...RevisionSummary.entries, fields: v.required(UnfinishedPost) })
export type Revision = v.InferOutput<typeof Revision>
