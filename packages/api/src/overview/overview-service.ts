import { addDays, dayIn, startOfDay } from '@priormark/core/dates'
import { overviewDays, type MonthIncome, type OverviewPeriod } from '@priormark/core/overview/endpoints'
import type { Em } from '../sql/database.ts'
import { readIncome } from './income.ts'

const monthCount = 12

/** After anything that was paid, whatever the clocks of the database and the process. */
const endOfTime = new Date('9999-12-31T00:00:00Z')

interface PeriodRow {
  orders: number
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
       (select count(*)::int from orders where completed_at >= ?) as recorded,
       (select round(extract(epoch from percentile_cont(0.5) within group (order by completed_at - paid_at)) / 60)::int
          from orders where completed_at >= ? and paid_at is not null) as "minutesToProof"`,
    [since, since, since],
  )
  return {
    days,
    orders: row?.orders ?? 0,
    ...(await readIncome(em, since, endOfTime)),
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
  const result: MonthIncome[] = []
  for (const [index, month] of months.entries()) {
    const next = months[index + 1]
    const until = next === undefined ? endOfTime : startOfDay(timeZone, `${next}-01`)
    result.push({ month, ...(await readIncome(em, startOfDay(timeZone, `${month}-01`), until)) })
  }
  return result
}
