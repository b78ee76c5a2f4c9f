import styles from './EmailNote.module.css'

interface EmailNoteProps {
  /** See suggestedEmail(). */
  suggestion: string | null
  onAccept: (email: string) => void
}

/** Asks whether the domain of an address is a typing mistake: a proof that is sent there would be lost. */
export function EmailNote({ suggestion, onAccept }: EmailNoteProps) {
  if (suggestion === null) return null
  return (
    <output className={styles.suggestion}>
      Did you mean{' '}
      <button type="button" onClick={() => onAccept(suggestion)}>
        {suggestion}
      </button>
      ?
    </output>
  )
}
