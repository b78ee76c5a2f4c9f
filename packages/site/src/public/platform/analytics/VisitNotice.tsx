import { ChoiceButtons } from './ChoiceButtons.tsx'
import styles from './visits.module.css'

/** Asks whether visits may be counted. It never covers content. */
export function VisitNotice() {
  return (
    <section className={styles.notice} aria-label="Counting visits">
      <p>
        Can we count your visits? We see which pages are read, not who reads them. We set no cookie, and we
        count nothing unless you accept. <a href="/privacy">Privacy</a>
      </p>
      <ChoiceButtons />
    </section>
  )
}
