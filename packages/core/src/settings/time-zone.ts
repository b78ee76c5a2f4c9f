import * as v from 'valibot'
import { isTimeZone } from '../platform/dates.ts'
import { maxTimeZoneLength } from '../platform/limits.ts'
import { line } from './fields.ts'

/** The time zone in which the admin shows dates and counts days. */
export const TimeZoneSettings = v.object({
  timeZone: v.pipe(
    line(maxTimeZoneLength, 'Choose a time zone'),
    v.check(isTimeZone, 'Choose a time zone of the list, such as Europe/London'),
  ),
})
export type TimeZoneSettings = v.InferOutput<typeof TimeZoneSettings>

export const defaultTimeZone: TimeZoneSettings = { timeZone: 'UTC' }
