import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
import { useAdmin } from '../platform/session/admin-context.tsx'
import { useRole } from '../platform/ui/use-role.ts'
import styles from './AdminFrame.module.css'
import { isLinked, screens } from './screens.ts'
import { useIssueCount } from '../operations/health/health-queries.ts'

const navId = 'admin-nav'
const healthPath = '/admin/health'

/** The links to the screens. Where they do not fit in one row, a button shows them. */
export function AdminNav() {
  const { platform } = useAdmin()
  const role = useRole()
  const { key } = useLocation()
  const button = useRef<HTMLButtonElement>(null)
  /** The place in the history where it was opened: going anywhere closes it. */
  const [openAt, setOpenAt] = useState<string | null>(null)
  const isOpen = openAt === key

  useEffect(() => {
    if (!isOpen) return
    function listen(press: KeyboardEvent) {
      if (press.key !== 'Escape') return
      setOpenAt(null)
      button.current?.focus()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [isOpen])

  const linked = screens.filter((screen) => screen.menu !== undefined && isLinked(screen, platform, role))
  const hasHealth = linked.some(({ path }) => path === healthPath)

  return (
    <>
      <Button
        ref={button}
        size="small"
        className={styles.button ?? ''}
        aria-expanded={isOpen}
        aria-controls={navId}
        onClick={() => setOpenAt(isOpen ? null : key)}
      >
        Menu
        {hasHealth && <HealthBadge />}
      </Button>
      <nav id={navId} className={styles.nav} data-open={isOpen} aria-label="Admin">
        {linked.map(({ path, menu }) => (
          <NavLink key={path} to={path}>
            {menu}
            {path === healthPath && <HealthBadge />}
          </NavLink>
        ))}
      </nav>
    </>
  )
}

/** A dot on the menu's Health link while something needs attention. */
function HealthBadge() {
  const count = useIssueCount()
  if (count === 0) return null
  return (
    <span className={styles.dot}>
      <span className="admin-hidden">({count === 1 ? '1 issue' : `${count} issues`})</span>
    </span>
  )
}
