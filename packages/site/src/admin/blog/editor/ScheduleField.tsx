import { Input } from 'antd'
import { localMoment, momentFrom, shopTimeZone } from '../../platform/session/shop-dates.ts'
import { Field } from '../../platform/ui/Field.tsx'
import styles from './ScheduleField.module.css'

const defaultTime = '09:00'

interface ScheduleFieldProps {
  /** ISO 8601; null if the post is not scheduled. */
  scheduledAt: string | null
  error: string | undefined
  onChange: (scheduledAt: string | null) => void
}

/** The day and time at which a draft is published. */
export function ScheduleField({ scheduledAt, error, onChange }: ScheduleFieldProps) {
  const [day = '', time = defaultTime] = scheduledAt === null ? [] : localMoment(scheduledAt).split('T')
  const hint = hasPassed(scheduledAt)
    ? 'This time has passed. Once saved, the post is published within a minute.'
    : `Leave empty to publish manually. Time zone: ${shopTimeZone()}`
  return (
    <Field label="Schedule for" error={error} hint={hint}>
      {(inputProps) => (
        <div className={styles.row}>
          <Input
            {...inputProps}
            type="date"
            value={day}
            onChange={({ target }) =>
              onChange(target.value === '' ? null : momentFrom(`${target.value}T${time}`))
            }
          />
          {day !== '' && (
            <Input
              className={styles.time ?? ''}
              aria-label="Time"
              type="time"
              value={time}
              // Empty while it is being typed.
              onChange={({ target }) => target.value !== '' && onChange(momentFrom(`${day}T${target.value}`))}
            />
          )}
        </div>
      )}
    </Field>
  )
}

/** Whether an ISO 8601 time is in the past. */
export function hasPassed(iso: string | null, nowMs = Date.now()): boolean {
  return iso !== null && Date.parse(iso) <= nowMs
}
