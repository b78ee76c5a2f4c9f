import type { PostFilter } from '@priormark/core/blog/endpoints'
import { blogPageSize, maxCount } from '@priormark/core/limits'
import { containsPattern } from '../db/like-pattern.ts'
import type { Em } from '../db/orm.ts'
import { findCards } from './post-rows.ts'
import { readSearch } from './post-search.ts'
import type { CardRow } from './post-view.ts'

export interface PostPage {
  rows: CardRow[]
  total: number
}

interface Listing {
  where: string
  /** Newest first, by what the list calls new. */
  order: string
  search: string
  page: number
  limit: number
}

const isPublished = "p.status = 'published' and p.deleted_at is null"

const conditions: Record<PostFilter, string> = {
  all: 'p.deleted_at is null',
  published: isPublished,
  draft: "p.status = 'draft' and p.deleted_at is null",
}

/** A page of what readers may see, newest first; with a search, best first. */
export function listPublished(em: Em, input: { search: string; page: number }): Promise<PostPage> {
  return list(em, {
    ...input,
    where: isPublished,
    order: 'p.published_at desc, p.id desc',
    limit: blogPageSize,
  })
}

/** A page of all posts, last changed first; with a search, best first. */
export function listForAdmin(
  em: Em,
  { status, ...input }: { status: PostFilter; search: string; page: number; limit: number },
): Promise<PostPage> {
  return list(em, { ...input, where: conditions[status], order: 'p.updated_at desc, p.id desc' })
}

/** Finds the ids first: the columns of a card are fetched for the page that is shown, not for all that fits. */
async function list(em: Em, listing: Listing): Promise<PostPage> {
  const { ids, total } = listing.search === '' ? await newest(em, listing) : await best(em, listing)
  return { rows: await findCards(em, ids), total }
}

interface Found {
  ids: string[]
  total: number
}

async function newest(em: Em, { where, order, page, limit }: Listing): Promise<Found> {
  const rows = await em.execute<{ id: string }[]>(
    `select p.id from blog_post p where ${where} order by ${order} limit ? offset ?`,
    [limit, (page - 1) * limit],
  )
  const [count] = await em.execute<{ total: number }[]>(
    `select count(*)::int as total from blog_post p where ${where}`,
  )
  return { ids: rows.map(({ id }) => id), total: count?.total ?? 0 }
}

/**
 * Ranks at most `maxCount` of what fits, those first that have the words in title or excerpt: past that nobody turns
 * pages, and ranking everything would be slow.
 */
async function best(em: Em, { where, order, search, page, limit }: Listing): Promise<Found> {
  const found = await readSearch(em, search)
  const columns = 'p.id, p.search, p.published_at, p.updated_at'
  const paging = [limit, (page - 1) * limit]
  const [row] =
    'text' in found
      ? await em.execute<Found[]>(
          `with fitting as materialized (
             select ${columns} from blog_post p where ${where} and p.search_text like ? limit ${maxCount})
           select (select count(*)::int from fitting) as total,
             array(select p.id::text from fitting p order by ${order} limit ? offset ?) as ids`,
          [containsPattern(found.text), ...paging],
        )
      : await em.execute<Found[]>(
          `with heads as materialized (
             select ${columns} from blog_post p where ${where} and p.search_head @@ ?::tsquery limit ${maxCount}),
           fitting as materialized (
             select * from heads
             union all
             (select ${columns} from blog_post p where ${where} and p.search @@ ?::tsquery
              and not exists (select from heads where heads.id = p.id)
              limit ${maxCount} - (select count(*) from heads)))
           select (select count(*)::int from fitting) as total,
             array(select p.id::text from fitting p
                   order by ts_rank('{0, 0.1, 0.4, 1}', p.search, ?::tsquery) desc, ${order}
                   limit ? offset ?) as ids`,
          [found.query, found.query, found.query, ...paging],
        )
  return row ?? { ids: [], total: 0 }
}
