import { Button, Input } from 'antd'
import { useId } from 'react'
import { shopTimeZone } from '../session/shop-dates.ts'
import styles from './DayRange.module.css'

interface DayRangeProps {
  /** Days such as '2026-11-21'; '' for none. */
  from: string
  to: string
  onChange: (change: { from?: string; to?: string }) => void
}

/** Filters a list by the days on which its rows were created, in the shop’s time zone. */
export function DayRange({ from, to, onChange }: DayRangeProps) {
  const id = useId()
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
        onChange={({ target }) => onChange({ from: target.value })}
      />
      <label htmlFor={`${id}-to`}>To</label>
      <Input
        id={`${id}-to`}
        type="date"
        value={to}
        min={from}
        onChange={({ target }) => onChange({ to: target.value })}
      />
      {(from !== '' || to !== '') && <Button onClick={() => onChange({ from: '', to: '' })}>All days</Button>}
    </fieldset>
  )
}
