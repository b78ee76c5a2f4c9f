import * as v from 'valibot'
import { IsoDate, Uuid } from '../platform/ids.ts'
import type { Role } from '../platform/roles.ts'

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
  /** How often it was opened in the last `recentViewDays` days, see post-views.ts. */
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
