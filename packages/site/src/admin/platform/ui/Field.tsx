// Not antd's Form: the login has no antd, and its rules would repeat the schemas, see decision 0046.
import { useId, type ReactNode } from 'react'
import styles from './Field.module.css'

/** Attributes that connect an input to its label, hint and error. */
interface FieldInputProps {
  id: string
  status: '' | 'error'
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

export interface FieldProps {
  label: string
  /** For a field below a heading with the same text. */
  isLabelHidden?: boolean | undefined
  error?: string | undefined
  hint?: string | undefined
  children: (inputProps: FieldInputProps) => ReactNode
}

/** An input with its label, hint and error. Screen readers announce the error when it appears. */
export function Field({ label, isLabelHidden = false, error, hint, children }: FieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  const note = error ?? hint
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={isLabelHidden ? 'admin-hidden' : undefined}>
        {label}
      </label>
      {children({
        id,
        status: error === undefined ? '' : 'error',
        'aria-invalid': error !== undefined,
        'aria-describedby': note === undefined ? undefined : noteId,
      })}
      <p id={noteId} className={error === undefined ? styles.hint : styles.error} aria-live="polite">
        {note}
      </p>
    </div>
  )
}
