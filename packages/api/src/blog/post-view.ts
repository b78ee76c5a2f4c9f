import type { AdminPost, AdminPostCard, BlogPost, PostCard, PostStatus } from '@priormark/core/blog/post'
import { isoTime, isoTimeOrNull } from '../platform/database/database.ts'

type Moment = Date | string
type NamedTopic = PostCard['tags'][number]

/** The columns of a card, as post-rows.ts selects them. */
export interface CardRow {
  id: string
  title: string
  slug: string
  summary: string
  featuredImage: string | null
  status: PostStatus
  publishedAt: Moment | null
  scheduledAt: Moment | null
  createdAt: Moment
  updatedAt: Moment
  version: number
  createdBy: string | null
  author: PostCard['author']
  categories: NamedTopic[]
  tags: NamedTopic[]
}

/** The columns of a whole post. */
export interface PostRow extends CardRow {
  content: string
  excerpt: string
  authorId: number
  metaTitle: string | null
  metaDescription: string | null
  metaKeywords: string | null
  sequence: number
}

export function postCardView(row: CardRow): PostCard {
  return {
    id: row.id,
    title: row.title,
    slug: row.slug,
    excerpt: row.summary,
    featuredImage: row.featuredImage,
    status: row.status,
    publishedAt: isoTimeOrNull(row.publishedAt),
    createdAt: isoTime(row.createdAt),
    updatedAt: isoTime(row.updatedAt),
    author: row.author,
    categories: row.categories,
    tags: row.tags,
  }
}

export function adminPostCardView(row: CardRow, views: number): AdminPostCard {
  const { createdBy, version } = row
  return { ...postCardView(row), scheduledAt: isoTimeOrNull(row.scheduledAt), createdBy, version, views }
}

export function blogPostView(row: PostRow): BlogPost {
  const { content, metaTitle, metaDescription, metaKeywords } = row
  return { ...postCardView(row), content, metaTitle, metaDescription, metaKeywords }
}

export function adminPostView(row: PostRow): AdminPost {
  const { excerpt, authorId, createdBy, version, sequence } = row
  const scheduledAt = isoTimeOrNull(row.scheduledAt)
  return { ...blogPostView(row), excerpt, authorId, scheduledAt, createdBy, version, sequence }
}
