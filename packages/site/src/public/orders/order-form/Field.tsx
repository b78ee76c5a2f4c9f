import type { ReactNode } from 'react'
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
  hint?: string
  onBlur?: () => void
  /** Shown below the input. */
  children?: ReactNode
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
  children,
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
      {children}
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
