import { Checkbox, ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { SelectField } from '../platform/ui/NativeSelect.tsx'
import { TextAreaField, TextField, type FieldTexts, type TypedText } from '../platform/ui/TextField.tsx'
import type { SettingsForm } from './use-settings-form.ts'
import type { Placeholders } from '@priormark/core/settings/fields'

type KeysOf<Values, Type> = { [Key in keyof Values]: Values[Key] extends Type ? Key : never }[keyof Values] &
  string

interface FieldProps<Values extends object, Type> {
  form: Pick<SettingsForm<Values>, 'values' | 'set' | 'errorOf' | 'variableOf'>
  name: KeysOf<Values, Type>
  label: string
  hint?: string
}

interface LinesFieldProps extends Omit<FieldTexts, 'isLabelHidden'>, TypedText {
  /** More than one makes it a text area that grows. */
  rows?: number
  readOnly?: boolean
}

/** A text on one or several lines. */
export function LinesField({ rows = 1, ...props }: LinesFieldProps) {
  if (rows === 1) return <TextField {...props} />
  return <TextAreaField {...props} autoSize={{ minRows: rows, maxRows: 30 }} />
}

/** The hint of a field that an environment variable sets. */
export const setBy = (variable: string) => `Set by the environment variable ${variable}`

/** A text of the settings. */
export function TextSetting<Values extends object>(
  props: FieldProps<Values, string> & { type?: 'email' | 'time' },
) {
  const { form, name, hint, ...others } = props
  const variable = form.variableOf(name)
  return (
    <TextField
      {...others}
      name={name}
      value={String(form.values[name])}
      onChange={(value) => form.set({ [name]: value } as Partial<Values>)}
      error={form.errorOf(name)}
      hint={variable === undefined ? hint : setBy(variable)}
      readOnly={variable !== undefined}
    />
  )
}

/** A whole number of the settings, with its unit. */
export function NumberSetting<Values extends object>({
  form,
  name,
  label,
  hint,
  unit,
}: FieldProps<Values, number> & { unit: string }) {
  const variable = form.variableOf(name)
  const value = Number(form.values[name])
  return (
    <TextField
      label={label}
      error={form.errorOf(name)}
      hint={variable === undefined ? hint : setBy(variable)}
      type="number"
      inputMode="numeric"
      suffix={unit}
      // An empty field is not a number, which the schema rejects.
      value={Number.isNaN(value) ? '' : String(value)}
      onChange={(typed) => form.set({ [name]: typed === '' ? Number.NaN : Number(typed) } as Partial<Values>)}
      readOnly={variable !== undefined}
      style={{ maxWidth: 220 }}
    />
  )
}

/** One of a few values. */
export function SelectSetting<Values extends object, Value extends string>(
  props: FieldProps<Values, Value> & { options: readonly { value: Value; label: string }[] },
) {
  const { form, name, hint, ...others } = props
  const variable = form.variableOf(name)
  return (
    <SelectField
      {...others}
      value={form.values[name] as Value}
      onChange={(value) => form.set({ [name]: value } as Partial<Values>)}
      error={form.errorOf(name)}
      hint={variable === undefined ? hint : setBy(variable)}
      disabled={variable !== undefined}
    />
  )
}

/** A setting that is on or off. */
export function SwitchSetting<Values extends object>({
  form,
  name,
  label,
  hint,
}: FieldProps<Values, boolean>) {
  const variable = form.variableOf(name)
  return (
    <div>
      <Checkbox
        checked={Boolean(form.values[name])}
        disabled={variable !== undefined}
        onChange={({ target }) => form.set({ [name]: target.checked } as Partial<Values>)}
      >
        {label}
      </Checkbox>
      <p className="admin-small">{variable === undefined ? hint : setBy(variable)}</p>
    </div>
  )
}

/** Fields that cannot be changed while an environment variable sets them, which it says. */
export function TextsSetBy({ variable, children }: { variable: string | undefined; children: ReactNode }) {
  return (
    <ConfigProvider componentDisabled={variable !== undefined}>
      {variable !== undefined && <p className="admin-small">{setBy(variable)}</p>}
      {children}
    </ConfigProvider>
  )
}

/** Lists the placeholders that a text may contain. */
export function PlaceholderHelp({ placeholders }: { placeholders: Placeholders }) {
  return (
    <details>
      <summary>Placeholders you can use</summary>
      <ul className="admin-rows">
        {Object.entries(placeholders).map(([name, meaning]) => (
          <li key={name}>
            <code className="admin-mono">{`{${name}}`}</code>
            <span className="admin-soft">{meaning}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
