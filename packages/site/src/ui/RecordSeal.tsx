import { formatDay } from '@priormark/core/platform/dates'
import { useState } from 'react'
import styles from './RecordSeal.module.css'
import { Seal } from './Seal.tsx'

/**
 * The state of a work, which decides the color of its seal. 'open': not recorded yet; 'recorded': for good; 'stopped': it will not
 * be recorded; 'disputed': its payment is disputed.
 */
export type SealState = 'open' | 'recorded' | 'stopped' | 'disputed'

interface RecordSealProps {
  sha256: string
  state: SealState
  /** The date that is stamped into the ring of a recorded seal, in ISO 8601. */
  day?: string | undefined
  /** Whether the page also says the date in words, so that screen readers skip the stamp. */
  isDayInWords?: boolean
  /** The accessible name; without it the seal is decorative. */
  label?: string
  className?: string | undefined
}

/**
 * The seal of a work in the color of its state. If the work is recorded while the seal is shown, a green plate slides into
 * register over the ink one, like a second color on a press, and the date is stamped into the ring.
 */
export function RecordSeal({ sha256, state, day, isDayInWords, label, className = '' }: RecordSealProps) {
  const [firstState] = useState(state)
  const isRecorded = state === 'recorded'
  const [date, year] = isRecorded && day !== undefined ? formatDay(day).split(', ') : []
  return (
    <div
      className={`${styles.press} ${className}`}
      data-state={state}
      data-newly-recorded={(isRecorded && firstState !== 'recorded') || undefined}
    >
      <Seal sha256={sha256} {...(label === undefined ? {} : { label })} />
      {isRecorded && <Seal sha256={sha256} className={styles.green} />}
      {date !== undefined && (
        <time className={styles.stamp} dateTime={day} aria-hidden={isDayInWords}>
          {date} <span>{year}</span>
        </time>
      )}
    </div>
  )
}
