import { AppError } from '@priormark/core/platform/errors'
import { counted } from '@priormark/core/platform/counted'
import { sql } from 'kysely'
import * as v from 'valibot'
import type { PaymentGateway } from '../../orders/gateway/payment-gateway.ts'
import type { Em } from '../../platform/database/database.ts'
import { readRow } from '../../platform/database/rows.ts'
import type { ShopSettings } from '../../settings/shop-settings.ts'
import { readBackupRuns } from '../backup/server-backups.ts'
import { countFailedMails } from './failed-mails.ts'
import { pageLinks } from '../opening/page-links.ts'
import { findOrdersIssue, type HealthIssue } from './health-issue.ts'

/** Reports emails that could not be sent, and the mail server if it is the reason. */
export async function findMailIssue(em: Em): Promise<HealthIssue | null> {
  const { failed, unreachable } = await countFailedMails(em)
  if (failed === 0) return null
  const notResponding =
    'The mail server is not responding. Check it and the network; waiting emails are then sent automatically.'
  const otherReason =
    'The order’s timeline says why. Fix the mail server or the address, then send it again below. If you sent an email yourself, mark it as sent in its order.'
  return {
    kind: 'mail_failed',
    title: `${counted(failed, 'email', 'emails')} to customers could not be sent`,
    remedy: [
      ...(unreachable > 0 ? [notResponding] : []),
      ...(unreachable < failed ? [otherReason] : []),
    ].join(' '),
    links: [pageLinks.mailServer],
  }
}

/** Reports the payment service if it does not respond. */
export async function findPaymentServiceIssue(
  gateway: Pick<PaymentGateway, 'check'>,
): Promise<HealthIssue | null> {
  try {
    await gateway.check()
    return null
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'unavailable')) throw error
    return {
      kind: 'payments_unavailable',
      title: 'Stripe is not responding',
      remedy:
        'Customers cannot pay. Check the network and status.stripe.com. Payments that were made are recorded automatically once it responds.',
    }
  }
}

const dayMs = 24 * 3_600_000

/** From this age, in days, the last success is a problem: at least one run was missed. */
const maxAgeDays = { daily: 2, weekly: 9 }

/** Reports a shop that makes no backups, or whose last ones failed. */
export async function findMissingBackup(
  em: Em,
  { backup: { schedule } }: Pick<ShopSettings, 'backup'>,
  now = new Date(),
): Promise<HealthIssue | null> {
  if (schedule === 'elsewhere') return null
  const issue: Pick<HealthIssue, 'kind' | 'links'> = {
    kind: 'backup_missing',
    links: [{ path: '/admin/health/backups', label: 'Open Backups' }],
  }
  if (schedule === 'off') {
    return {
      ...issue,
      title: 'No backups are scheduled',
      remedy:
        'If the disk breaks, all orders and files are lost. Choose a schedule, or say that another program makes backups.',
    }
  }
  const runs = await readBackupRuns(em)
  if (runs !== null && runs.failure !== null) {
    return {
      ...issue,
      title: 'The last backup failed',
      remedy: `${runs.failure.replace(/\.$/, '')}. It is tried again every hour.`,
    }
  }
  const lastSuccess = runs?.lastSuccess ?? null
  if (lastSuccess === null) {
    return {
      ...issue,
      title: 'No backup has been made yet',
      remedy: 'The schedule makes the first one within minutes. You can also run one now.',
    }
  }
  const days = Math.floor((now.getTime() - Date.parse(lastSuccess.at)) / dayMs)
  if (days < maxAgeDays[schedule]) return null
  return {
    ...issue,
    title: `The last backup is ${counted(days, 'day', 'days')} old`,
    remedy: 'Run one now, and check that the server runs at the time of the schedule.',
  }
}

/** The largest accepted difference, in milliseconds. Synchronized clocks differ by far less. */
const maxDifferenceMs = 30_000

/** Reports if this machine's clock differs from the database's. */
export async function findClockDifference(em: Em): Promise<HealthIssue | null> {
  const [startedMs, startedAtMs] = [performance.now(), Date.now()]
  const { nowMs } = await readRow(em, v.object({ nowMs: v.number() }))`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs"`
  const elapsedMs = performance.now() - startedMs
  // The database read its clock at some moment of the call.
  const aheadMs = startedAtMs + elapsedMs / 2 - nowMs
  if (Math.abs(aheadMs) - elapsedMs / 2 <= maxDifferenceMs) return null
  return {
    kind: 'clock_wrong',
    title: `The server’s clock is ${formatDuration(Math.abs(aheadMs))} ${aheadMs > 0 ? 'ahead of' : 'behind'} the database’s`,
    remedy:
      'Emails, recordings and logins may start or end at the wrong time. Synchronize the clocks of both machines (NTP), then restart the server.',
  }
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** Returns a duration in the largest unit of which it has at least two: '45 seconds', '3 days'. */
function formatDuration(ms: number): string {
  const [unit, unitMs] = units.find(([, size]) => ms >= 2 * size) ?? ['second', 1_000]
  return counted(Math.round(ms / unitMs), unit, `${unit}s`)
}

/** Reports orders that are dated in the future: a clock was ahead. What waits for such a date is corrected automatically. */
export function findFutureOrders(em: Em): Promise<HealthIssue | null> {
  const isAhead = sql`greatest(created_at, paid_at, completed_at) > now() + interval '30 seconds'`
  return findOrdersIssue(em, isAhead, (count) => ({
    kind: 'dates_ahead',
    title: `${counted(count, 'order is', 'orders are')} dated in the future`,
    remedy:
      'The clock of the server or of its database was ahead. Synchronize both clocks (NTP). Waiting emails and recordings are corrected automatically; the dates of these orders stay as they were stored.',
  }))
}
