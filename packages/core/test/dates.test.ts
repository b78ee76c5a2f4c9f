import { formatDeadline, formatMoment, formatSecond } from '@priormark/core/dates'
import { expect, test } from 'vitest'

test('midnight is hour 0 of its day, so that no date of a proof can be taken for the next one', () => {
  expect(formatMoment('2026-11-22T00:05:00Z')).toBe('Nov 22, 2026, 00:05 UTC')
  expect(formatSecond('2026-11-22T00:05:09Z')).toBe('Nov 22, 2026, 00:05:09 UTC')
  expect(formatMoment('2026-11-22T23:59:00Z')).toBe('Nov 22, 2026, 23:59 UTC')
})

test('a deadline is in the reader’s time zone, with a year only if asked for', () => {
  const newYork = { timeZone: 'America/New_York', named: true }
  expect(formatDeadline('2026-11-24T13:05:00Z', newYork)).toBe('Tue, Nov 24, 8:05 AM EST')
  expect(formatDeadline('2026-11-24T13:05:00Z', { ...newYork, withYear: true })).toBe(
    'Tue, Nov 24, 2026, 8:05 AM EST',
  )
})
