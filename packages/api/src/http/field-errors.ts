import type { FieldErrors } from '@priormark/core/errors'
import * as v from 'valibot'

/** The sentences of a failed parse by field; what concerns the whole input stands under '' and is left out. */
export function fieldErrors(issues: readonly v.BaseIssue<unknown>[]): FieldErrors {
  // A map, since a stranger names the fields: an object has a `constructor` already.
  const fields = new Map<string, string[]>()
  for (const issue of issues) {
    const name = v.getDotPath(issue)
    if (name !== null) fields.set(name, [...(fields.get(name) ?? []), issue.message])
  }
  return Object.fromEntries(fields)
}
