import { startChoices, startTimes, type StartTime } from '@priormark/core/settings/policy/start-request'
import type { Ref } from 'react'
import styles from './CheckoutPage.module.css'

interface StartChoiceProps {
  /** Takes the focus if nothing is chosen. */
  first: Ref<HTMLInputElement>
  /** Null until the customer chooses. */
  chosen: StartTime | null
  /** The customer tried to pay without a choice. */
  isMissing: boolean
  onChoose: (start: StartTime) => void
}

/** When the recording starts: at once, which ends the right to cancel, or after the cancellation period. */
export function StartChoice({ first, chosen, isMissing, onChoose }: StartChoiceProps) {
  return (
    <fieldset
      className={styles.start}
      role="radiogroup"
      aria-labelledby="start-title"
      aria-required
      aria-invalid={isMissing}
      aria-describedby={isMissing ? 'start-missing' : undefined}
    >
      <legend id="start-title">When should we record your work?</legend>
      {isMissing && (
        <p id="start-missing" className={styles.missing}>
          Please choose one before you pay
        </p>
      )}
      {startTimes.map((start, position) => (
        <label key={start} className={styles.choice}>
          <input
            ref={position === 0 ? first : undefined}
            type="radio"
            name="start"
            checked={chosen === start}
            aria-labelledby={`start-${start}`}
            // The first one takes the focus, and says what is missing.
            aria-describedby={
              isMissing && position === 0 ? `start-missing start-${start}-text` : `start-${start}-text`
            }
            onChange={() => onChoose(start)}
          />
          <span>
            <span id={`start-${start}`} className={styles.choiceLabel}>
              {startChoices[start].label}
            </span>
            <span id={`start-${start}-text`}>{startChoices[start].text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
