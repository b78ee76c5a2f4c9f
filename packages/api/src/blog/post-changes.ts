import type { AdminPost, Tombstone } from '@priormark/core/blog/post'
import type { Em } from '../sql/database.ts'
import { postColumns } from './post-rows.ts'
import { adminPostView, type PostRow } from './post-view.ts'

const blogLock = 4_157_202

/**
 * Lets one transaction at a time change posts, until it ends. So sequences become visible in their order: whoever has
 * read up to one will never find a smaller one later. It also makes 'is this slug free' and then taking it one step.
 * Posts are changed by people; the queue is short.
 */
export async function lockPosts(em: Em): Promise<void> {
  if (!em.isInTransaction()) throw new Error('posts are changed in a transaction')
  await em.execute('select pg_advisory_xact_lock(?)', [blogLock])
}

/** The number of the next change. The caller has lockPosts(). */
export async function nextSequence(em: Em): Promise<number> {
  return (await lastSequence(em)) + 1
}

/** The number of the last change: while it stays the same, so does everything the blog shows. 0 where nothing ever was. */
export async function lastSequence(em: Em): Promise<number> {
  const [row] = await em.execute<{ last: number | null }[]>(
    'select max(sequence)::int as last from blog_post',
  )
  return row?.last ?? 0
}

/** What changed after `since`, oldest first, every post once, in the state it has now. */
export async function changesSince(
  em: Em,
  { since, limit }: { since: number; limit: number },
): Promise<{ posts: AdminPost[]; deleted: Tombstone[]; sequence: number; more: boolean }> {
  const rows = await em.execute<(PostRow & { isDeleted: boolean })[]>(
    `select ${postColumns}, p.deleted_at is not null as "isDeleted"
     from blog_post p where p.sequence > ? order by p.sequence limit ?`,
    [since, limit + 1],
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
