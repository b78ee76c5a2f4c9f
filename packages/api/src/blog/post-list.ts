import type { PostFilter, PostSort } from '@priormark/core/blog/post'
import { blogPageSize, maxCount } from '@priormark/core/platform/limits'
import { containsPattern, type Em } from '../platform/database/database.ts'
import { findCards, type CardRow } from './post-view.ts'
import { readSearch } from './post-search.ts'
import { recentViewsOf } from './post-views.ts'

interface PostPage {
  rows: CardRow[]
  total: number
}

interface Listing {
  where: string
  /** An SQL expression by which the list is sorted, newest first. */
  order: string
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

const isPublished = "p.status = 'published' and p.deleted_at is null"

const conditions: Record<PostFilter, string> = {
  all: 'p.deleted_at is null',
  published: isPublished,
  draft: "p.status = 'draft' and p.scheduled_at is null and p.deleted_at is null",
  scheduled: "p.status = 'draft' and p.scheduled_at is not null and p.deleted_at is null",
}

/** Returns a page of published posts: newest first, or for a search best match first. */
export function listPublished(em: Em, input: { search: string; page: number }): Promise<PostPage> {
  return listPage(em, {
    ...input,
    where: isPublished,
    order: 'p.published_at desc, p.id desc',
    limit: blogPageSize,
  })
}

/** Returns a page of all posts: sorted as asked, or for a search best match first. @param today in the shop */
export function listForAdmin(em: Em, { status, sort, today, ...input }: AdminListing): Promise<PostPage> {
  const changed = 'p.updated_at desc, p.id desc'
  const order = sort === 'views' ? `${recentViewsOf('p.id', today)} desc, ${changed}` : changed
  return listPage(em, { ...input, where: conditions[status], order })
}

/** Finds ids first, so that card columns are fetched only for the shown page. */
async function listPage(em: Em, listing: Listing): Promise<PostPage> {
  const { ids, total } =
    listing.search === '' ? await newestPosts(em, listing) : await bestMatches(em, listing)
  return { rows: await findCards(em, ids), total }
}

interface Found {
  ids: string[]
  total: number
}

async function newestPosts(em: Em, { where, order, page, limit }: Listing): Promise<Found> {
  const rows = await em.execute<{ id: string }[]>(
    `select p.id from blog_post p where ${where} order by ${order} limit ? offset ?`,
    [limit, (page - 1) * limit],
  )
  const [count] = await em.execute<{ total: number }[]>(
    `select count(*)::int as total from blog_post p where ${where}`,
  )
  return { ids: rows.map(({ id }) => id), total: count?.total ?? 0 }
}

/** Only this many of the newest content-only matches are ranked, because reading a text's vector is slow. */
const maxRankedContents = 200

/**
 * Returns at most `maxCount` matches: first those in title or excerpt, ranked by these, then the others, ranked by
 * their content. Further pages are hardly ever read, and finding everything would be slow.
 */
async function bestMatches(em: Em, listing: Listing): Promise<Found> {
  const condition = await readSearch(em, listing.search)
  return em.transactional(async (tx) => {
    // PostgreSQL underestimates the cost of reading vectors, and would scan the table instead of using the index.
    await tx.execute(
      "select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)",
    )
    const [row] =
      'text' in condition
        ? await findByText(tx, condition, listing)
        : await findByWords(tx, condition, listing)
    return row ?? { ids: [], total: 0 }
  })
}

function findByText(em: Em, { text }: { text: string }, { where, order, page, limit }: Listing) {
  return em.execute<Found[]>(
    `with fitting as materialized (
       select p.id, p.published_at, p.updated_at from blog_post p
       where (${where}) is true and p.search_text like ? limit ${maxCount})
     select (select count(*)::int from fitting) as total,
       array(select p.id::text from fitting p order by ${order} limit ? offset ?) as ids`,
    [containsPattern(text), limit, (page - 1) * limit],
  )
}

function findByWords(em: Em, { query }: { query: string }, { where, order, page, limit }: Listing) {
  return em.execute<Found[]>(
    `with heads as materialized (
       select p.id, ${rankOf('p.search_head')} as rank, p.published_at, p.updated_at from blog_post p
       where (${where}) is true and p.search_head @@ ?::tsquery limit ${maxCount}),
     head_count as materialized (select count(*)::int as heads from heads),
     contents as materialized (
       select p.id, p.search as words, p.published_at, p.updated_at from blog_post p
       where (${where}) is true and p.search @@ ?::tsquery and not exists (select from heads where heads.id = p.id)
       limit ${maxCount} - (select heads from head_count))
     select (select heads from head_count) + (select count(*)::int from contents) as total,
       array(select p.id::text
             from (select id, true as is_head, rank, published_at, updated_at from heads
                   union all
                   select p.id, false,
                     case when (select heads from head_count) < ? and row_number() over (order by ${order}) <= ${maxRankedContents}
                       then ${rankOf('p.words')} end,
                     p.published_at, p.updated_at from contents p) p
             order by is_head desc, rank desc nulls last, ${order}
             limit ? offset ?) as ids`,
    [query, query, query, page * limit, query, limit, (page - 1) * limit],
  )
}

const rankOf = (words: string) => `ts_rank('{0, 0.1, 0.4, 1}', ${words}, ?::tsquery)`
