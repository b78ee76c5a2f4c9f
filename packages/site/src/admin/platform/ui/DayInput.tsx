import { useState, type ComponentProps } from 'react'
import { readDay } from './page-params.ts'
import { PlainInput } from './PlainControls.tsx'

interface DayInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  /** A day such as '2026-11-21'; '' for none. */
  value: string
  onChange: (day: string) => void
}

/** A field for a day. The first digits of a year, such as 0020, stay in the field until the year is complete. */
export function DayInput({ value, onChange, ...props }: DayInputProps) {
  const [typedDay, setTypedDay] = useState<string>()
  return (
    <PlainInput
      {...props}
      type="date"
      value={typedDay ?? value}
      onChange={({ target }) => {
        setTypedDay(target.value)
        if (readDay(target.value) === target.value) onChange(target.value)
      }}
      onBlur={() => setTypedDay(undefined)}
    />
  )
}
