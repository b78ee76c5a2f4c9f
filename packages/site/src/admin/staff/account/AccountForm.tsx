import { minPasswordLength } from '@priormark/core/staff/auth/account-endpoints'
import type { FieldErrors } from '@priormark/core/platform/errors'
import { ApiError, messageOf } from '@priormark/core/platform/http/api-error'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import * as v from 'valibot'
import { toastError } from '../../../ui/toast-store.ts'
import { formErrors } from '../../platform/ui/form-errors.ts'
import { focusAndSelect, PlainButton, PlainField } from '../../platform/ui/PlainControls.tsx'
import styles from './account.module.css'

/** A field of the form. Its kind decides how browsers and password managers fill it in. */
export interface AccountField {
  name: string
  label: string
  kind: 'username' | 'nickname' | 'email' | 'current-password' | 'new-password' | 'one-time-code'
  hint?: string
  isOptional?: boolean
}

export const newPassword = (label: string): AccountField => ({
  name: 'newPassword',
  label,
  kind: 'new-password',
  hint: `At least ${minPasswordLength} characters. Several unrelated words work best.`,
})

interface AccountFormProps<Schema extends v.GenericSchema> {
  label: string
  /** Tells password managers which account this is. Absent if it is unknown or the form asks for it. */
  username?: string
  fields: readonly AccountField[]
  schema: Schema
  submitLabel: string
  /** 'default' if the screen has a more important button. */
  kind?: 'primary' | 'default'
  /** The title of the toast for an error that belongs to no field. */
  failure: string
  /** Focuses the first field when the form appears. */
  takesFocus?: boolean
  onSubmit: (values: v.InferOutput<Schema>) => Promise<unknown>
  onCancel?: () => void
  cancelLabel?: string | undefined
}

/** Asks for names, passwords and codes. Errors are shown at their field. The fields are cleared on success. */
export function AccountForm<Schema extends v.GenericSchema>(props: AccountFormProps<Schema>) {
  const { label, username, fields, schema, submitLabel, kind = 'primary', failure } = props
  const { takesFocus = false, onSubmit, onCancel, cancelLabel = 'Cancel' } = props
  const queryClient = useQueryClient()
  const element = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState<Record<string, string>>({})
  const [errors, setErrors] = useState<FieldErrors>({})

  const focusFirstError = (fieldErrors: FieldErrors) => {
    const field = fields.find(({ name }) => fieldErrors[name] !== undefined)
    if (field !== undefined)
      focusAndSelect(element.current?.querySelector<HTMLInputElement>(`[name="${field.name}"]`))
  }

  useEffect(() => {
    if (takesFocus) element.current?.querySelector<HTMLInputElement>('input:not([hidden])')?.focus()
  }, [takesFocus])

  const change = useMutation({
    mutationFn: onSubmit,
    onSuccess: () => setValues({}),
    onError: (error) => {
      const fieldErrors = error instanceof ApiError ? error.fields : {}
      setErrors(fieldErrors)
      focusFirstError(fieldErrors)
      if (fields.some(({ name }) => fieldErrors[name] !== undefined)) return
      toastError(failure, messageOf(error, 'Please try again.'))
    },
    // Not awaited, because the form would ignore Enter until the account is read again.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['account'] }),
  })

  function submit(submission: SubmitEvent) {
    submission.preventDefault()
    if (change.isPending) return
    const form = Object.fromEntries(fields.map(({ name }) => [name, values[name] ?? '']))
    const parsed = v.safeParse(schema, form)
    const fieldErrors = formErrors(schema, form)
    setErrors(fieldErrors)
    if (parsed.success) change.mutate(parsed.output)
    else focusFirstError(fieldErrors)
  }

  return (
    <form ref={element} className={styles.form} onSubmit={submit} noValidate aria-label={label}>
      {username !== undefined && (
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      )}
      {fields.map((field) => (
        <PlainField
          key={field.name}
          label={field.label}
          error={errors[field.name]?.[0]}
          hint={field.hint}
          name={field.name}
          type={field.kind.endsWith('password') ? 'password' : field.kind === 'email' ? 'email' : 'text'}
          autoComplete={field.kind}
          autoCapitalize={field.kind === 'nickname' ? 'words' : 'none'}
          required={field.isOptional !== true}
          value={values[field.name] ?? ''}
          onChange={({ target }) => setValues((previous) => ({ ...previous, [field.name]: target.value }))}
        />
      ))}
      <div className="admin-line">
        <PlainButton kind={kind} type="submit" isBusy={change.isPending}>
          {submitLabel}
        </PlainButton>
        {onCancel !== undefined && (
          <PlainButton kind="default" onClick={onCancel}>
            {cancelLabel}
          </PlainButton>
        )}
      </div>
    </form>
  )
}
