import styles from './DollarField.module.css'
import { Field } from './Field.tsx'
import { PlainInput } from './PlainControls.tsx'
import type { FieldTexts, TypedText } from './TextField.tsx'

/** An amount of dollars and cents, with its label, hint and error. */
export function DollarField(props: FieldTexts & TypedText & { disabled?: boolean }) {
  const { label, isLabelHidden, error, hint, onChange, ...input } = props
  return (
    <Field label={label} isLabelHidden={isLabelHidden} error={error} hint={hint}>
      {({ status: _status, ...inputProps }) => (
        <div className={styles.dollars}>
          <PlainInput
            type="number"
            inputMode="decimal"
            step="0.01"
            min="0.01"
            {...input}
            {...inputProps}
            onChange={({ target }) => onChange(target.value)}
          />
        </div>
      )}
    </Field>
  )
}
