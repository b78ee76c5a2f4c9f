import { NavLink } from 'react-router-dom'
import styles from './HealthScreen.module.css'
import { useConcernCount } from './watch-queries.ts'

/** The menu's way to what needs a person, with a dot while there is something. */
export function HealthLink({ isLoggedIn }: { isLoggedIn: boolean }) {
  const count = useConcernCount(isLoggedIn)
  return (
    <NavLink to="/admin/health">
      Health
      {count > 0 && (
        <span className={styles.dot}>
          <span className="admin-hidden">
            ({count === 1 ? '1 thing needs you' : `${count} things need you`})
          </span>
        </span>
      )}
    </NavLink>
  )
}
