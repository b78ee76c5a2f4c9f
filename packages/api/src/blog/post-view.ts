import type { AdminPost, AdminPostCard, BlogPost, PostCard, PostStatus } from '@priormark/core/blog/post'
import { isoTime, isoTimeOrNull, type Em } from '../platform/database/database.ts'
import { AppError } from '@priormark/core/platform/errors'

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

const topics = (kind: 'category' | 'tag') =>
  `coalesce((select json_agg(json_build_object('id', t.id, 'name', t.name, 'slug', t.slug) order by pt.position)
     from blog_post_topic pt join blog_topic t on t.id = pt.topic_id
     where pt.post_id = p.id and t.kind = '${kind}'), '[]'::json)`

/** The columns of a card. Frequent reads map plain rows to the view, because entities cost several times the query. */
const cardColumns = `p.id, p.title, p.slug, p.summary, p.featured_image as "featuredImage", p.status,
  p.published_at as "publishedAt", p.scheduled_at as "scheduledAt", p.created_at as "createdAt",
  p.updated_at as "updatedAt", p.version,
  (select c.username from admin c where c.id = p.created_by_id) as "createdBy",
  (select json_build_object('firstName', a.first_name, 'username', a.username)
   from blog_author a where a.id = p.author_id) as author,
  ${topics('category')} as categories, ${topics('tag')} as tags`

/** The columns of a whole post. */
export const postColumns = `${cardColumns}, p.content, p.excerpt, p.author_id as "authorId",
  p.meta_title as "metaTitle", p.meta_description as "metaDescription", p.meta_keywords as "metaKeywords",
  p.sequence`

/** Returns cards in the order of the given ids. */
export async function findCards(em: Em, ids: readonly string[]): Promise<CardRow[]> {
  if (ids.length === 0) return []
  const rows = await em.execute<CardRow[]>(
    `select ${cardColumns} from blog_post p where p.id in (${ids.map(() => '?').join(', ')})`,
    [...ids],
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Returns a post that is not deleted. */
export async function findPostRow(em: Em, id: string): Promise<PostRow | null> {
  const [row] = await em.execute<PostRow[]>(
    `select ${postColumns} from blog_post p where p.id = ? and p.deleted_at is null`,
    [id],
  )
  return row ?? null
}

/** @throws AppError not_found */
export async function readPostRow(em: Em, id: string): Promise<PostRow> {
  const row = await findPostRow(em, id)
  if (row === null) throw postNotFound()
  return row
}

/** Returns the published post of a slug. For an old slug, the post's `slug` differs. @throws AppError not_found */
export async function readPublishedRow(em: Em, slug: string): Promise<PostRow> {
  const [row] = await em.execute<PostRow[]>(
    `select ${postColumns} from blog_post p
     where p.status = 'published' and p.deleted_at is null
       and (p.slug = ? or p.id = (select r.post_id from blog_slug_redirect r where r.slug = ?))
     order by p.slug = ? desc limit 1`,
    [slug, slug, slug],
  )
  if (row === undefined) throw postNotFound()
  return row
}

/** Also used for posts that the caller may not see. */
export function postNotFound(): AppError {
  return new AppError('not_found', 'This post doesn’t exist')
}
