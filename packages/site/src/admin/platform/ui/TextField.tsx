import { Input, type InputProps } from 'antd'
import type { TextAreaProps, TextAreaRef } from 'antd/es/input/TextArea'
import type { Ref } from 'react'
import { Field, type FieldProps } from './Field.tsx'

export type FieldTexts = Omit<FieldProps, 'children'>
type Attributes<Props> = FieldTexts & Omit<Props, 'value' | 'onChange' | 'status' | 'id'>

export interface TypedText {
  value: string
  onChange: (value: string) => void
}

/** A text on one line, with its label, hint and error. */
export function TextField(props: Attributes<InputProps> & TypedText) {
  const { label, isLabelHidden, error, hint, onChange, ...input } = props
  return (
    <Field label={label} isLabelHidden={isLabelHidden} error={error} hint={hint}>
      {(inputProps) => <Input {...input} {...inputProps} onChange={({ target }) => onChange(target.value)} />}
    </Field>
  )
}

/** A text on several lines, with its label, hint and error. */
export function TextAreaField(props: Attributes<TextAreaProps> & TypedText & { ref?: Ref<TextAreaRef> }) {
  const { label, isLabelHidden, error, hint, onChange, ...input } = props
  return (
    <Field label={label} isLabelHidden={isLabelHidden} error={error} hint={hint}>
      {(inputProps) => (
        <Input.TextArea {...input} {...inputProps} onChange={({ target }) => onChange(target.value)} />
      )}
    </Field>
  )
}
