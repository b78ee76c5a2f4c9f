import { textOf } from '@priormark/core/blog/excerpt'
import { foldText } from '@priormark/core/platform/search-text'
import type { Em } from '../platform/database/database.ts'
import { sql } from 'kysely'
import * as v from 'valibot'
import { readRows } from '../platform/database/rows.ts'
import { queries } from './tables.ts'

/** Searches of one network. Each takes about 25 ms of a processor, and no result is cached. */
export const searchLimit = { name: 'blog-search', hits: 60, windowSeconds: 60 }

/** How much of a post is searched, in characters: PostgreSQL's vectors end at a megabyte. */
const maxSearchedLength = 150_000

/** The number of words of a search that are used. PostgreSQL would plan for a thousand without it, and compile the statement. */
const maxWords = 8

/** Returns the text for the substring search: title and excerpt. */
export function postSearchText(post: { title: string; summary: string }): string {
  return foldText(`${post.title} ${post.summary}`)
}

/** Indexes a post for the search. The title weighs most, then the excerpt, then the content. */
export async function indexPost(
  em: Em,
  post: { id: string; title: string; excerpt: string; content: string },
): Promise<void> {
  const vectorOf = (text: string) =>
    sql`to_tsvector('english', ${foldText(text).slice(0, maxSearchedLength)}::text)`
  const head = sql`setweight(${vectorOf(post.title)}, 'A') || setweight(${vectorOf(post.excerpt)}, 'B')`
  await sql`with changed as (
      update blog_post set search = head || setweight(${vectorOf(textOf(post.content))}, 'C'), search_head = head
      from (select ${head} as head) as heads
      where id = ${post.id} returning search)
    insert into blog_word (word) select unnest(tsvector_to_array(search)) from changed on conflict do nothing`.execute(
    queries(em),
  )
}

/** A search: a tsquery, or a text to find literally. */
type PostSearch = { query: string } | { text: string }

/**
 * Parses a typed search. Each word matches itself, its inflections, and words that begin with or contain it. If no post
 * has such a word, it matches similarly spelled words.
 */
export async function readSearch(em: Em, typed: string): Promise<PostSearch> {
  const words = foldText(typed).match(/[\p{L}\p{N}]+/gu) ?? []
  const meanings = await lexemesOf(em, words)
  const query = meanings.map((lexemes) => `(${lexemes.join(' | ')})`).join(' & ')
  // A search with only stop words, such as 'how to', or without words is matched literally.
  return query === '' ? { text: foldText(typed) } : { query }
}

const WordRow = v.object({
  word: v.string(),
  /** Null for a word that the dictionary does not know. */
  stem: v.nullable(v.string()),
  /** Stored words that contain the stem. */
  parts: v.array(v.string()),
  similar: v.array(v.string()),
})

/** Returns the lexemes that each word matches, for a tsquery, without stop words. */
async function lexemesOf(em: Em, words: string[]): Promise<string[][]> {
  const rows = await readRows(
    em,
    WordRow,
    sql`select word, stem, parts,
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
     order by place`,
  )
  return rows.map(({ word, stem, parts, similar }) =>
    stem === null ? [`${quote(word)}:*`] : [`${quote(stem)}:*`, ...[...parts, ...similar].map(quote)],
  )
}

function quote(lexeme: string): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
