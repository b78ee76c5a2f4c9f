import type { FieldErrors } from '@priormark/core/errors'
import * as v from 'valibot'

/** What a schema says of a form, sentence by field; an empty record where the form is good. */
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
