import { dollarsFromCents } from '@priormark/core/money'
import { overviewDays, type MonthIncome, type OverviewPeriod } from '@priormark/core/overview/endpoints'
import type { Em } from '../sql/database.ts'

const dayMs = 24 * 3_600_000
const monthCount = 12

interface PeriodRow {
  orders: number
  incomeCents: string | number
  refundsCents: string | number
  recorded: number
  minutesToProof: number | null
}

/** Returns what happened today and in the last days. */
export async function readPeriods(em: Em, now: Date): Promise<OverviewPeriod[]> {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  const periods: OverviewPeriod[] = []
  for (const days of overviewDays)
    periods.push(await readPeriod(em, days, new Date(today - (days - 1) * dayMs)))
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

/** Returns the income of the last twelve months, oldest first. */
export async function readMonths(em: Em, now: Date): Promise<MonthIncome[]> {
  const starts = Array.from(
    { length: monthCount },
    (_, index) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthCount + 1 + index, 1)),
  )
  const rows = await em.execute<{ month: string; cents: string | number }[]>(
    `select to_char(paid_at at time zone 'UTC', 'YYYY-MM') as month, sum(amount_cents) as cents
     from orders where paid_at >= ? group by month`,
    [starts[0] ?? now],
  )
  return starts.map((start) => {
    const month = start.toISOString().slice(0, 7)
    return { month, income: dollarsFromCents(Number(rows.find((row) => row.month === month)?.cents ?? 0)) }
  })
}
