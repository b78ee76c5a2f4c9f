import { isDeepStrictEqual } from 'node:util'

/** A group's values, or those of an object within it. */
export type Values = Readonly<Record<string, unknown>>

/** Returns what differs from the defaults, which is all that is stored. Lists are stored whole. */
export function changesFrom(defaults: Values, values: Values): Values {
  const changes: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(values)) {
    const standard = defaults[field]
    if (isDeepStrictEqual(value, standard)) continue
    changes[field] = isObject(value) && isObject(standard) ? changesFrom(standard, value) : value
  }
  return changes
}

/** Returns the defaults with stored changes. Changes of fields that no longer exist are left out. */
export function withChanges(defaults: Values, changes: Values): Values {
  return Object.fromEntries(
    Object.entries(defaults).map(([field, standard]) => {
      const change = changes[field]
      if (change === undefined) return [field, standard]
      return [field, isObject(standard) && isObject(change) ? withChanges(standard, change) : change]
    }),
  )
}

/** Whether a value has fields, unlike a list. */
export function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
