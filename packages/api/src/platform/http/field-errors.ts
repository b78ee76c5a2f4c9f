import { AppError, type FieldErrors } from '@priormark/core/platform/errors'
import * as v from 'valibot'

/** Groups the messages of a failed parse by field. Messages about the whole input are left out. */
export function fieldErrors(issues: readonly v.BaseIssue<unknown>[]): FieldErrors {
  // A Map, because clients choose the field names and an object already has a `constructor`.
  const fields = new Map<string, string[]>()
  for (const issue of issues) {
    const name = v.getDotPath(issue)
    if (name !== null) fields.set(name, [...(fields.get(name) ?? []), issue.message])
  }
  return Object.fromEntries(fields)
}

/** Returns an error whose message belongs to one field of a form. */
export function invalidField(field: string, message: string): AppError {
  return new AppError('invalid_input', message, { fields: { [field]: [message] } })
}
