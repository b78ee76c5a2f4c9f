import { randomUUID } from 'node:crypto'
import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import type { TimestampView } from '@priormark/core/proofs/anchors/endpoints'
import { openStates } from '@priormark/core/proofs/anchors/anchor-state'
import type { RevocationEntry, TokenWitness } from '@priormark/core/proofs/proof-v2/proof-v2-schema'
import { sql } from 'kysely'
import * as v from 'valibot'
import type { Database, Em } from '../../../platform/database/database.ts'
import { columnsOf, readRow, readRows } from '../../../platform/database/rows.ts'
import { Anchor, anchorIs } from '../../leaves/batch-entities.ts'
import { queries } from '../../tables.ts'
import { newNonce } from './tsa-request.ts'
import type { TsaConfig } from './tsa-config.ts'

/** One authority's time-stamp of a root: stored before it is requested. */
export const TsaToken = defineEntity({
  name: 'TsaToken',
  uniques: [{ properties: ['anchor', 'url'] }],
  properties: {
    id: p.uuid().primary(),
    anchor: () => p.manyToOne(Anchor).deleteRule('cascade'),
    /** The authority's address. */
    url: p.text(),
    /** In hex. Every attempt of this request contains it. */
    nonce: p.string().length(16),
    /** How often it was requested, counted before each request is sent. */
    attempts: p.integer().default(0),
    /** Consecutive requests without a result; an administrator's retry resets them. */
    failures: p.integer().default(0),
    sentAt: p.datetime().nullable(),
    /** Null once there is a token, and while another authority is asked instead. */
    nextAttemptAt: p.datetime().nullable(),
    /** The process that works on it. A process that finds another claim must not write. */
    claim: p.uuid().nullable(),
    /** In DER and base64; null until the authority signed. */
    token: p.text().nullable(),
    /** The certificates of the token's chain that are not in the token, in DER and base64. */
    certificates: p.json<string[]>().nullable(),
    /** The issuer's statement that the signer's certificate was not revoked; null until that is checked. */
    revocation: p.json<RevocationEntry[]>().nullable(),
    /** When revocation is checked next; null if it no longer is. */
    revocationDueAt: p.datetime().nullable(),
    /** The signer's certificate was revoked before the token's time, so the token is in no proof. */
    isRevoked: p.boolean().default(false),
    receivedAt: p.datetime().nullable(),
    /** The time in the token. */
    tokenTime: p.datetime().nullable(),
    noLaterThan: p.datetime().nullable(),
    /** When the first certificate in its chain expires. */
    validUntil: p.datetime().nullable(),
  },
})
export type TsaToken = InferEntity<typeof TsaToken>

/** A request that this process must send. It is already counted. */
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
/** The delays after a refusal or no response; after the last attempt, the next authority is asked. */
export const retryDelaysMs: readonly number[] = [1, 5, 30].map((minutes) => minutes * minuteMs)

/**
 * Returns how long an authority is not asked after a number of failures in a row, if no other is left: twice as long each
 * time, at most a day.
 */
function pauseMs(failures: number): number {
  return Math.min(dayMs, 30 * minuteMs * 2 ** Math.max(0, failures - retryDelaysMs.length - 1))
}

/**
 * Returns after how long a request is sent again if its result is not stored: later each time, so that errors of this
 * server cost a few time-stamps and not hundreds.
 */
function leaseMs(failures: number): number {
  // A request takes less than five minutes.
  return Math.max(5 * minuteMs, failures < retryDelaysMs.length ? 0 : pauseMs(failures))
}

/** How far in the future the next attempt can be: once the limit of a day is reached, on the next day. */
export const maxTsaDelayMs = dayMs

/** Returns the start of a day in UTC. */
function startOfDay(now: Date): Date {
  return new Date(Math.floor(now.getTime() / dayMs) * dayMs)
}

/**
 * Inserts the requests that open anchors still need: first to authorities without one, in their order, then again to
 * those whose request failed.
 */
