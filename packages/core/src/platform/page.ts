import * as v from 'valibot'
import { maxSearchLength } from './limits.ts'

/** An integer in a query string; clients may pass a number. Rejects values out of bounds; absent is `fallback`. */
export function queryInteger(bounds: { min: number; max: number; fallback: number }) {
  return v.optional(
    v.pipe(
      v.union([
        v.number(),
        v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'Use a whole number'), v.transform(Number)),
      ]),
      v.integer('Use a whole number'),
      v.minValue(bounds.min),
      v.maxValue(bounds.max),
    ),
    bounds.fallback,
  )
}

/** The search words of a list, trimmed; absent means no search. */
export const SearchText = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(maxSearchLength)), '')

/** A day in the shop's time zone in a query string, such as '2026-11-21', or '' for none. */
export const Day = v.optional(
  v.pipe(
    v.string(),
    v.check((text) => text === '' || isDay(text), 'Use a day such as 2026-11-21'),
  ),
  '',
)

/** Whether a text is a day such as '2026-11-21', from 1970 on. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && text >= '1970'
}

/** Returns the number of pages of a list; an empty list has one. */
export function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize))
}
