import { AppError } from '@priormark/core/platform/errors'
import { sql } from 'kysely'
import * as v from 'valibot'
import type { Em } from '../database/database.ts'
import { readRow, readRows } from '../database/rows.ts'
import { networkOf, networksOf } from './client-address.ts'
import { defineEntity, type InferEntity, p, raw } from '@mikro-orm/core'

/** The number of attempts in the current window, shared by all processes. */
export const RateLimit = defineEntity({
  name: 'RateLimit',
  properties: {
    key: p.string().length(200).primary(),
    hits: p.integer(),
    windowEndsAt: p.datetime().index(),
  },
})
export type RateLimit = InferEntity<typeof RateLimit>

/** The length of the longest window. */
export const longestWindowSeconds = 86_400

interface Limit {
  hits: number
  windowSeconds: number
}

/** How often one client may make calls of a kind. Calls with the same `name` are counted together. */
export interface CallLimit extends Limit {
  name: string
}

/** Increments an existing counter, or starts a new window if the current one has ended. */
const addHit = sql`on conflict (key) do update set
       hits = case when rate_limit.window_ends_at < now() then 1 else rate_limit.hits + 1 end,
       window_ends_at = case when rate_limit.window_ends_at < now() then excluded.window_ends_at
                             else rate_limit.window_ends_at end`

const secondsLeft = sql`greatest(1, ceil(extract(epoch from window_ends_at - now())))::int`

const Wait = v.object({ secondsLeft: v.number() })
const Hits = v.object({ hits: v.number(), secondsLeft: v.number() })

/** The date that is this many seconds from now, by the database's clock. */
const secondsFromNow = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`

/**
 * Counts an attempt under a key, in windows shared by all processes. Libraries that count in PostgreSQL need their own
 * connection, and PGlite has only one.
 * @returns the number of attempts in this window
 * @throws AppError rate_limited above the limit
 */
export async function countHit(em: Em, key: string, limit: Limit): Promise<number> {
  const counter = await readRow(em, Hits)`
    insert into rate_limit (key, hits, window_ends_at) values (${key}, 1, ${secondsFromNow(limit.windowSeconds)})
    ${addHit}
    returning hits, ${secondsLeft} as "secondsLeft"`
  if (counter.hits > limit.hits) throw rateLimitError(counter.secondsLeft)
  return counter.hits
}

interface GuessLimit {
  perDay: number
  /** The number of guesses per day without a delay. */
  free: number
  /** The delay after the first guess beyond those; it doubles with each further guess. */
  firstDelaySeconds: number
  maxDelaySeconds: number
}

/** Counts a guess at a secret. @throws AppError rate_limited during a delay, and above the daily limit */
export async function countGuess(em: Em, key: string, limit: GuessLimit): Promise<void> {
  const delayKey = `${key}:wait`
  const [delay] = await readRows(em, Wait)`
    select ceil(extract(epoch from window_ends_at - now()))::int as "secondsLeft"
    from rate_limit where key = ${delayKey} and window_ends_at > now()`
  if (delay !== undefined) throw rateLimitError(delay.secondsLeft)
  const hits = await countHit(em, `${key}:day`, { hits: limit.perDay, windowSeconds: longestWindowSeconds })
  if (hits < limit.free) return
  const seconds = Math.min(limit.firstDelaySeconds * 2 ** (hits - limit.free), limit.maxDelaySeconds)
  await sql`
    insert into rate_limit (key, hits, window_ends_at) values (${delayKey}, 1, ${secondsFromNow(seconds)})
    on conflict (key) do update
      set window_ends_at = greatest(rate_limit.window_ends_at, excluded.window_ends_at)`.execute(
    em.getKysely(),
  )
}

function rateLimitError(secondsLeft: number): AppError {
  return new AppError('rate_limited', `Too many attempts. Please try again in ${formatWait(secondsLeft)}.`, {
    retryAfterSeconds: secondsLeft,
  })
}

/** How many clients of a network with share 1 may use up their limits before the whole network is limited. */
const clientsPerNetwork = 8

/**
 * Counts an attempt from an address, and from the networks around it: one host often has a /48 of IPv6, which is 65,536 clients.
 * IPv6 counts by its /64, since one person can use all its addresses. A rejected attempt counts nowhere, so a client above its
 * limit neither uses up that of its network nor fills the table with further addresses.
 * @throws AppError rate_limited above the limit of the client, or of a network
 */
export async function countByAddress(em: Em, name: string, address: string, limit: Limit): Promise<void> {
  const counters = [
    { network: networkOf(address), hits: limit.hits },
    ...networksOf(address).map(({ name: network, share }) => ({
      network,
      hits: limit.hits * share * clientsPerNetwork,
    })),
  ]
  // The rows are locked from the narrowest network to the widest, so two calls never wait for each other.
  const values = counters.map(
    ({ network, hits }, position) => sql`(${`${name}:${network}`}, ${hits}::numeric, ${position}::int)`,
  )
  const rejections = await readRows(em, Wait)`
    with counters (key, max_hits, position) as (values ${sql.join(values)}),
    used_up as (
      select window_ends_at from rate_limit join counters using (key) where hits >= max_hits and window_ends_at >= now()),
    counted as (
      insert into rate_limit (key, hits, window_ends_at)
        select key, 1, ${secondsFromNow(limit.windowSeconds)} from counters where not exists (select from used_up) order by position
        ${addHit}
        returning key, hits, window_ends_at)
    select ${secondsLeft} as "secondsLeft" from (
      select window_ends_at from used_up
      union all select window_ends_at from counted join counters using (key) where hits > max_hits
    ) rejections order by 1 desc`
  const [longestRejection] = rejections
  if (longestRejection !== undefined) throw rateLimitError(longestRejection.secondsLeft)
}

/** Clears the attempts under a key, for instance after a correct password. */
export async function clearHits(em: Em, key: string): Promise<void> {
  await em.nativeDelete(RateLimit, { key })
}

/** Deletes the counters of past windows, by the database's clock. @returns how many */
export function sweepRateLimits(em: Em): Promise<number> {
  return em.nativeDelete(RateLimit, { windowEndsAt: { $lt: raw('now()') } })
}

function formatWait(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? 'a second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  if (minutes > 90) return `${Math.ceil(minutes / 60)} hours`
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}
