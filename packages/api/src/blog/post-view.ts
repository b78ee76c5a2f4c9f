import {
  postStatuses,
  type AdminPost,
  type AdminPostCard,
  type BlogPost,
  type PostCard,
} from '@priormark/core/blog/post'
import type { Em } from '../platform/database/database.ts'
import { AppError } from '@priormark/core/platform/errors'
import { sql, type SqlBool } from 'kysely'
import * as v from 'valibot'
import { columnsOf, compileOnce, prepareStatement, readRows } from '../platform/database/rows.ts'
import type { TopicKind } from './post-entity.ts'

/** The columns of the table that a card shows. */
const CardColumns = v.object({
  id: v.string(),
  title: v.string(),
  slug: v.string(),
  summary: v.string(),
  featuredImage: v.nullable(v.string()),
  status: v.picklist(postStatuses),
  publishedAt: v.nullable(v.date()),
  scheduledAt: v.nullable(v.date()),
  createdAt: v.date(),
  updatedAt: v.date(),
  version: v.number(),
})

const TopicsRow = v.array(v.object({ id: v.number(), name: v.string(), slug: v.string() }))

/** What a card shows, selected by `cardColumns`. */
const CardRow = v.object({
  ...CardColumns.entries,
  createdBy: v.nullable(v.string()),
  author: v.object({ firstName: v.string(), username: v.string() }),
  categories: TopicsRow,
  tags: TopicsRow,
})
export type CardRow = v.InferOutput<typeof CardRow>

/** The columns of the table that only a whole post shows. */
const TextColumns = v.object({
  content: v.string(),
  excerpt: v.string(),
  authorId: v.number(),
  metaTitle: v.nullable(v.string()),
  metaDescription: v.nullable(v.string()),
  metaKeywords: v.nullable(v.string()),
  sequence: v.number(),
})

/** A whole post, selected by `postColumns`. */
export const PostRow = v.object({ ...CardRow.entries, ...TextColumns.entries })
export type PostRow = v.InferOutput<typeof PostRow>

const topics = (kind: TopicKind) =>
  sql`coalesce((select json_agg(json_build_object('id', t.id, 'name', t.name, 'slug', t.slug) order by pt.position)
     from blog_post_topic pt join blog_topic t on t.id = pt.topic_id
     where pt.post_id = p.id and t.kind = ${sql.lit(kind)}), '[]'::json)`

/** Selects plain rows of posts `p`: creating entities would take several times as long as the query. */
const cardColumns = compileOnce(sql`${columnsOf(CardColumns, 'p')},
  (select c.username from admin c where c.id = p.created_by_id) as "createdBy",
  (select json_build_object('firstName', a.first_name, 'username', a.username)
   from blog_author a where a.id = p.author_id) as author,
  ${topics('category')} as categories, ${topics('tag')} as tags`)

export const postColumns = compileOnce(sql`${cardColumns}, ${columnsOf(TextColumns, 'p')}`)

/** Whether readers see the post `p`. */
export const isPublished = sql<SqlBool>`p.status = 'published' and p.deleted_at is null`

export function postCardView(row: CardRow): PostCard {
  return {
    id: row.id,
    title: row.title,
    slug: row.slug,
    excerpt: row.summary,
    featuredImage: row.featuredImage,
    status: row.status,
    publishedAt: row.publishedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    author: row.author,
    categories: row.categories,
    tags: row.tags,
  }
}

export function adminPostCardView(row: CardRow, views: number): AdminPostCard {
  const { createdBy, version } = row
  const scheduledAt = row.scheduledAt?.toISOString() ?? null
  return { ...postCardView(row), scheduledAt, createdBy, version, views }
}

export function blogPostView(row: PostRow): BlogPost {
  const { content, metaTitle, metaDescription, metaKeywords } = row
  return { ...postCardView(row), content, metaTitle, metaDescription, metaKeywords }
}

export function adminPostView(row: PostRow): AdminPost {
  const { excerpt, authorId, createdBy, version, sequence } = row
  const scheduledAt = row.scheduledAt?.toISOString() ?? null
  return { ...blogPostView(row), excerpt, authorId, scheduledAt, createdBy, version, sequence }
}

/**
 * Returns cards in the order of their ids, which come from the database and are literals in the statement: without
 * parameters, the driver sends one message instead of four.
 */
export async function findCards(em: Em, ids: readonly string[]): Promise<CardRow[]> {
  if (ids.length === 0) return []
  const rows = await readRows(em, CardRow)`
    select ${cardColumns} from blog_post p where p.id in (${sql.join(ids.map((id) => sql.lit(id)))})`
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Returns a post that is not deleted. */
export async function findPostRow(em: Em, id: string): Promise<PostRow | null> {
  const [row] = await readRows(em, PostRow)`
    select ${postColumns} from blog_post p where p.id = ${id} and p.deleted_at is null`
  return row ?? null
}

/** @throws AppError not_found */
export async function readPostRow(em: Em, id: string): Promise<PostRow> {
  const row = await findPostRow(em, id)
  if (row === null) throw postNotFound()
  return row
}

const findPublished = prepareStatement(PostRow)`
  select ${postColumns} from blog_post p
  where ${isPublished} and (p.slug = $1 or p.id = (select r.post_id from blog_slug_redirect r where r.slug = $1))
  order by p.slug = $1 desc limit 1`

/** Returns the published post of a slug. For an old slug, the post's `slug` differs. @throws AppError not_found */
export async function readPublishedRow(em: Em, slug: string): Promise<PostRow> {
  const [row] = await findPublished(em, slug)
  if (row === undefined) throw postNotFound()
  return row
}

/** The error for a post that does not exist, or that the caller may not see. */
export function postNotFound(): AppError {
  return new AppError('not_found', 'This post doesn’t exist')
}
