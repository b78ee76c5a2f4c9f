import type { FieldErrors } from '@priormark/core/platform/errors'
import { ApiError, messageOf } from '@priormark/core/platform/http/api-error'
import { useState } from 'react'
import * as v from 'valibot'
import { formErrors } from '../../platform/ui/form-errors.ts'
import { useChangePeople, type PeopleChange } from './people-queries.ts'

interface PeopleForm<S extends v.GenericSchema> {
  schema: S
  /** The field that shows errors of no field. */
  mainField: string
  /** Shown for an error without a sentence. */
  failure: string
  toChange: (values: v.InferOutput<S>) => PeopleChange
  onDone: () => void
}

/** A form that is checked before it changes the people, with the error of each field. */
export function usePeopleForm<S extends v.GenericSchema>(form: PeopleForm<S>) {
  const { schema, mainField, failure, toChange, onDone } = form
  const change = useChangePeople()
  const [errors, setErrors] = useState<FieldErrors>({})
  return {
    isBusy: change.isPending,
    errorOf: (field: string) => errors[field]?.[0],
    clearErrors: () => setErrors({}),
    submit(values: v.InferInput<S>) {
      const parsed = v.safeParse(schema, values)
      setErrors(formErrors(schema, values))
      if (!parsed.success) return
      change.mutate(toChange(parsed.output), {
        onSuccess: onDone,
        onError: (error) => {
          const found = error instanceof ApiError ? error.fields : {}
          setErrors(found[mainField] === undefined ? { [mainField]: [messageOf(error, failure)] } : found)
        },
      })
    },
  }
}
