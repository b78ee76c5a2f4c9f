import { addDays, dayIn, startOfDay } from '@priormark/core/platform/dates'
import {
  overviewDays,
  type MonthIncome,
  type OverviewPeriod,
} from '@priormark/core/orders/overview/endpoints'
import { sql } from 'kysely'
import * as v from 'valibot'
import type { Em } from '../../platform/database/database.ts'
import { readRows } from '../../platform/database/rows.ts'
import { noIncome, readIncomes } from '../books/incomes.ts'

const monthCount = 12

/** Later than every payment, however much the clocks of the database and the process differ. */
const endOfTime = new Date('9999-12-31T00:00:00Z')

const PeriodCounts = v.object({
  ordered: v.number(),
  paid: v.number(),
  recorded: v.number(),
  minutesToProof: v.nullable(v.number()),
})

/** Returns the counts and the income of today and of the last days, by the days of a time zone. */
export async function readPeriods(em: Em, now: Date, timeZone = 'UTC'): Promise<OverviewPeriod[]> {
  const today = dayIn(timeZone, now)
  const spans = overviewDays.map((days) => ({
    since: startOfDay(timeZone, addDays(today, 1 - days)),
    until: endOfTime,
  }))
  const counts = await readRows(em, PeriodCounts)`
    select
      (select count(*)::int from orders where created_at >= since) as ordered,
      (select count(*)::int from orders where paid_at >= since) as paid,
      (select count(*)::int from orders where completed_at >= since) as recorded,
      (select round(extract(epoch from percentile_cont(0.5) within group (order by completed_at - paid_at)) / 60)::int
         from orders where completed_at >= since and paid_at is not null) as "minutesToProof"
    from (values ${sql.join(spans.map(({ since }, index) => sql`(${index}::int, ${since}::timestamptz)`))}) as span (place, since)
    order by place`
  const incomes = await readIncomes(em, spans)
  return overviewDays.map((days, index) => ({
    days,
    ...(counts[index] ?? { ordered: 0, paid: 0, recorded: 0, minutesToProof: null }),
    ...(incomes[index] ?? noIncome),
  }))
}

/** Returns the income of the last twelve months in a time zone, oldest first. */
export async function readMonths(em: Em, now: Date, timeZone = 'UTC'): Promise<MonthIncome[]> {
  const [year = 0, thisMonth = 1] = dayIn(timeZone, now).split('-').map(Number)
  const months = Array.from({ length: monthCount }, (_, index) =>
    new Date(Date.UTC(year, thisMonth - monthCount + index, 1)).toISOString().slice(0, 7),
  )
  const incomes = await readIncomes(
    em,
    months.map((month, index) => {
      const next = months[index + 1]
      const until = next === undefined ? endOfTime : startOfDay(timeZone, `${next}-01`)
      return { since: startOfDay(timeZone, `${month}-01`), until }
    }),
  )
  return months.map((month, index) => ({ month, ...(incomes[index] ?? noIncome) }))
}
