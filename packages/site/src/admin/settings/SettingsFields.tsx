import { Checkbox, ConfigProvider, Input } from 'antd'
import type { ReactNode } from 'react'
import { Field } from '../platform/ui/Field.tsx'
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

interface TextFieldProps {
  label: string
  /** The field’s name in the settings, with which a link leads to it. */
  name?: string
  value: string
  onChange: (value: string) => void
  error: string | undefined
  hint?: string | undefined
  type?: 'text' | 'email' | 'time'
  /** More than one makes it a text area that grows. */
  rows?: number
  isReadOnly?: boolean
}

/** A text on one or several lines. */
export function TextField(props: TextFieldProps) {
  const { label, name, value, onChange, error, hint, type = 'text', rows = 1, isReadOnly = false } = props
  const common = {
    ...(name === undefined ? {} : { name }),
    value,
    readOnly: isReadOnly,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  }
  return (
    <Field label={label} error={error} hint={hint}>
      {(inputProps) =>
        rows > 1 ? (
          <Input.TextArea {...inputProps} {...common} autoSize={{ minRows: rows, maxRows: 30 }} />
        ) : (
          <Input {...inputProps} {...common} type={type} />
        )
      }
    </Field>
  )
}

/** The hint of a field that an environment variable sets. */
export const setBy = (variable: string) => `Set by the environment variable ${variable}`

/** A text of the settings. */
export function TextSetting<Values extends object>(
  props: FieldProps<Values, string> & Pick<TextFieldProps, 'type' | 'rows'>,
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
      isReadOnly={variable !== undefined}
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
    <Field label={label} error={form.errorOf(name)} hint={variable === undefined ? hint : setBy(variable)}>
      {(inputProps) => (
        <Input
          {...inputProps}
          type="number"
          inputMode="numeric"
          suffix={unit}
          // An empty field is not a number, which the schema rejects.
          value={Number.isNaN(value) ? '' : value}
          onChange={({ target }) =>
            form.set({ [name]: target.value === '' ? Number.NaN : Number(target.value) } as Partial<Values>)
          }
          readOnly={variable !== undefined}
          style={{ maxWidth: 220 }}
        />
      )}
    </Field>
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
