import { detailNames } from '@priormark/core/orders/order-details'
import { useState, type ReactNode } from 'react'
import { suggestedEmail } from './email-suggestion.ts'
import styles from './OrderForm.module.css'

interface FieldProps {
  label: string
  name: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
  type?: 'text' | 'email'
  autoComplete?: string
  /** More than one row renders a textarea. */
  rows?: number
  hint?: ReactNode
  onBlur?: () => void
}

/** A required input with its label and its error. */
export function Field({
  label,
  name,
  value,
  error,
  onChange,
  type = 'text',
  autoComplete,
  rows = 1,
  hint,
  onBlur,
}: FieldProps) {
  const errorId = `${name}-error`
  const hintId = `${name}-hint`
  const inputProps = {
    id: name,
    name,
    value,
    autoComplete,
    className: styles.input,
    onBlur,
    required: true,
    'aria-invalid': error !== undefined,
    'aria-describedby': [hint && hintId, error && errorId].filter(Boolean).join(' ') || undefined,
  }
  return (
    <div className={styles.field} data-wide={rows > 1 || undefined}>
      <label htmlFor={name}>{label}</label>
      {rows > 1 ? (
        <textarea {...inputProps} rows={rows} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <input {...inputProps} type={type} onChange={(event) => onChange(event.target.value)} />
      )}
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      <FieldError id={errorId} error={error} />
    </div>
  )
}

/** The error below a field. */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  if (error === undefined) return null
  return (
    <p id={id} className={styles.error}>
      {error}
    </p>
  )
}

/**
 * A field for an email address. Asks about a probable typing mistake in its domain, since a proof that is sent there would be lost;
 * not while it is typed, because an unfinished address looks like a mistake.
 */
export function EmailField(props: FieldProps) {
  const { value, onChange } = props
  const [suggestion, setSuggestion] = useState(() => suggestedEmail(value))

  function change(email: string) {
    setSuggestion(null)
    onChange(email)
  }

  return (
    <Field
      {...props}
      type="email"
      autoComplete="email"
      onBlur={() => setSuggestion(suggestedEmail(value))}
      onChange={change}
      // In place of the hint: if the form below moved, the click that left the field would miss its target.
      hint={
        suggestion === null ? (
          props.hint
        ) : (
          <output className={styles.suggestion}>
            Did you mean{' '}
            <button type="button" onClick={() => change(suggestion)}>
              {suggestion}
            </button>
            ?
          </output>
        )
      }
    />
  )
}

/** The fields in the order of the form, to focus the first invalid one. */
export const fieldNames = [...detailNames, 'terms'] as const
export type FormErrors = Partial<Record<(typeof fieldNames)[number], string>>

/** Returns the first message for each field. */
export function firstMessages(messages: Record<string, string[] | undefined>): FormErrors {
  const errors: FormErrors = {}
  for (const name of fieldNames) {
    const message = messages[name]?.[0]
    if (message !== undefined) errors[name] = message
  }
  return errors
}

/** Moves the focus to a control of a form. */
export function focusField(form: HTMLFormElement | null, name: string): void {
  const control = form?.elements.namedItem(name)
  if (control instanceof HTMLElement) control.focus()
}

/** Moves the focus to the first field with an error. */
export function focusFirst(form: HTMLFormElement | null, errors: FormErrors): void {
  const invalidName = fieldNames.find((name) => errors[name] !== undefined)
  if (invalidName) focusField(form, invalidName)
}
