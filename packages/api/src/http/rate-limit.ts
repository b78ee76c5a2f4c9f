import { AppError } from '@priormark/core/errors'
import type { Em } from '../sql/database.ts'
import { deleteRows } from '../sql/delete-rows.ts'
import { networkOf } from './client-address.ts'

export interface Limit {
  hits: number
  windowSeconds: number
}

/**
 * Counts one try under a key, in windows shared by all processes. @throws AppError rate_limited past the limit.
 * A library was looked at: those that count in PostgreSQL bring their own connection, which PGlite has not.
 */
export async function countHit(em: Em, key: string, limit: Limit): Promise<void> {
  const [row] = await em.execute<{ hits: number; secondsLeft: number }[]>(
    `insert into rate_limit (key, hits, window_ends_at) values (?, 1, now() + make_interval(secs => ?))
     on conflict (key) do update set
       hits = case when rate_limit.window_ends_at < now() then 1 else rate_limit.hits + 1 end,
       window_ends_at = case when rate_limit.window_ends_at < now() then excluded.window_ends_at
                             else rate_limit.window_ends_at end
     returning hits, greatest(1, ceil(extract(epoch from window_ends_at - now())))::int as "secondsLeft"`,
    [key, limit.windowSeconds],
  )
  if (row !== undefined && row.hits > limit.hits) {
    throw new AppError('rate_limited', `Too many tries. Please try again in ${waitWords(row.secondsLeft)}.`, {
      retryAfterSeconds: row.secondsLeft,
    })
  }
}

/** Counts a try of whoever is at an address: IPv6 by the network, of which one person has all addresses. */
export function countByAddress(em: Em, what: string, address: string, limit: Limit): Promise<void> {
  return countHit(em, `${what}:${networkOf(address)}`, limit)
}

/** Clears the attempts under a key, for instance after a correct password. */
export async function clearHits(em: Em, key: string): Promise<void> {
  await em.execute('delete from rate_limit where key = ?', [key])
}

/** Deletes the counters whose window has passed, by the database's clock. @returns how many */
export function sweepRateLimits(em: Em): Promise<number> {
  return deleteRows(em, 'delete from rate_limit where window_ends_at < now()')
}

function waitWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? 'a second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}
