import type { PostFilter, PostSort } from '@priormark/core/blog/post'
import { blogPageSize, maxCount } from '@priormark/core/platform/limits'
import { foldText } from '@priormark/core/platform/search-text'
import { containsPattern, type Em } from '../platform/database/database.ts'
import { findCards, isPublished } from './post-view.ts'
import { recentViewsOf } from './post-views.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import * as v from 'valibot'
import { readRow, readRows } from '../platform/database/rows.ts'
import { queries } from './tables.ts'

/** The limit for one network. A search takes about 25 ms of CPU time, and no result is cached. */
export const searchLimit = { name: 'blog-search', hits: 60, windowSeconds: 60 }

interface ListQuery {
  where: RawBuilder<SqlBool>
  /** How the list is sorted. */
  order: RawBuilder<unknown>
  search: string
  page: number
  limit: number
}

interface AdminListQuery extends Omit<ListQuery, 'where' | 'order'> {
  status: PostFilter
  sort: PostSort
  today: string
}

const conditions: Record<PostFilter, RawBuilder<SqlBool>> = {
  all: sql`p.deleted_at is null`,
  published: isPublished,
  draft: sql`p.status = 'draft' and p.scheduled_at is null and p.deleted_at is null`,
  scheduled: sql`p.status = 'draft' and p.scheduled_at is not null and p.deleted_at is null`,
}

/** Returns a page of published posts: newest first, or for a search best match first. */
export function listPublished(em: Em, input: { search: string; page: number }) {
  return listPage(em, {
    ...input,
    where: isPublished,
    order: sql`p.published_at desc, p.id desc`,
    limit: blogPageSize,
  })
}

/** Returns a page of all posts: in the chosen order, or for a search best match first. @param today in the shop's time zone */
export function listForAdmin(em: Em, { status, sort, today, ...input }: AdminListQuery) {
  const byChange = sql`p.updated_at desc, p.id desc`
  const order = sort === 'views' ? sql`${recentViewsOf(sql`p.id`, today)} desc, ${byChange}` : byChange
  return listPage(em, { ...input, where: conditions[status], order })
}

/** Finds ids first, so that card columns are fetched only for the shown page. */
async function listPage(em: Em, listQuery: ListQuery) {
  const { ids, total } =
    listQuery.search === '' ? await findAll(em, listQuery) : await findBestMatches(em, listQuery)
  return { rows: await findCards(em, ids), total }
}

const Matches = v.object({ ids: v.array(v.string()), total: v.number() })
type Matches = v.InferOutput<typeof Matches>

async function findAll(em: Em, { where, order, page, limit }: ListQuery): Promise<Matches> {
  const posts = queries(em).selectFrom('blog_post as p').where(where)
  const rows = await posts
    .select('p.id')
    .orderBy(order)
    .limit(sql.lit(limit))
    .offset(sql.lit((page - 1) * limit))
    .execute()
  const { total } = await posts.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  return { ids: rows.map(({ id }) => id), total }
}

/** Only this many of the newest content-only matches are ranked, because reading a text's vector is slow. */
const maxRankedContents = 200

/**
 * Returns at most `maxCount` matches: first those in title or excerpt, ranked by these, then the others, ranked by
 * their content. Further pages are hardly ever read, and finding all matches would be slow.
 */
async function findBestMatches(em: Em, listQuery: ListQuery): Promise<Matches> {
  const postSearch = await parseSearch(em, listQuery.search)
  return em.transactional(async (tx) => {
    // PostgreSQL underestimates the cost of reading vectors, and would scan the table instead of using the index.
    await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`.execute(
      queries(tx),
    )
    return 'text' in postSearch
      ? findByText(tx, postSearch, listQuery)
      : findByWords(tx, postSearch, listQuery)
  })
}

function findByText(em: Em, { text }: { text: string }, { where, order, page, limit }: ListQuery) {
  return readRow(em, Matches)`
    with matches as materialized (
      select p.id, p.published_at, p.updated_at from blog_post p
      where (${where}) is true and p.search_text like ${containsPattern(text)} limit ${maxCount})
    select (select count(*)::int from matches) as total,
      array(select p.id::text from matches p order by ${order} limit ${limit} offset ${(page - 1) * limit}) as ids`
}

function findByWords(em: Em, { query }: { query: string }, { where, order, page, limit }: ListQuery) {
  const rankOf = (words: RawBuilder<unknown>) => sql`ts_rank('{0, 0.1, 0.4, 1}', ${words}, ${query}::tsquery)`
  return readRow(em, Matches)`
    with heads as materialized (
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
            limit ${limit} offset ${(page - 1) * limit}) as ids`
}

/** How many words of a search are used. Without a limit, PostgreSQL would expect a thousand and JIT-compile the statement. */
const maxWords = 8

/** A search: a tsquery, or a text to find literally. */
type PostSearch = { query: string } | { text: string }

/**
 * Parses a search. Each word matches itself, its inflections, and words that begin with or contain it. If no post
 * has such a word, it matches similarly spelled words.
 */
async function parseSearch(em: Em, search: string): Promise<PostSearch> {
  const words = foldText(search).match(/[\p{L}\p{N}]+/gu) ?? []
  const lexemesByWord = await readLexemes(em, words)
  const query = lexemesByWord.map((lexemes) => `(${lexemes.join(' | ')})`).join(' & ')
  // A search with only stop words, such as 'how to', or without words is matched literally.
  return query === '' ? { text: foldText(search) } : { query }
}

const WordRow = v.object({
  word: v.string(),
  /** Null for a word that is not in the dictionary. */
  stem: v.nullable(v.string()),
  /** Stored words that contain the stem. */
  parts: v.array(v.string()),
  similar: v.array(v.string()),
})

/** Returns the lexemes that each word matches, quoted for a tsquery, without stop words. */
async function readLexemes(em: Em, words: string[]): Promise<string[][]> {
  const rows = await readRows(em, WordRow)`
    select word, stem, parts,
      case when length(stem) > 2 and cardinality(parts) = 0
        then array(select w.word from blog_word w where w.word % stem
                   order by similarity(w.word, stem) desc, w.word limit 3)
        else '{}'::text[] end as similar
    from (select * from string_to_table(${words.join(' ')}, ' ') with ordinality limit ${maxWords}) as typed (word, place),
      ts_lexize('english_stem', word) as lexemes,
      lateral (select lexemes[1] as stem) as stems,
      lateral (select array(select w.word from blog_word w
                            where length(stem) > 2 and w.word like '%' || stem || '%' limit 30) as parts) as stored
    where lexemes is null or cardinality(lexemes) > 0
    order by place`
  return rows.map(({ word, stem, parts, similar }) =>
    stem === null ? [`${quote(word)}:*`] : [`${quote(stem)}:*`, ...[...parts, ...similar].map(quote)],
  )
}

function quote(lexeme: string): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
