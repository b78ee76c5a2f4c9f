import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './Field.tsx'
import styles from './PlainControls.module.css'

/*
 * Native controls that look like antd's, for the screens before the login: without antd those load a third less, and the rest of
 * the admin loads while the person types. Lists use the text field too, because antd's field would delay the first list while
 * antd computes its styles. See decision 0046.
 */

/** A text field without a label. */
export function PlainInput({ className = '', ...props }: ComponentProps<'input'>) {
  return <input {...props} className={`${styles.input} ${className}`} />
}

/** A text field with its label, hint and error. */
export function PlainField(props: Omit<FieldProps, 'isLabelHidden' | 'children'> & ComponentProps<'input'>) {
  const { label, error, hint, ...input } = props
  return (
    <Field label={label} error={error} hint={hint}>
      {({ status: _status, ...inputProps }) => <PlainInput spellCheck={false} {...input} {...inputProps} />}
    </Field>
  )
}

interface PlainButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'className'> {
  kind: 'primary' | 'default' | 'link'
  type?: 'submit' | 'button'
  /** Shows that the action runs. The button is not disabled, so that it keeps the focus: the caller ignores further clicks. */
  isBusy?: boolean
}

/** A button, as wide as the card if it is the card's main action. */
export function PlainButton({ kind, type = 'button', isBusy, children, ...props }: PlainButtonProps) {
  return (
    <button
      {...props}
      // oxlint-disable-next-line react/button-has-type -- one of the two values above
      type={type}
      className={styles[kind]}
      aria-busy={isBusy}
    >
      {isBusy === true && <span className={styles.spinner} aria-hidden="true" />}
      {children}
    </button>
  )
}

/** Focuses a field and selects its text, so that typing replaces it. */
export function focusAndSelect(input: HTMLInputElement | null | undefined): void {
  input?.focus()
  input?.select()
}
