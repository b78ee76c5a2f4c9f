import { Select } from 'antd'
import { Field } from '../../platform/ui/Field.tsx'

interface TopicSelectProps {
  label: string
  hint: string
  names: string[]
  /** Existing names to suggest. */
  known: readonly string[]
  error: string | undefined
  onChange: (names: string[]) => void
}

/** Selects existing categories or tags, or adds new ones. */
export function TopicSelect({ label, hint, names, known, error, onChange }: TopicSelectProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(inputProps) => (
        <Select
          {...inputProps}
          mode="tags"
          style={{ width: '100%' }}
          value={names}
          options={known.map((name) => ({ value: name, label: name }))}
          tokenSeparators={[',']}
          notFoundContent="Type a name and press Enter"
          getPopupContainer={(trigger) => trigger.closest('main') ?? document.body}
          onChange={(chosen) => onChange(withoutRepeats(chosen))}
        />
      )}
    </Field>
  )
}

function withoutRepeats(names: string[]): string[] {
  const clean = names.map((name) => name.replace(/\s+/g, ' ').trim()).filter((name) => name !== '')
  const lower = clean.map((name) => name.toLowerCase())
  return clean.filter((name, index) => lower.indexOf(name.toLowerCase()) === index)
}
