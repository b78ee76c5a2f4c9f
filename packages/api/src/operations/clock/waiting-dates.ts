import { statesBeforeBlock } from '@priormark/core/proofs/anchors/anchor-state'
import { linkHours } from '@priormark/core/staff/people/link-paths'
import { maxOtsDelayMs } from '../../proofs/anchors/opentimestamps/ots-anchors.ts'
import { maxTsaDelayMs } from '../../proofs/anchors/rfc3161/tsa-repository.ts'
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
  /** How far in the future the date can be by design, in seconds; 0 for a date in the past. */
  longestSeconds: number
  /** The rows whose date something waits for. */
  where: RawBuilder<unknown>
}

const pastDate = (table: string, column: string, where = sql`true`) => futureDate(table, column, 0, where)

const futureDate = (table: string, column: string, longestSeconds: number, where = sql`true`) => ({
  table,
  column,
  longestSeconds,
  where,
})

/**
 * Every date that work, logins or limits wait for. A clock that was ahead for a while can leave some of them days in the
 * future; correctDates() corrects them. A test compares this list with the tables, so that a new column is not forgotten.
 * @param batchSeconds how long a batch waits for more orders
 */
export function waitingDates({ batchSeconds }: { batchSeconds: number }): WaitingDate[] {
  return [
    // Jobs, which block others of their queue while they wait or seem to run.
    futureDate('pgboss.job', 'start_after', mailRetrySeconds, sql`${isJobWaiting} and name <> 'anchor'`),
    futureDate('pgboss.job', 'start_after', batchSeconds, sql`${isJobWaiting} and name = 'anchor'`),
    pastDate('pgboss.job', 'started_on', sql`state = 'active'`),
    pastDate('pgboss.job', 'heartbeat_on', sql`state = 'active'`),
    // When the queue last checked for due schedules, lost jobs and so on; it checks again only after a while.
    pastDate('pgboss.version', 'cron_on'),
    pastDate('pgboss.version', 'bam_on'),
    pastDate('pgboss.version', 'flow_on'),
    pastDate('pgboss.version', 'reindex_on'),
    futureDate('pgboss.version', 'monitor_backoff_on', 3_600),
    pastDate('pgboss.queue', 'monitor_claim_on'),
    pastDate('pgboss.queue', 'monitor_on'),
    pastDate('pgboss.queue', 'maintain_on'),
    // Emails and refunds.
    futureDate('order_mail', 'claimed_until', claimSeconds, sql`sent_at is null`),
    pastDate('refund', 'requested_at', sql`state = 'requested'`),
    pastDate('money_movement', 'checked_at', sql`fee_cents is null`),
    // Recording.
    pastDate('proof_leaf', 'created_at', sql`batch_id is null`),
    pastDate('anchor', 'created_at', anchorIs(statesBeforeBlock)),
    pastDate('anchor', 'submitted_at', anchorIs(['submitted'])),
    pastDate('evm_attempt', 'sent_at'),
    pastDate('evm_transaction', 'abandoned_at'),
    futureDate('ots_stamp', 'next_attempt_at', maxOtsDelayMs / 1_000),
    futureDate('tsa_token', 'next_attempt_at', maxTsaDelayMs / 1_000),
    futureDate('tsa_token', 'revocation_due_at', maxTsaDelayMs / 1_000),
    pastDate('tsa_token', 'sent_at'),
    // Logins, links and limits.
    futureDate('access_token', 'expires_at', tokenLifetimeMs / 1_000),
    pastDate('access_token', 'last_used_at'),
    futureDate('account_link', 'expires_at', Math.max(...Object.values(linkHours)) * 3_600),
    pastDate('account_link', 'requested_at'),
    futureDate('blog_preview', 'expires_at', previewLifetimeMs / 1_000),
    futureDate('rate_limit', 'window_ends_at', longestWindowSeconds),
    // Uploads, which are swept by their age.
    pastDate('upload', 'created_at'),
    pastDate('partial_upload', 'created_at'),
  ]
}

/** Clocks of several machines differ a little. */
const toleranceSeconds = 60

const checkIntervalMs = 2 * 60_000

/** How long a code of two-step verification is valid. The step of the last code is stored so that it cannot be used again. */
const totpStepSeconds = 30

/**
 * Corrects dates that are further in the future than their longest delay: sets them to that delay from now, by the database's clock.
 * Otherwise work that was dated by a clock that was ahead would wait until then. The queue's tables must exist.
 * @returns how many dates were corrected
 */
async function correctDates(em: Em, dates: readonly WaitingDate[]): Promise<number> {
  let count = 0
  for (const { table, column, longestSeconds, where } of dates) {
    const { numAffectedRows = 0n } = await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = now() + make_interval(secs => ${longestSeconds})
      where ${where} and ${sql.ref(column)} > now() + make_interval(secs => ${longestSeconds + toleranceSeconds})`.execute(
      queries(em),
    )
    count += Number(numAffectedRows)
  }
  const step = sql<number>`extract(epoch from now()) / ${sql.lit(totpStepSeconds)}`
  const { numUpdatedRows } = await queries(em)
    .updateTable('admin')
    .set({ totp_step: sql<number>`floor(${step})` })
    .where('totp_step', '>', sql<number>`${step} + ${sql.lit(toleranceSeconds / totpStepSeconds)}`)
    .executeTakeFirstOrThrow()
  return count + Number(numUpdatedRows)
}

/** Corrects dates now and every two minutes. Not a schedule of the job queue, because a wrong clock stops those. */
export async function watchDates(
  { database, log }: { database: Database; log: Log },
  dates: readonly WaitingDate[],
): Promise<{ stop(): Promise<void> }> {
  const check = async () => {
    try {
      const count = await correctDates(database.fork(), dates)
      if (count > 0) log.warn({ count }, 'clock: corrected dates that were too far in the future')
    } catch (error) {
      log.warn(failureOf(error), 'clock: could not look for dates in the future')
    }
  }
  let lastCheck = check()
  await lastCheck
  const timer = setInterval(() => {
    lastCheck = lastCheck.then(check)
  }, checkIntervalMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await lastCheck
    },
  }
}
