// Not antd's RangePicker: it has no grid for screen readers (ant-design#53638), see decision 0046.
import type { OrderDate } from '@priormark/core/orders/order'
import { Button } from 'antd'
import { useId } from 'react'
import { useShopDates } from '../platform/session/shop-dates.tsx'
import { DayInput } from '../platform/ui/DayInput.tsx'
import { NativeSelect } from '../platform/ui/NativeSelect.tsx'
import styles from './OrdersPanel.module.css'
import { isReversedRange } from './order-filter.ts'

interface DayRangeProps {
  date: OrderDate
  /** Days such as '2026-11-21'; '' for none. */
  from: string
  to: string
  onChange: (change: { date?: OrderDate; from?: string; to?: string }) => void
}

const dateOptions = [
  { value: 'ordered', label: 'Ordered' },
  { value: 'paid', label: 'Paid' },
] as const

/** Filters the orders by the days on which they were placed or paid, in the shop's time zone. */
export function DayRange({ date, from, to, onChange }: DayRangeProps) {
  const { timeZone } = useShopDates()
  const id = useId()
  const error = isReversedRange({ from, to }) ? 'The first day is after the last one.' : undefined
  const errorProps = {
    'aria-invalid': error !== undefined,
    'aria-describedby': error === undefined ? undefined : `${id}-error`,
  }
  return (
    <fieldset
      className={`admin-line admin-fields ${styles.range}`}
      aria-label={`Days on which orders were placed or paid, in the time zone ${timeZone}`}
    >
      <NativeSelect
        aria-label="Days of the order or of its payment"
        value={date}
        options={dateOptions}
        onChange={(next) => onChange({ date: next })}
      />
      <label htmlFor={`${id}-from`}>From</label>
      <DayInput
        id={`${id}-from`}
        value={from}
        max={to}
        {...errorProps}
        onChange={(day) => onChange({ from: day })}
      />
      <label htmlFor={`${id}-to`}>To</label>
      <DayInput
        id={`${id}-to`}
        value={to}
        min={from}
        {...errorProps}
        onChange={(day) => onChange({ to: day })}
      />
      {(from !== '' || to !== '') && <Button onClick={() => onChange({ from: '', to: '' })}>All days</Button>}
      <p id={`${id}-error`} className={`admin-error ${styles.error}`} aria-live="polite">
        {error}
      </p>
    </fieldset>
  )
}
