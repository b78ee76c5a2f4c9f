import type { FieldErrors } from '@priormark/core/platform/errors'
import * as v from 'valibot'

/** Validates a form. Returns the error messages of each field, and of the form itself under ''; an empty record if it is valid. */
export function formErrors(schema: v.GenericSchema, form: unknown): FieldErrors {
  const result = v.safeParse(schema, form)
  if (result.success) return {}
  const { root, nested } = v.flatten(result.issues)
  return { ...nested, ...(root === undefined ? {} : { '': root }) }
}
