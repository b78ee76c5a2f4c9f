import {
  addDays,
  dayIn,
  formatDay,
  formatDeadline,
  formatLongDay,
  formatMoment,
  formatSecond,
  minuteOfDay,
  momentIn,
  startOfDay,
} from '@priormark/core/platform/dates'
import { expect, test } from 'vitest'

test('midnight is hour 0 of its day, so that no date of a proof can be taken for the next one', () => {
  expect(formatMoment('2026-11-22T00:05:00Z')).toBe('Nov 22, 2026, 12:05 AM UTC')
  expect(formatSecond('2026-11-22T00:05:09Z')).toBe('Nov 22, 2026, 12:05:09 AM UTC')
  expect(formatMoment('2026-11-22T23:59:00Z')).toBe('Nov 22, 2026, 11:59 PM UTC')
})

test('a deadline is in the reader’s time zone, with a year only if asked for', () => {
  const newYork = { timeZone: 'America/New_York', hasZoneName: true }
  expect(formatDeadline('2026-11-24T13:05:00Z', newYork)).toBe('Tue, Nov 24, 8:05 AM EST')
  expect(formatDeadline('2026-11-24T13:05:00Z', { ...newYork, withYear: true })).toBe(
    'Tue, Nov 24, 2026, 8:05 AM EST',
  )
})

test('a day and a moment can be in another zone, which a moment names', () => {
  expect(formatDay('2026-11-22T23:30:00Z', 'Asia/Tokyo')).toBe('Nov 23, 2026')
  expect(formatMoment('2026-11-22T23:30:00Z', 'America/New_York')).toBe('Nov 22, 2026, 6:30 PM EST')
  expect(formatLongDay('2026-11-22T23:30:00Z', 'Asia/Tokyo')).toBe('November 23, 2026')
  expect(minuteOfDay('Asia/Kolkata', new Date('2026-11-22T23:30:00Z'))).toBe(5 * 60)
})

test.each([
  // Clocks go forward at 02:00 on March 8, and back at 02:00 on November 1.
  ['America/New_York', '2026-03-08T01:30', '2026-03-08T06:30:00.000Z'],
  ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:30:00.000Z'],
  ['America/New_York', '2026-03-08T03:30', '2026-03-08T07:30:00.000Z'],
  ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
  ['America/New_York', '2026-11-01T02:30', '2026-11-01T07:30:00.000Z'],
  ['Pacific/Kiritimati', '2026-01-01T00:00', '2025-12-31T10:00:00.000Z'],
  ['UTC', '2026-03-08T02:30', '2026-03-08T02:30:00.000Z'],
])('in %s it is %s at %s', (zone, local, iso) => {
  expect(momentIn(zone, local).toISOString()).toBe(iso)
})

test('days begin at midnight of their zone, also where clocks skip it', () => {
  expect(startOfDay('Europe/London', '2026-07-01').toISOString()).toBe('2026-06-30T23:00:00.000Z')
  // Clocks in Cairo go from 00:00 to 01:00 on April 24.
  expect(startOfDay('Africa/Cairo', '2026-04-24').toISOString()).toBe('2026-04-23T22:00:00.000Z')
  expect(dayIn('Africa/Cairo', startOfDay('Africa/Cairo', '2026-04-24'))).toBe('2026-04-24')
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
})