export async function insertMissingRequests(
  em: Em,
  { urls, authoritiesNeeded }: TsaConfig,
  now: Date,
): Promise<void> {
  const anchors = await em.find(Anchor, { kind: 'rfc3161', state: { $in: openStates } })
  const rows = await em.find(TsaToken, { anchor: { $in: anchors } })
  for (const anchor of anchors) {
    const requests = rows.filter((row) => row.anchor === anchor)
    const usefulRequests = requests.filter(
      ({ token, isRevoked, nextAttemptAt, url }) =>
        (token != null && !isRevoked) || (token == null && nextAttemptAt != null && urls.includes(url)),
    )
    const missingCount = Math.max(0, authoritiesNeeded - usefulRequests.length)
    const unusedUrls = urls.filter((url) => !requests.some((row) => row.url === url)).slice(0, missingCount)
    for (const url of unusedUrls) {
      await sql`insert into tsa_token (id, anchor_id, url, nonce, next_attempt_at)
         values (${randomUUID()}, ${anchor.id}, ${url}, ${newNonce()}, ${now}::timestamptz)
         on conflict do nothing`.execute(queries(em))
    }
    const failedRequests = requests
      .filter(({ token, nextAttemptAt, url }) => token == null && nextAttemptAt == null && urls.includes(url))
      .toSorted((a, b) => (a.sentAt?.getTime() ?? 0) - (b.sentAt?.getTime() ?? 0))
    for (const row of failedRequests.slice(0, missingCount - unusedUrls.length)) {
      const pauseEndMs = (row.sentAt?.getTime() ?? 0) + pauseMs(row.failures)
      row.nextAttemptAt = new Date(Math.max(now.getTime(), pauseEndMs))
    }
  }
  await em.flush()
}

const ClaimedRow = v.object({
  id: v.string(),
  anchorId: v.string(),
  url: v.string(),
  nonce: v.string(),
  failures: v.number(),
})
const DeferredRow = v.object({ anchorId: v.string() })
const CountRow = v.object({ count: v.number() })

/**
 * Claims the request that has been due longest, and counts it as sent and as a failure, in one transaction. No other
 * process claims it meanwhile; after a crash it is sent again with its nonce. If the limit of the day is reached, defers
 * the due requests to the next day and returns their anchors. Null if none is due.
 */
export async function claimRequest(
  database: Database,
  { urls, tokensPerDay }: TsaConfig,
  now: Date,
): Promise<ClaimedRequest | { deferredAnchorIds: string[] } | null> {
  return database.fork().transactional(async (em) => {
    // Only one process counts at a time, so that all of them together stay within the limit.
    await sql`select pg_advisory_xact_lock(${claimLock})`.execute(queries(em))
    const isDue = sql`tsa_token.token is null and tsa_token.next_attempt_at <= ${now}
       and tsa_token.url = any(${urls}::text[])
       and exists (select from anchor where anchor.id = tsa_token.anchor_id and ${anchorIs(openStates)})`
    if ((await countRequests(em, now)) >= tokensPerDay) {
      const tomorrow = new Date(startOfDay(now).getTime() + dayMs)
      const rows = await readRows(em, DeferredRow)`
        update tsa_token set next_attempt_at = ${tomorrow} where ${isDue} returning ${columnsOf(DeferredRow)}`
      return rows.length === 0 ? null : { deferredAnchorIds: rows.map(({ anchorId }) => anchorId) }
    }
    const claim = randomUUID()
    const [row] = await readRows(em, ClaimedRow)`
      update tsa_token set claim = ${claim}, sent_at = ${now}, attempts = attempts + 1, failures = failures + 1
      where id = (select id from tsa_token where ${isDue} order by next_attempt_at, id limit 1)
      returning ${columnsOf(ClaimedRow)}`
    if (row === undefined) return null
    const nextAttemptAt = new Date(now.getTime() + leaseMs(row.failures))
    await em.nativeUpdate(TsaToken, { id: row.id }, { nextAttemptAt })
    const { batch } = await em.findOneOrFail(Anchor, { id: row.anchorId }, { populate: ['batch'] })
    return { ...row, claim, root: batch.root }
  })
}

