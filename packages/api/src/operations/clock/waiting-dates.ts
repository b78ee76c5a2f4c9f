import { statesBeforeBlock } from '@priormark/core/proofs/anchors/anchor-state'
import { linkHours } from '@priormark/core/staff/people/link-paths'
import { maxOtsDelayMs } from '../../proofs/anchors/opentimestamps/ots-anchors.ts'
import { longestTsaDelayMs } from '../../proofs/anchors/rfc3161/tsa-repository.ts'
import { anchorIs } from '../../proofs/leaves/batch-entities.ts'
import { tokenLifetimeMs } from '../../staff/auth/auth-service.ts'
import { previewLifetimeMs } from '../../blog/post-preview.ts'
import { longestWindowSeconds } from '../../platform/http/rate-limit.ts'
import { mailRetrySeconds } from '../../platform/jobs/boss-queue.ts'
import { isJobWaiting } from '../../platform/jobs/queue-counts.ts'
import { claimSeconds } from '../../orders/emails/send-mail.ts'
import { sql, type RawBuilder } from 'kysely'
import { queries } from '../tables.ts'
import { failureOf, type Log } from '../../platform/logging/log.ts'
import type { Database, Em } from '../../platform/database/database.ts'

/** A column whose date something waits for, or counts from. */
export interface WaitingDate {
  table: string
  column: string
  /** How far in the future the date can be by design, in seconds. 0: it is a moment that has passed. */
  longestSeconds: number
  /** The rows for which something waits. */
  where: RawBuilder<unknown>
}

const past = (table: string, column: string, where = sql`true`) => waits(table, column, 0, where)

const waits = (table: string, column: string, longestSeconds: number, where = sql`true`): WaitingDate => ({
  table,
  column,
  longestSeconds,
  where,
})

/**
 * Every date that work, logins or limits wait for. A clock that was ahead for a while leaves some of them days in the future;
 * pullBackDates() corrects them. A test compares this list with the tables, so that a new column is not forgotten.
 * @param batchSeconds how long a batch waits for more orders
 */
export function waitingDates({ batchSeconds }: { batchSeconds: number }): WaitingDate[] {
  return [
    // Jobs. A job of these queues blocks others while it waits or seems to run.
    waits('pgboss.job', 'start_after', mailRetrySeconds, sql`${isJobWaiting} and name <> 'anchor'`),
    waits('pgboss.job', 'start_after', batchSeconds, sql`${isJobWaiting} and name = 'anchor'`),
    past('pgboss.job', 'started_on', sql`state = 'active'`),
    past('pgboss.job', 'heartbeat_on', sql`state = 'active'`),
    // When the queue last checked for due schedules, lost jobs and so on; it checks again only after a while.
    past('pgboss.version', 'cron_on'),
    past('pgboss.version', 'bam_on'),
    past('pgboss.version', 'flow_on'),
    past('pgboss.version', 'reindex_on'),
    waits('pgboss.version', 'monitor_backoff_on', 3_600),
    past('pgboss.queue', 'monitor_claim_on'),
    past('pgboss.queue', 'monitor_on'),
    past('pgboss.queue', 'maintain_on'),
    // Emails and refunds.
    waits('order_mail', 'claimed_until', claimSeconds, sql`sent_at is null`),
    past('refund', 'requested_at', sql`state = 'requested'`),
    past('money_movement', 'checked_at', sql`fee_cents is null`),
    // Recording.
    past('proof_leaf', 'created_at', sql`batch_id is null`),
    past('anchor', 'created_at', anchorIs(statesBeforeBlock)),
    past('anchor', 'submitted_at', anchorIs(['submitted'])),
    past('evm_attempt', 'sent_at'),
    past('evm_transaction', 'abandoned_at'),
    waits('ots_stamp', 'next_attempt_at', maxOtsDelayMs / 1_000),
    waits('tsa_token', 'next_attempt_at', longestTsaDelayMs / 1_000),
    waits('tsa_token', 'revocation_due_at', longestTsaDelayMs / 1_000),
    past('tsa_token', 'sent_at'),
    // Logins, links and limits.
    waits('access_token', 'expires_at', tokenLifetimeMs / 1_000),
    past('access_token', 'last_used_at'),
    waits('account_link', 'expires_at', Math.max(...Object.values(linkHours)) * 3_600),
    past('account_link', 'requested_at'),
    waits('blog_preview', 'expires_at', previewLifetimeMs / 1_000),
    waits('rate_limit', 'window_ends_at', longestWindowSeconds),
    // Uploads, which are swept by their age.
    past('upload', 'created_at'),
    past('partial_upload', 'created_at'),
  ]
}

/** Clocks of several machines differ a little. */
const toleranceSeconds = 60

const everyMs = 2 * 60_000

/** The steps of a second factor's codes, in seconds: a used code cannot be used again. */
const totpSeconds = 30

/**
 * Pulls dates back that are further in the future than anything ever waits, to the longest delay from now, by the database's clock.
 * What a clock that was ahead has dated would otherwise stand still until that time comes.
 * The queue's tables must exist.
 * @returns how many were pulled back
 */
export async function pullBackDates(em: Em, dates: readonly WaitingDate[]): Promise<number> {
  let pulled = 0
  for (const { table, column, longestSeconds, where } of dates) {
    const { numAffectedRows = 0n } = await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = now() + make_interval(secs => ${longestSeconds})
      where ${where} and ${sql.ref(column)} > now() + make_interval(secs => ${longestSeconds + toleranceSeconds})`.execute(
      queries(em),
    )
    pulled += Number(numAffectedRows)
  }
  const step = sql<number>`extract(epoch from now()) / ${sql.lit(totpSeconds)}`
  const { numUpdatedRows } = await queries(em)
    .updateTable('admin')
    .set({ totp_step: sql<number>`floor(${step})` })
    .where('totp_step', '>', sql<number>`${step} + ${sql.lit(toleranceSeconds / totpSeconds)}`)
    .executeTakeFirstOrThrow()
  return pulled + Number(numUpdatedRows)
}

/** Looks now and every few minutes. Not a schedule, because a wrong clock stops those. */
export async function watchDates(
  { database, log }: { database: Database; log: Log },
  dates: readonly WaitingDate[],
): Promise<{ stop(): Promise<void> }> {
  const look = async () => {
    try {
      const count = await pullBackDates(database.fork(), dates)
      if (count > 0) log.warn({ count }, 'clock: dates too far in the future were pulled back')
    } catch (error) {
      log.warn(failureOf(error), 'clock: dates in the future were not looked for')
    }
  }
  let looking = look()
  await looking
  const timer = setInterval(() => {
    looking = looking.then(look)
  }, everyMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await looking
    },
  }
}
