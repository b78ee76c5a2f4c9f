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

/** Returns the number of pages of a list; an empty list has one. */
export function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize))
}
