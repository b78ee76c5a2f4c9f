import { sql } from 'kysely'
import * as v from 'valibot'
import type { Em } from '../../platform/database/database.ts'
import { readRow } from '../../platform/database/rows.ts'
import { counted } from '@priormark/core/platform/counted'
import { newestOrders, type HealthIssue } from './health-issue.ts'

/** Clocks that are synchronized differ by far less, in milliseconds. */
const maxDifferenceMs = 30_000

/** Reports a clock of this machine that differs from the database's. */
export async function findClockDifference(em: Em): Promise<HealthIssue | null> {
  const [startedMs, startedAtMs] = [performance.now(), Date.now()]
  const { nowMs } = await readRow(
    em,
    v.object({ nowMs: v.number() }),
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs"`,
  )
  const elapsedMs = performance.now() - startedMs
  // The database read its clock at some moment of the call.
  const aheadMs = startedAtMs + elapsedMs / 2 - nowMs
  if (Math.abs(aheadMs) - elapsedMs / 2 <= maxDifferenceMs) return null
  return {
    kind: 'clock_wrong',
    title: `The server’s clock is ${durationOf(Math.abs(aheadMs))} ${aheadMs > 0 ? 'ahead of' : 'behind'} the database’s`,
    remedy:
      'Emails, recordings and logins may start or end at the wrong time. Synchronize the clocks of both machines (NTP), then restart the server.',
    orders: [],
    links: [],
  }
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** Returns a duration in the largest unit of which it has at least two: '45 seconds', '3 days'. */
function durationOf(ms: number): string {
  const [unit, unitMs] = units.find(([, size]) => ms >= 2 * size) ?? ['second', 1_000]
  return counted(Math.round(ms / unitMs), unit, `${unit}s`)
}

/** Reports orders that are dated in the future: a clock was ahead. What waits for such a date is corrected automatically. */
export async function findFutureOrders(em: Em): Promise<HealthIssue | null> {
  const { count, ids } = await newestOrders(
    em,
    sql`greatest(created_at, paid_at, completed_at) > now() + interval '30 seconds'`,
  )
  if (count === 0) return null
  return {
    kind: 'dates_ahead',
    title: `${counted(count, 'order is', 'orders are')} dated in the future`,
    remedy:
      'The clock of the server or of its database was ahead. Synchronize both clocks (NTP). Waiting emails and recordings are corrected automatically; the dates of these orders stay as they were stored.',
    orders: ids,
    links: [],
  }
}