/** Counts the requests of a day in UTC. If one was first sent on an earlier day, its earlier attempts count as well. */
export async function countRequests(em: Em, now: Date): Promise<number> {
  const { count } = await readRow(em, CountRow)`
    select coalesce(sum(attempts), 0)::int as count from tsa_token where sent_at >= ${startOfDay(now)}`
  return count
}

/** Stores the result of a request. Returns false if the claim is void because another process took over; then nothing is stored. */
export async function saveResult(
  em: Em,
  { id, claim }: ClaimedRequest,
  change: Partial<Omit<TsaToken, 'id' | 'anchor'>>,
): Promise<boolean> {
  return (await em.nativeUpdate(TsaToken, { id, claim }, change)) === 1
}

/** Returns the ids of the open anchors that enough authorities have signed. */
export async function readSignedAnchorIds(em: Em, authoritiesNeeded: number): Promise<string[]> {
  const rows = await readRows(em, v.object({ id: v.string() }))`
    select anchor.id from anchor join tsa_token on tsa_token.anchor_id = anchor.id
    where ${anchorIs(openStates)} and tsa_token.token is not null and not tsa_token.is_revoked
    group by anchor.id having count(*) >= ${authoritiesNeeded}`
  return rows.map(({ id }) => id)
}

/** Makes the requests of an anchor due immediately. */
export async function retryRequests(em: Em, anchorId: string, now: Date): Promise<void> {
  await em.nativeUpdate(TsaToken, { anchor: anchorId, token: null }, { nextAttemptAt: now, failures: 0 })
}

/** Returns the tokens whose next revocation check is due, with their batches. */
export function readDueRevocations(em: Em, now: Date): Promise<TsaToken[]> {
  return em.find(TsaToken, { revocationDueAt: { $lte: now } }, { populate: ['anchor.batch'] })
}

/** Whether the next revocation check of any token is due. */
export async function hasDueRevocations(em: Em): Promise<boolean> {
  return (await em.count(TsaToken, { revocationDueAt: { $lte: new Date() } })) > 0
}

/** Returns the time-stamps of a root as a proof contains them, in the order of their times, with the authorities' hosts. */
export async function readTokens(em: Em, batchId: string) {
  const rows = await em.find(
    TsaToken,
    { anchor: { batch: batchId }, token: { $ne: null }, isRevoked: false },
    { orderBy: { tokenTime: 'asc', id: 'asc' } },
  )
  return rows.flatMap(({ url, token, certificates, revocation, tokenTime }) => {
    if (token == null || tokenTime == null) return []
    const evidence = { certificates: certificates ?? [], revocation: revocation ?? [] }
    const witness: TokenWitness = { kind: 'rfc3161', token, ...evidence }
    return [{ host: new URL(url).host, tokenTime, witness }]
  })
}

/** Returns the view of the configured authorities for administrators, in the order of the configuration. */
export async function readTimestamps(
  em: Em,
  { urls, tokensPerDay }: Pick<TsaConfig, 'urls' | 'tokensPerDay'>,
  now: Date,
): Promise<TimestampView> {
  const authorities = []
  for (const url of urls) {
    const newestFirst = { orderBy: { receivedAt: 'desc', id: 'asc' } } as const
    const newest = await em.findOne(TsaToken, { url, token: { $ne: null } }, newestFirst)
    authorities.push({ host: new URL(url).host, newest: newest === null ? null : tokenView(newest) })
  }
  return { requestsToday: await countRequests(em, now), requestsPerDay: tokensPerDay, authorities }
}

function tokenView({
  receivedAt,
  tokenTime,
  validUntil,
}: TsaToken): TimestampView['authorities'][number]['newest'] {
  if (receivedAt == null || tokenTime == null || validUntil == null) return null
  return {
    receivedAt: receivedAt.toISOString(),
    aheadSeconds: Math.round((tokenTime.getTime() - receivedAt.getTime()) / 1_000),
    certificateEndsAt: validUntil.toISOString(),
  }
}
