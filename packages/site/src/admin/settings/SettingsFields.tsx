import { Checkbox, ConfigProvider } from 'antd'
import type { PropsWithChildren, ReactNode } from 'react'
import { SelectField } from '../platform/ui/NativeSelect.tsx'
import { TextAreaField, TextField, type FieldTexts, type TypedText } from '../platform/ui/TextField.tsx'
import type { SettingsForm } from './use-settings-form.ts'
import type { Placeholders } from '@priormark/core/settings/fields'

type KeysOf<Values, Type> = { [Key in keyof Values]: Values[Key] extends Type ? Key : never }[keyof Values] &
  string

export interface SettingProps<Values extends object, Type> {
  form: Pick<SettingsForm<Values>, 'values' | 'set' | 'labelOf' | 'errorOf' | 'variableOf'>
  name: KeysOf<Values, Type>
  /** The default is the field's label in its settings group. */
  label?: string
  hint?: string | undefined
}

interface SettingsCardProps {
  title: string
  /** The accessible name, if it is not the title. */
  label?: string
  description?: ReactNode
  action?: ReactNode
  children: ReactNode
}

export function SettingsCard({ title, label = title, description, action, children }: SettingsCardProps) {
  return (
    <section className="admin-card" aria-label={label}>
      <div className={action === undefined ? undefined : 'admin-head'}>
        <h2>{title}</h2>
        {action}
      </div>
      {description !== undefined && <p className="admin-soft">{description}</p>}
      {children}
    </section>
  )
}

interface LinesFieldProps extends Omit<FieldTexts, 'isLabelHidden'>, TypedText {
  /** With more than one, the field is a text area that grows. */
  rows?: number
  readOnly?: boolean
}

/** A text on one or several lines. */
export function LinesField({ rows = 1, ...props }: LinesFieldProps) {
  if (rows === 1) return <TextField {...props} />
  return <TextAreaField {...props} autoSize={{ minRows: rows, maxRows: 30 }} />
}

/** The hint of a field that an environment variable sets. */
export const setByText = (variable: string) => `Set by the environment variable ${variable}`

/** Returns the texts of a setting's field, and whether an environment variable sets it. */
function settingTexts<Values extends object, Type>(props: SettingProps<Values, Type>) {
  const { form, name, label = form.labelOf(name), hint } = props
  const variable = form.variableOf(name)
  const texts = {
    label,
    error: form.errorOf(name),
    hint: variable === undefined ? hint : setByText(variable),
  }
  return { texts, isFixed: variable !== undefined }
}

export function TextSetting<Values extends object>(
  props: SettingProps<Values, string> & { type?: 'email' | 'time' },
) {
  const { form, name, type = 'text' } = props
  const { texts, isFixed } = settingTexts(props)
  return (
    <TextField
      {...texts}
      type={type}
      name={name}
      value={String(form.values[name])}
      onChange={(value) => form.set({ [name]: value } as Partial<Values>)}
      readOnly={isFixed}
    />
  )
}

/** The field of a setting that is a whole number, with its unit. */
export function NumberSetting<Values extends object>(props: SettingProps<Values, number> & { unit: string }) {
  const { form, name, unit } = props
  const { texts, isFixed } = settingTexts(props)
  const value = Number(form.values[name])
  return (
    <TextField
      {...texts}
      type="number"
      inputMode="numeric"
      suffix={unit}
      // An empty field is stored as NaN, which the schema rejects.
      value={Number.isNaN(value) ? '' : String(value)}
      onChange={(value) => form.set({ [name]: value === '' ? Number.NaN : Number(value) } as Partial<Values>)}
      readOnly={isFixed}
      style={{ maxWidth: 220 }}
    />
  )
}

export function SelectSetting<Values extends object, Value extends string>(
  props: SettingProps<Values, Value> & { options: readonly { value: Value; label: string }[] },
) {
  const { form, name, options } = props
  const { texts, isFixed } = settingTexts(props)
  return (
    <SelectField
      {...texts}
      options={options}
      value={form.values[name] as Value}
      onChange={(value) => form.set({ [name]: value } as Partial<Values>)}
      disabled={isFixed}
    />
  )
}

export function SwitchSetting<Values extends object>(props: SettingProps<Values, boolean>) {
  const { form, name } = props
  const { texts, isFixed } = settingTexts(props)
  return (
    <div>
      <Checkbox
        checked={Boolean(form.values[name])}
        disabled={isFixed}
        onChange={({ target }) => form.set({ [name]: target.checked } as Partial<Values>)}
      >
        {texts.label}
      </Checkbox>
      <p className="admin-small">{texts.hint}</p>
    </div>
  )
}

/** Disables its fields while an environment variable sets them, and says so. */
export function OverridableFields(props: PropsWithChildren<{ variable: string | undefined }>) {
  const { variable, children } = props
  return (
    <ConfigProvider componentDisabled={variable !== undefined}>
      {variable !== undefined && <p className="admin-small">{setByText(variable)}</p>}
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
