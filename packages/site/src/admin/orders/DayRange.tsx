import { Button, Input } from 'antd'
import { useId } from 'react'
import { shopTimeZone } from '../session/shop-dates.ts'
import styles from './DayRange.module.css'
import { isReversedRange } from './order-filter.ts'

interface DayRangeProps {
  /** Days such as '2026-11-21'; '' for none. */
  from: string
  to: string
  onChange: (change: { from?: string; to?: string }) => void
}

/** Filters a list by the days on which its rows were created, in the shop’s time zone. */
export function DayRange({ from, to, onChange }: DayRangeProps) {
  const id = useId()
  const error = isReversedRange({ from, to }) ? 'The first day is after the last one.' : undefined
  const errorProps = {
    status: error === undefined ? ('' as const) : ('error' as const),
    'aria-invalid': error !== undefined,
    'aria-describedby': error === undefined ? undefined : `${id}-error`,
  }
  return (
    <fieldset
      className={styles.range}
      aria-label={`Days on which orders were created, in the time zone ${shopTimeZone()}`}
    >
      <label htmlFor={`${id}-from`}>From</label>
      <Input
        id={`${id}-from`}
        type="date"
        value={from}
        max={to}
        {...errorProps}
        onChange={({ target }) => onChange({ from: target.value })}
      />
      <label htmlFor={`${id}-to`}>To</label>
      <Input
        id={`${id}-to`}
        type="date"
        value={to}
        min={from}
        {...errorProps}
        onChange={({ target }) => onChange({ to: target.value })}
      />
      {(from !== '' || to !== '') && <Button onClick={() => onChange({ from: '', to: '' })}>All days</Button>}
      <p id={`${id}-error`} className={styles.error} aria-live="polite">
        {error}
      </p>
    </fieldset>
  )
}
