import styles from './StateTag.module.css'

/** How a state looks. The mark tells it without color (BRAND.md). */
export interface StateMark {
  label: string
  mark: string
  tone: 'calm' | 'good' | 'open' | 'alarm'
}

/** A state as a label with its mark. */
export function StateTag({ state: { label, mark, tone } }: { state: StateMark }) {
  return (
    <span className={styles.tag} data-tone={tone}>
      <span aria-hidden>{mark}</span> {label}
    </span>
  )
}
