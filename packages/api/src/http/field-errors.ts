import type { FieldErrors } from '@priormark/core/errors'
import * as v from 'valibot'

/** The sentences of a failed parse by field; what concerns the whole input stands under '' and is left out. */
export function fieldErrors(issues: readonly v.BaseIssue<unknown>[]): FieldErrors {
  const fields: FieldErrors = {}
  for (const issue of issues) {
    const name = v.getDotPath(issue)
    if (name === null) continue
    ;(fields[name] ??= []).push(issue.message)
  }
  return fields
}
