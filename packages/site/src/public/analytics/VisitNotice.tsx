import { ChoiceButtons } from './ChoiceButtons.tsx'
import styles from './visits.module.css'

/** Asks once whether visits may be counted. It covers nothing that has to be read, and waits. */
export function VisitNotice() {
  return (
    <section className={styles.notice} aria-label="Counting visits">
      <p>
        May we count visits? We would see which pages are read, not who reads them. No cookie is set, and
        nothing is counted unless you accept. <a href="/privacy">Privacy</a>
      </p>
      <ChoiceButtons />
    </section>
  )
}
