import { startRequestText } from '@priormark/core/payments/start-request'
import type { Ref } from 'react'
import styles from './CheckoutPage.module.css'

interface StartRequestProps {
  box: Ref<HTMLInputElement>
  isChecked: boolean
  /** The visitor tried to pay without checking the box. */
  isMissing: boolean
  onChange: (isChecked: boolean) => void
}

/** The consent to start before the right to cancel ends. By law, it must not be pre-checked. */
export function StartRequest({ box, isChecked, isMissing, onChange }: StartRequestProps) {
  return (
    <div className={styles.start}>
      <input
        ref={box}
        id="start-right-away"
        type="checkbox"
        checked={isChecked}
        aria-invalid={isMissing}
        aria-describedby={isMissing ? 'start-right-away-missing' : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <div>
        <label htmlFor="start-right-away">{startRequestText}</label>
        {isMissing && (
          <p id="start-right-away-missing" className={styles.missing}>
            Please check this box before you pay
          </p>
        )}
      </div>
    </div>
  )
}
