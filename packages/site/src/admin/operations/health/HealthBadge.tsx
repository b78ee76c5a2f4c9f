import styles from './HealthBadge.module.css'
import { useIssueCount } from './health-queries.ts'

/** A dot on the menu's Health link while something needs attention. */
export function HealthBadge() {
  const count = useIssueCount()
  if (count === 0) return null
  return (
    <span className={styles.dot}>
      <span className="admin-hidden">({count === 1 ? '1 issue' : `${count} issues`})</span>
    </span>
  )
}
