import type { FieldErrors } from '@priormark/core/platform/errors'
import * as v from 'valibot'

/** Validates a form and returns the error messages by field. An empty record means that the form is valid. */
export function formErrors(schema: v.GenericSchema, form: unknown): FieldErrors {
  const result = v.safeParse(schema, form)
  if (result.success) return {}
  const errors: FieldErrors = {}
  for (const issue of result.issues) {
    const field = v.getDotPath(issue) ?? ''
    errors[field] = [...(errors[field] ?? []), issue.message]
  }
  return errors
}
