import { describe, expect, it } from 'vitest'
import {
  lastMonth,
  Period,
  periodDays,
  periodParts,
  periodText,
  recentPeriods,
} from '@priormark/core/orders/books/period'
import * as v from 'valibot'

describe('a period', () => {
  it.each([
    ['2026-10', '2026-10-01', '2026-11-01', 'October 2026'],
    ['2026-12', '2026-12-01', '2027-01-01', 'December 2026'],
    ['2026-q4', '2026-10-01', '2027-01-01', 'October to December 2026'],
    ['2026-tax', '2026-04-06', '2027-04-06', 'Tax year 2026/27'],
  ])('%s is from %s until %s', (period, from, until, text) => {
    expect(periodDays(period)).toEqual({ from, until })
    expect(periodText(period)).toBe(text)
    const parts = periodParts(period)
    expect([parts.at(0)?.from, parts.at(-1)?.until]).toEqual([from, until])
    for (const [index, part] of parts.slice(1).entries()) expect(part.from).toBe(parts[index]?.until)
  })

  it('has the days of a month, and the months of a tax year', () => {
    expect(periodParts('2028-02')).toHaveLength(29)
    expect(periodParts('2026-tax')).toHaveLength(13)
    expect(periodParts('2026-tax')[0]).toEqual({ from: '2026-04-06', until: '2026-05-01' })
  })

  it.each(['2026-13', '2026-q5', '2026', '26-10', '2026-10-01', "2026-10'"])('is not %s', (period) => {
    expect(v.is(Period, period)).toBe(false)
  })
})

describe('recentPeriods', () => {
  it('begins with the period of the day', () => {
    expect(recentPeriods('month', '2026-01-31').slice(0, 2)).toEqual(['2026-01', '2025-12'])
    expect(recentPeriods('quarter', '2026-01-31').slice(0, 2)).toEqual(['2026-q1', '2025-q4'])
    expect(recentPeriods('tax-year', '2026-04-05')[0]).toBe('2025-tax')
    expect(recentPeriods('tax-year', '2026-04-06')[0]).toBe('2026-tax')
    expect(lastMonth('2026-01-31')).toBe('2025-12')
  })
})
