import type { AdminPost, Tombstone } from '@priormark/core/blog/post'
import type { Em } from '../platform/database/database.ts'
import { adminPostView, postColumns, PostRow } from './post-view.ts'
import { sql } from 'kysely'
import * as v from 'valibot'
import { readRows } from '../platform/database/rows.ts'
import { queries } from './tables.ts'

const blogLock = 4_157_202

/**
 * Serializes changes of posts until the transaction ends. Therefore sequence numbers become visible in order: a reader
 * who has seen one will never find a smaller one later. It also prevents races for slugs. Few people change posts, so
 * waits are short.
 */
export async function lockPosts(em: Em): Promise<void> {
  if (!em.isInTransaction()) throw new Error('posts are changed in a transaction')
  await sql`select pg_advisory_xact_lock(${blogLock})`.execute(queries(em))
}

/** Returns the number of the next change. Requires lockPosts(). */
export async function nextSequence(em: Em): Promise<number> {
  return (await lastSequence(em)) + 1
}

/** Returns the number of the last change, 0 without any. While it is unchanged, so is everything the blog shows. */
export async function lastSequence(em: Em): Promise<number> {
  const { last } = await queries(em)
    .selectFrom('blog_post')
    .select((eb) => eb.fn.max('sequence').as('last'))
    .executeTakeFirstOrThrow()
  return last ?? 0
}

const ChangedRow = v.object({ ...PostRow.entries, isDeleted: v.boolean() })

/** Returns the posts changed after `since`, oldest change first, each once and in its current state. */
export async function changesSince(
  em: Em,
  { since, limit }: { since: number; limit: number },
): Promise<{ posts: AdminPost[]; deleted: Tombstone[]; sequence: number; more: boolean }> {
  const rows = await readRows(
    em,
    ChangedRow,
    sql`select ${postColumns}, p.deleted_at is not null as "isDeleted"
        from blog_post p where p.sequence > ${since} order by p.sequence limit ${limit + 1}`,
  )
  const page = rows.slice(0, limit)
  return {
    posts: page.filter((row) => !row.isDeleted).map(adminPostView),
    deleted: page
      .filter((row) => row.isDeleted)
      .map(({ id, version, sequence }) => ({ id, version, sequence })),
    sequence: page.at(-1)?.sequence ?? since,
    more: rows.length > limit,
  }
}
