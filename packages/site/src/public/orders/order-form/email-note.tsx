import type { ReactNode } from 'react'
import styles from './email-note.module.css'
import { suggestedEmail } from './email-suggestion.ts'

/** Asks whether the domain of an address is a typing mistake: a proof that is sent there would be lost. */
export function noteOnEmail(email: string, accept: (email: string) => void): ReactNode {
  const suggestion = suggestedEmail(email.trim())
  if (suggestion === null) return null
  return (
    <output className={styles.suggestion}>
      Did you mean{' '}
      <button type="button" onClick={() => accept(suggestion)}>
        {suggestion}
      </button>
      ?
    </output>
  )
}
