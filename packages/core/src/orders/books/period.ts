import * as v from 'valibot'
import { addDays, formatDay } from '../../platform/dates.ts'

/** What a statement can be about. A tax year is that of the United Kingdom, which begins on April 6. */
export type PeriodKind = 'month' | 'quarter' | 'tax-year'

/** A month '2026-10', a quarter '2026-q4', or a tax year by the year in which it begins: '2026-tax'. */
export const Period = v.pipe(v.string(), v.regex(/^20\d\d-(?:0[1-9]|1[0-2]|q[1-4]|tax)$/))

/** The days of a period, such as '2026-10-01'. `until` is the day after it. */
export interface PeriodDays {
  from: string
  until: string
}

/** Returns the kind of a period. */
export function periodKind(period: string): PeriodKind {
  if (period.endsWith('tax')) return 'tax-year'
  return period.includes('q') ? 'quarter' : 'month'
}

/** Returns the days of a period. */
export function periodDays(period: string): PeriodDays {
  const year = Number(period.slice(0, 4))
  switch (periodKind(period)) {
    case 'tax-year':
      return { from: `${year}-04-06`, until: `${year + 1}-04-06` }
    case 'quarter': {
      const month = (Number(period.slice(-1)) - 1) * 3
      return { from: firstDay(year, month), until: firstDay(year, month + 3) }
    }
    case 'month': {
      const month = Number(period.slice(5)) - 1
      return { from: firstDay(year, month), until: firstDay(year, month + 1) }
    }
  }
}

/** Returns the parts that a statement lists: the days of a month, and the months of a longer period. */
export function periodParts(period: string): PeriodDays[] {
  const { from, until } = periodDays(period)
  const isMonth = periodKind(period) === 'month'
  const parts: PeriodDays[] = []
  let start = from
  while (start < until) {
    const [year = 0, month = 0] = start.split('-').map(Number)
    const next = isMonth ? addDays(start, 1) : firstDay(year, month)
    const end = next < until ? next : until
    parts.push({ from: start, until: end })
    start = end
  }
  return parts
}

/** Names a period: 'October 2026', 'October to December 2026', 'Tax year 2026/27'. */
export function periodText(period: string): string {
  const { from, until } = periodDays(period)
  const year = from.slice(0, 4)
  switch (periodKind(period)) {
    case 'tax-year':
      return `Tax year ${year}/${until.slice(2, 4)}`
    case 'quarter':
      return `${monthName(from)} to ${monthName(addDays(until, -1))} ${year}`
    case 'month':
      return `${monthName(from)} ${year}`
  }
}

/** Names the days of a period: 'Oct 1, 2026 to Oct 31, 2026'. */
export function daysText({ from, until }: PeriodDays): string {
  const last = addDays(until, -1)
  return from === last ? formatDay(from) : `${formatDay(from)} to ${formatDay(last)}`
}

/** Returns the newest periods of a kind that have begun, the current one first. @param today such as '2026-11-28' */
export function recentPeriods(kind: PeriodKind, today: string): string[] {
  const [year = 0, month = 1] = today.split('-').map(Number)
  switch (kind) {
    case 'month':
      return Array.from({ length: 36 }, (_, index) => firstDay(year, month - 1 - index).slice(0, 7))
    case 'quarter':
      return Array.from({ length: 12 }, (_, index) => {
        const day = firstDay(year, month - 1 - index * 3)
        return `${day.slice(0, 4)}-q${Math.ceil(Number(day.slice(5, 7)) / 3)}`
      })
    case 'tax-year': {
      const first = today.slice(5) < '04-06' ? year - 1 : year
      return Array.from({ length: 6 }, (_, index) => `${first - index}-tax`)
    }
  }
}

/** Returns the month before that of a day. @param today such as '2026-11-28' */
export function lastMonth(today: string): string {
  return recentPeriods('month', today)[1] ?? today.slice(0, 7)
}

/** Names the file of a statement: 'statement-2026-10.csv'. */
export function statementFileName(period: string, ending: 'csv' | 'pdf'): string {
  return `statement-${period}.${ending}`
}

/** @param month from 0; months beyond December are of the next year */
function firstDay(year: number, month: number): string {
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
}

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' })

function monthName(day: string): string {
  return monthFormat.format(new Date(day))
}
