import { addDays, dayIn, startOfDay } from '@priormark/core/dates'
import { dollarsFromCents } from '@priormark/core/money'
import { overviewDays, type MonthIncome, type OverviewPeriod } from '@priormark/core/overview/endpoints'
import type { Em } from '../sql/database.ts'

const monthCount = 12

interface PeriodRow {
  orders: number
  incomeCents: string | number
  refundsCents: string | number
  recorded: number
  minutesToProof: number | null
}

/** Returns what happened today and in the last days, by the days of a time zone. */
export async function readPeriods(em: Em, now: Date, timeZone = 'UTC'): Promise<OverviewPeriod[]> {
  const today = dayIn(timeZone, now)
  const periods: OverviewPeriod[] = []
  for (const days of overviewDays)
    periods.push(await readPeriod(em, days, startOfDay(timeZone, addDays(today, 1 - days))))
  return periods
}

async function readPeriod(em: Em, days: OverviewPeriod['days'], since: Date): Promise<OverviewPeriod> {
  const [row] = await em.execute<PeriodRow[]>(
    `select
       (select count(*)::int from orders where created_at >= ?) as orders,
       (select coalesce(sum(amount_cents), 0) from orders where paid_at >= ?) as "incomeCents",
       (select coalesce(sum(refunded_cents), 0) from orders where refunded_at >= ?) as "refundsCents",
       (select count(*)::int from orders where completed_at >= ?) as recorded,
       (select round(extract(epoch from percentile_cont(0.5) within group (order by completed_at - paid_at)) / 60)::int
          from orders where completed_at >= ? and paid_at is not null) as "minutesToProof"`,
    [since, since, since, since, since],
  )
  return {
    days,
    orders: row?.orders ?? 0,
    income: dollarsFromCents(Number(row?.incomeCents ?? 0)),
    refunds: dollarsFromCents(Number(row?.refundsCents ?? 0)),
    recorded: row?.recorded ?? 0,
    minutesToProof: row?.minutesToProof ?? null,
  }
}

/** Returns the income of the last twelve months of a time zone, oldest first. */
export async function readMonths(em: Em, now: Date, timeZone = 'UTC'): Promise<MonthIncome[]> {
  const [year = 0, thisMonth = 1] = dayIn(timeZone, now).split('-').map(Number)
  const months = Array.from({ length: monthCount }, (_, index) =>
    new Date(Date.UTC(year, thisMonth - monthCount + index, 1)).toISOString().slice(0, 7),
  )
  const rows = await em.execute<{ month: string; cents: string | number }[]>(
    `select to_char(paid_at at time zone ?, 'YYYY-MM') as month, sum(amount_cents) as cents
     from orders where paid_at >= ? group by month`,
    [timeZone, startOfDay(timeZone, `${months[0] ?? ''}-01`)],
  )
  return months.map((month) => ({
    month,
    income: dollarsFromCents(Number(rows.find((row) => row.month === month)?.cents ?? 0)),
  }))
}
