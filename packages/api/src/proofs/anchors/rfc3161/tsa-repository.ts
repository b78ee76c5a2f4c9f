import { randomUUID } from 'node:crypto'
import { openStates } from '@priormark/core/proofs/anchors/anchor-state'
import type { TokenWitness } from '@priormark/core/proofs/proof-v2/proof-v2-schema'
import { sql } from 'kysely'
import * as v from 'valibot'
import type { Database, Em } from '../../../platform/database/database.ts'
import { columnsOf, readRow, readRows } from '../../../platform/database/rows.ts'
import { Anchor, anchorIs } from '../../leaves/batch-entities.ts'
import { queries } from '../../tables.ts'
import { newNonce } from './tsp-messages.ts'
import { TsaToken } from './tsa-token-entity.ts'
import type { TsaConfig } from './tsa-config.ts'

/** A request that this process is to send, already counted. */
export interface ClaimedRequest {
  id: string
  claim: string
  anchorId: string
  root: string
  url: string
  nonce: string
  /** Counts this attempt as failed until it succeeds. */
  failures: number
}

const claimLock = 4_157_204
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** The delays after a refusal or silence; after the last attempt, the next authority is asked. */
export const retryDelaysMs: readonly number[] = [1, 5, 30].map((minutes) => minutes * minuteMs)

/** How long an authority rests after so many failures in a row, if no other is left: twice as long each time, at most a day. */
function restMs(failures: number): number {
  return Math.min(dayMs, 30 * minuteMs * 2 ** Math.max(0, failures - retryDelaysMs.length - 1))
}

/** When a request is sent again whose result is not stored, so that errors of this server cost a few time-stamps, and not hundreds. */
function leaseMs(failures: number): number {
  // A request takes less than five minutes.
  return Math.max(5 * minuteMs, failures < retryDelaysMs.length ? 0 : restMs(failures))
}

/** How far in the future a next attempt can be: above the limit of a day, on the next one. */
export const longestTsaDelayMs = dayMs

/** Returns the start of the day of a time, in UTC. */
function dayOf(now: Date): Date {
  return new Date(Math.floor(now.getTime() / dayMs) * dayMs)
}

/**
 * Adds the requests that open anchors still need: first to authorities without one, in their order, then again to those
 * whose request failed.
 */
export async function openRequests(em: Em, { urls, needed }: TsaConfig, now: Date): Promise<void> {
  const anchors = await em.find(Anchor, { kind: 'rfc3161', state: { $in: openStates } })
  const rows = await em.find(TsaToken, { anchor: { $in: anchors } })
  for (const anchor of anchors) {
    const requests = rows.filter((row) => row.anchor === anchor)
    const useful = requests.filter(
      ({ token, isRevoked, nextAttemptAt, url }) =>
        (token != null && !isRevoked) || (token == null && nextAttemptAt != null && urls.includes(url)),
    )
    const missing = Math.max(0, needed - useful.length)
    const unusedUrls = urls.filter((url) => !requests.some((row) => row.url === url)).slice(0, missing)
    for (const url of unusedUrls) await insertRequest(em, { anchorId: anchor.id, url, now })
    const failed = requests
      .filter(({ token, nextAttemptAt, url }) => token == null && nextAttemptAt == null && urls.includes(url))
      .toSorted((a, b) => (a.sentAt?.getTime() ?? 0) - (b.sentAt?.getTime() ?? 0))
    for (const row of failed.slice(0, missing - unusedUrls.length)) {
      const restedMs = (row.sentAt?.getTime() ?? 0) + restMs(row.failures)
      row.nextAttemptAt = new Date(Math.max(now.getTime(), restedMs))
    }
  }
  await em.flush()
}

/** Another process may insert the same one. */
async function insertRequest(
  em: Em,
  { anchorId, url, now }: { anchorId: string; url: string; now: Date },
): Promise<void> {
  await sql`insert into tsa_token (id, anchor_id, url, nonce, next_attempt_at)
     values (${randomUUID()}, ${anchorId}, ${url}, ${newNonce()}, ${now}::timestamptz)
     on conflict do nothing`.execute(queries(em))
}

const Taken = v.object({
  id: v.string(),
  anchorId: v.string(),
  url: v.string(),
  nonce: v.string(),
  failures: v.number(),
})
const Moved = v.object({ anchorId: v.string() })
const Sent = v.object({ sent: v.number() })

/**
 * Claims the request that has been due longest, and counts it as sent and as a failure, in one transaction. No other process takes
 * it meanwhile; after a crash it is sent again with its nonce. Returns the anchors that are due if the limit of the day is
 * reached, after moving them to the next day; null if none is due.
 */
