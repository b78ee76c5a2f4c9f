import type { PostFilter, PostSort } from '@priormark/core/blog/post'
import { blogPageSize, maxCount } from '@priormark/core/platform/limits'
import { containsPattern, type Em } from '../platform/database/database.ts'
import { findCards, isPublished, type CardRow } from './post-view.ts'
import { readSearch } from './post-search.ts'
import { recentViewsOf } from './post-views.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import * as v from 'valibot'
import { readRow } from '../platform/database/rows.ts'
import { queries } from './tables.ts'

interface PostPage {
  rows: CardRow[]
  total: number
}

interface Listing {
  where: RawBuilder<SqlBool>
  /** By what the list is sorted, newest first. */
  order: RawBuilder<unknown>
  search: string
  page: number
  limit: number
}

interface AdminListing {
  status: PostFilter
  sort: PostSort
  today: string
  search: string
  page: number
  limit: number
}

const conditions: Record<PostFilter, RawBuilder<SqlBool>> = {
  all: sql`p.deleted_at is null`,
  published: isPublished,
  draft: sql`p.status = 'draft' and p.scheduled_at is null and p.deleted_at is null`,
  scheduled: sql`p.status = 'draft' and p.scheduled_at is not null and p.deleted_at is null`,
}

/** Returns a page of published posts: newest first, or for a search best match first. */
export function listPublished(em: Em, input: { search: string; page: number }): Promise<PostPage> {
  return listPage(em, {
    ...input,
    where: isPublished,
    order: sql`p.published_at desc, p.id desc`,
    limit: blogPageSize,
  })
}

/** Returns a page of all posts: sorted as asked, or for a search best match first. @param today in the shop */
export function listForAdmin(em: Em, { status, sort, today, ...input }: AdminListing): Promise<PostPage> {
  const changed = sql`p.updated_at desc, p.id desc`
  const order = sort === 'views' ? sql`${recentViewsOf(sql`p.id`, today)} desc, ${changed}` : changed
  return listPage(em, { ...input, where: conditions[status], order })
}

/** Finds ids first, so that card columns are fetched only for the shown page. */
async function listPage(em: Em, listing: Listing): Promise<PostPage> {
  const { ids, total } =
    listing.search === '' ? await newestPosts(em, listing) : await bestMatches(em, listing)
  return { rows: await findCards(em, ids), total }
}

const Matches = v.object({ ids: v.array(v.string()), total: v.number() })
type Matches = v.InferOutput<typeof Matches>

async function newestPosts(em: Em, { where, order, page, limit }: Listing): Promise<Matches> {
  const posts = queries(em).selectFrom('blog_post as p').where(where)
  const rows = await posts
    .select('p.id')
    .orderBy(order)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const { total } = await posts.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  return { ids: rows.map(({ id }) => id), total }
}

/** Only this many of the newest content-only matches are ranked, because reading a text's vector is slow. */
const maxRankedContents = 200

/**
 * Returns at most `maxCount` matches: first those in title or excerpt, ranked by these, then the others, ranked by
 * their content. Further pages are hardly ever read, and finding everything would be slow.
 */
async function bestMatches(em: Em, listing: Listing): Promise<Matches> {
  const condition = await readSearch(em, listing.search)
  return em.transactional(async (tx) => {
    // PostgreSQL underestimates the cost of reading vectors, and would scan the table instead of using the index.
    await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`.execute(
      queries(tx),
    )
    return 'text' in condition ? findByText(tx, condition, listing) : findByWords(tx, condition, listing)
  })
}

function findByText(em: Em, { text }: { text: string }, { where, order, page, limit }: Listing) {
  return readRow(
    em,
    Matches,
    sql`with fitting as materialized (
       select p.id, p.published_at, p.updated_at from blog_post p
       where (${where}) is true and p.search_text like ${containsPattern(text)} limit ${maxCount})
     select (select count(*)::int from fitting) as total,
       array(select p.id::text from fitting p order by ${order} limit ${limit} offset ${(page - 1) * limit}) as ids`,
  )
}

function findByWords(em: Em, { query }: { query: string }, { where, order, page, limit }: Listing) {
  const rankOf = (words: RawBuilder<unknown>) => sql`ts_rank('{0, 0.1, 0.4, 1}', ${words}, ${query}::tsquery)`
  return readRow(
    em,
    Matches,
    sql`with heads as materialized (
       select p.id, ${rankOf(sql`p.search_head`)} as rank, p.published_at, p.updated_at from blog_post p
       where (${where}) is true and p.search_head @@ ${query}::tsquery limit ${maxCount}),
     head_count as materialized (select count(*)::int as heads from heads),
     contents as materialized (
       select p.id, p.search as words, p.published_at, p.updated_at from blog_post p
       where (${where}) is true and p.search @@ ${query}::tsquery and not exists (select from heads where heads.id = p.id)
       limit ${maxCount}::int - (select heads from head_count))
     select (select heads from head_count) + (select count(*)::int from contents) as total,
       array(select p.id::text
             from (select id, true as is_head, rank, published_at, updated_at from heads
                   union all
                   select p.id, false,
                     case when (select heads from head_count) < ${page * limit}::int and row_number() over (order by ${order}) <= ${maxRankedContents}
                       then ${rankOf(sql`p.words`)} end,
                     p.published_at, p.updated_at from contents p) p
             order by is_head desc, rank desc nulls last, ${order}
             limit ${limit} offset ${(page - 1) * limit}) as ids`,
  )
}
