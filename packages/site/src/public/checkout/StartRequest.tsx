import { startRequestText } from '@priormark/core/payments/start-request'
import type { Ref } from 'react'
import styles from './CheckoutPage.module.css'

interface StartRequestProps {
  box: Ref<HTMLInputElement>
  isTicked: boolean
  /** Paying was tried without it. */
  isMissing: boolean
  onChange: (isTicked: boolean) => void
}

/** The request to begin before the right to cancel has run out, which the law wants ticked by the customer's own hand. */
export function StartRequest({ box, isTicked, isMissing, onChange }: StartRequestProps) {
  return (
    <div className={styles.start}>
      <input
        ref={box}
        id="start-at-once"
        type="checkbox"
        checked={isTicked}
        aria-invalid={isMissing}
        aria-describedby={isMissing ? 'start-at-once-missing' : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <div>
        <label htmlFor="start-at-once">{startRequestText}</label>
        {isMissing && (
          <p id="start-at-once-missing" className={styles.missing}>
            Please check this box before you pay
          </p>
        )}
      </div>
    </div>
  )
}
