// Not antd's Select: it opens no native picker on a phone, and screen readers get ten options (ant-design#58346), see decision 0046.
import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './Field.tsx'
import styles from './PlainControls.module.css'

interface NativeSelectProps<Value extends string> extends Omit<
  ComponentProps<'select'>,
  'value' | 'onChange' | 'children'
> {
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}

/** The browser's own select in the style of the admin's inputs, for a few fixed choices. */
export function NativeSelect<Value extends string>(props: NativeSelectProps<Value>) {
  const { value, options, onChange, className = '', ...others } = props
  return (
    <select
      {...others}
      className={`${styles.select} ${className}`}
      value={value}
      onChange={({ target }) => {
        const option = options.find((candidate) => candidate.value === target.value)
        if (option !== undefined) onChange(option.value)
      }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

/** A select with its label, hint and error. */
export function SelectField<Value extends string>(
  props: Omit<FieldProps, 'children'> & Omit<NativeSelectProps<Value>, 'id'>,
) {
  const { label, isLabelHidden, error, hint, ...select } = props
  return (
    <Field label={label} isLabelHidden={isLabelHidden} error={error} hint={hint}>
      {({ status: _status, ...inputProps }) => <NativeSelect {...select} {...inputProps} />}
    </Field>
  )
}