export async function claimRequest(
  database: Database,
  { urls, tokensPerDay }: TsaConfig,
  now: Date,
): Promise<ClaimedRequest | { waiting: string[] } | null> {
  return database.fork().transactional(async (em) => {
    // Only one process counts at a time, so that all together keep the limit.
    await sql`select pg_advisory_xact_lock(${claimLock})`.execute(queries(em))
    const isDue = sql`tsa_token.token is null and tsa_token.next_attempt_at <= ${now}
       and tsa_token.url = any(${urls}::text[])
       and exists (select from anchor where anchor.id = tsa_token.anchor_id and ${anchorIs(openStates)})`
    if ((await countSent(em, now)) >= tokensPerDay) {
      const tomorrow = new Date(dayOf(now).getTime() + dayMs)
      const moved = await readRows(em, Moved)`
        update tsa_token set next_attempt_at = ${tomorrow} where ${isDue} returning ${columnsOf(Moved)}`
      return moved.length === 0 ? null : { waiting: moved.map(({ anchorId }) => anchorId) }
    }
    const claim = randomUUID()
    const [taken] = await readRows(em, Taken)`
      update tsa_token set claim = ${claim}, sent_at = ${now}, attempts = attempts + 1, failures = failures + 1
      where id = (select id from tsa_token where ${isDue} order by next_attempt_at, id limit 1)
      returning ${columnsOf(Taken)}`
    if (taken === undefined) return null
    const nextAttemptAt = new Date(now.getTime() + leaseMs(taken.failures))
    await em.nativeUpdate(TsaToken, { id: taken.id }, { nextAttemptAt })
    const { batch } = await em.findOneOrFail(Anchor, { id: taken.anchorId }, { populate: ['batch'] })
    return { ...taken, claim, root: batch.root }
  })
}

/** Counts the requests of a day. Those of a row that was first sent before it count with it. */
export async function countSent(em: Em, now: Date): Promise<number> {
  const { sent } = await readRow(em, Sent)`
    select coalesce(sum(attempts), 0)::int as sent from tsa_token where sent_at >= ${dayOf(now)}`
  return sent
}

/** Stores the result of a request. Returns false if the claim is void because another process took over; then nothing is stored. */
export async function saveResult(
  em: Em,
  { id, claim }: ClaimedRequest,
  change: Partial<Omit<TsaToken, 'id' | 'anchor'>>,
): Promise<boolean> {
  return (await em.nativeUpdate(TsaToken, { id, claim }, change)) === 1
}

/** Returns the open anchors that enough authorities have signed. */
export async function signedAnchors(em: Em, needed: number): Promise<string[]> {
  const rows = await readRows(em, v.object({ id: v.string() }))`
    select anchor.id from anchor join tsa_token on tsa_token.anchor_id = anchor.id
    where ${anchorIs(openStates)} and tsa_token.token is not null and not tsa_token.is_revoked
    group by anchor.id having count(*) >= ${needed}`
  return rows.map(({ id }) => id)
}

/** Makes the requests of an anchor due immediately. */
export async function retryRequests(em: Em, anchorId: string, now: Date): Promise<void> {
  await em.nativeUpdate(TsaToken, { anchor: anchorId, token: null }, { nextAttemptAt: now, failures: 0 })
}

/** Returns the tokens whose revocation is to be checked, with their roots. */
export function dueRevocations(em: Em, now: Date): Promise<TsaToken[]> {
  return em.find(TsaToken, { revocationDueAt: { $lte: now } }, { populate: ['anchor.batch'] })
}

/** Whether the revocation of some token is to be checked. */
export async function hasDueRevocations(em: Em): Promise<boolean> {
  return (await em.count(TsaToken, { revocationDueAt: { $lte: new Date() } })) > 0
}

/** Returns the time-stamps of a root, as a proof contains them, in the order in which they were signed. */
export async function tokensOf(em: Em, batchId: string): Promise<StoredToken[]> {
  const rows = await em.find(
    TsaToken,
    { anchor: { batch: batchId }, token: { $ne: null }, isRevoked: false },
    { orderBy: { tokenTime: 'asc', id: 'asc' } },
  )
  return rows.flatMap(({ url, token, certificates, revocation, tokenTime }): StoredToken[] => {
    if (token == null || tokenTime == null) return []
    const added = { certificates: certificates ?? [], revocation: revocation ?? [] }
    return [{ host: new URL(url).host, tokenTime, witness: { kind: 'rfc3161', token, ...added } }]
  })
}

/** A time-stamp of a root. */
export interface StoredToken {
  /** Of the authority's address. */
  host: string
  tokenTime: Date
  witness: TokenWitness
}
