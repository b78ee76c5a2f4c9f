import * as v from 'valibot'
import { IsoDate, Uuid } from '../ids.ts'

/** A post is a draft or published (SPEC.md section 4); a scheduled one is a draft with a moment. */
export const postStatuses = ['draft', 'published'] as const
export type PostStatus = (typeof postStatuses)[number]

/** Who wrote a post. */
export const Author = v.object({ firstName: v.string(), username: v.string() })
export type Author = v.InferOutput<typeof Author>

/** A category or a tag. */
export const Topic = v.object({ id: v.number(), name: v.string(), slug: v.string() })
export type Topic = v.InferOutput<typeof Topic>

/** What a card of a post shows. `excerpt` is the written one, else made from the content. */
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

/** A post as readers get it (SPEC.md section 3). `content` is clean HTML, see html-rules.ts. */
export const BlogPost = v.object({ ...PostCard.entries, content: v.string(), ...metaFields })
export type BlogPost = v.InferOutput<typeof BlogPost>

/** A line of the admin's list. */
export const AdminPostCard = v.object({
  ...PostCard.entries,
  /** When a draft will be published by itself. */
  scheduledAt: v.nullable(IsoDate),
  version: v.number(),
})
export type AdminPostCard = v.InferOutput<typeof AdminPostCard>

/** A post as the editor and the desktop get it. `excerpt` is the written one: '' where it is made from the content. */
export const AdminPost = v.object({
  ...BlogPost.entries,
  authorId: v.number(),
  scheduledAt: v.nullable(IsoDate),
  /** Goes up with every change; PUT and DELETE send it as `If-Match: "version"`. */
  version: v.number(),
  /** The place of the last change among all changes of the blog. */
  sequence: v.number(),
})
export type AdminPost = v.InferOutput<typeof AdminPost>

/** What is left of a deleted post. PUT with its version in If-Match brings the post back. */
export const Tombstone = v.object({ id: Uuid, version: v.number(), sequence: v.number() })
export type Tombstone = v.InferOutput<typeof Tombstone>
