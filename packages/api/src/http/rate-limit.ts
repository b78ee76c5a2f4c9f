import { AppError } from '@priormark/core/errors'
import type { Em } from '../sql/database.ts'
import { deleteRows } from '../sql/delete-rows.ts'
import { networkOf } from './client-address.ts'

export interface Limit {
  hits: number
  windowSeconds: number
}

/**
 * Counts one try under a key, in windows shared by all processes. @returns how many there are in this window
 * @throws AppError rate_limited past the limit
 *
 * A library was looked at: those that count in PostgreSQL bring their own connection, which PGlite has not.
 */
export async function countHit(em: Em, key: string, limit: Limit): Promise<number> {
  const [row] = await em.execute<{ hits: number; secondsLeft: number }[]>(
    `insert into rate_limit (key, hits, window_ends_at) values (?, 1, now() + make_interval(secs => ?))
     on conflict (key) do update set
       hits = case when rate_limit.window_ends_at < now() then 1 else rate_limit.hits + 1 end,
       window_ends_at = case when rate_limit.window_ends_at < now() then excluded.window_ends_at
                             else rate_limit.window_ends_at end
     returning hits, greatest(1, ceil(extract(epoch from window_ends_at - now())))::int as "secondsLeft"`,
    [key, limit.windowSeconds],
  )
  const { hits = 1, secondsLeft = 1 } = row ?? {}
  if (hits > limit.hits) throw tooMany(secondsLeft)
  return hits
}

export interface GuessLimit {
  perDay: number
  /** How many guesses of a day cause no delay. */
  free: number
  /** The delay after the first guess that is not free; each further one doubles it. */
  firstDelaySeconds: number
  maxDelaySeconds: number
}

/** Counts a guess at a secret. @throws AppError rate_limited during a delay, and past the guesses of a day */
export async function countGuess(em: Em, key: string, limit: GuessLimit): Promise<void> {
  const delayKey = `${key}:wait`
  const [delay] = await em.execute<{ secondsLeft: number }[]>(
    `select ceil(extract(epoch from window_ends_at - now()))::int as "secondsLeft"
       from rate_limit where key = ? and window_ends_at > now()`,
    [delayKey],
  )
  if (delay !== undefined) throw tooMany(delay.secondsLeft)
  const hits = await countHit(em, `${key}:day`, { hits: limit.perDay, windowSeconds: 86_400 })
  if (hits < limit.free) return
  const seconds = Math.min(limit.firstDelaySeconds * 2 ** (hits - limit.free), limit.maxDelaySeconds)
  await em.execute(
    `insert into rate_limit (key, hits, window_ends_at) values (?, 1, now() + make_interval(secs => ?))
     on conflict (key) do update set window_ends_at = greatest(rate_limit.window_ends_at, excluded.window_ends_at)`,
    [delayKey, seconds],
  )
}

function tooMany(secondsLeft: number): AppError {
  return new AppError('rate_limited', `Too many tries. Please try again in ${waitWords(secondsLeft)}.`, {
    retryAfterSeconds: secondsLeft,
  })
}

/** Counts a try of whoever is at an address: IPv6 by the network, of which one person has all addresses. */
export async function countByAddress(em: Em, what: string, address: string, limit: Limit): Promise<void> {
  await countHit(em, `${what}:${networkOf(address)}`, limit)
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
  if (minutes > 90) return `${Math.ceil(minutes / 60)} hours`
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}
