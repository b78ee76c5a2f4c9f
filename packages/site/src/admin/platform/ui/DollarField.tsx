import { Input } from 'antd'
import { Field } from './Field.tsx'

interface DollarFieldProps {
  label: string
  hint: string
  error: string | undefined
  isDisabled?: boolean
  /** As typed. */
  value: string
  onChange: (typed: string) => void
}

/** An amount of dollars and cents. */
export function DollarField({ label, hint, error, isDisabled = false, value, onChange }: DollarFieldProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(inputProps) => (
        <Input
          {...inputProps}
          type="number"
          inputMode="decimal"
          step="0.01"
          min="0.01"
          prefix="$"
          disabled={isDisabled}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}

/** Reads a typed amount; NaN without one. */
export function dollarsOf(typed: string): number {
  return typed.trim() === '' ? Number.NaN : Number(typed)
}
