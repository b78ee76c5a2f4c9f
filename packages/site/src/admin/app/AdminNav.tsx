import { Button } from 'antd'
import { useRef, useState, type RefObject } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
import { useAdmin } from '../platform/session/admin-context.tsx'
import { useRole } from '../platform/ui/use-role.ts'
import { useWindowEvent } from '../platform/ui/window-events.ts'
import styles from './AdminFrame.module.css'
import { isLinked, screens, type AdminScreen } from './screens.ts'
import { useIssueCount } from '../operations/health/health-queries.ts'

const navId = 'admin-nav'
const systemId = 'admin-system'
const healthPath = '/admin/health'

/**
 * The links to the screens. System screens are in a submenu. On narrow windows one Menu button opens all
 * links.
 */
export function AdminNav() {
  const { platform } = useAdmin()
  const role = useRole()
  const { pathname } = useLocation()
  const wholeButton = useRef<HTMLButtonElement>(null)
  const whole = useDisclosure(wholeButton)
  const systemButton = useRef<HTMLButtonElement>(null)
  const system = useDisclosure(systemButton)

  const linked = screens.filter((screen) => screen.menu !== undefined && isLinked(screen, platform, role))
  const systemScreens = linked.filter(({ isSystem = false }) => isSystem)
  const hasHealth = linked.some(({ path }) => path === healthPath)
  const links = (shown: readonly AdminScreen[]) =>
    shown.map(({ path, menu }) => (
      <NavLink key={path} to={path}>
        {menu}
        {path === healthPath && <HealthBadge />}
      </NavLink>
    ))

  return (
    <>
      <Button
        ref={wholeButton}
        size="small"
        className={styles.button ?? ''}
        aria-expanded={whole.isOpen}
        aria-controls={navId}
        onClick={whole.toggle}
      >
        Menu
        {hasHealth && <HealthBadge />}
      </Button>
      <nav id={navId} className={styles.nav} data-open={whole.isOpen} aria-label="Admin">
        {links(linked.filter(({ isSystem = false }) => !isSystem))}
        {systemScreens.length > 0 && (
          <div className={styles.group}>
            <button
              ref={systemButton}
              type="button"
              className={styles.groupButton}
              data-current={systemScreens.some(({ path }) => pathname.startsWith(path))}
              aria-expanded={system.isOpen}
              aria-controls={systemId}
              onClick={system.toggle}
            >
              System <span aria-hidden>▾</span>
              {hasHealth && <HealthBadge />}
            </button>
            <div id={systemId} className={styles.groupLinks} data-open={system.isOpen}>
              {links(systemScreens)}
            </div>
          </div>
        )}
      </nav>
    </>
  )
}

/**
 * Whether the links that a button shows are open. Navigating, Escape or a press outside the header closes
 * them.
 */
function useDisclosure(button: RefObject<HTMLButtonElement | null>) {
  const { key } = useLocation()
  /** The place in the history where it was opened. */
  const [openAt, setOpenAt] = useState<string | null>(null)
  const isOpen = openAt === key

  function onKey({ key: pressed }: KeyboardEvent) {
    if (pressed !== 'Escape') return
    setOpenAt(null)
    button.current?.focus()
  }
  function onPress({ target }: PointerEvent) {
    if (target instanceof Element && target.closest('header') === null) setOpenAt(null)
  }
  useWindowEvent('keydown', onKey, isOpen)
  useWindowEvent('pointerdown', onPress, isOpen)

  return { isOpen, toggle: () => setOpenAt(isOpen ? null : key) }
}

function HealthBadge() {
  const count = useIssueCount()
  if (count === 0) return null
  return (
    <span className={styles.dot}>
      <span className="admin-hidden">({count === 1 ? '1 issue' : `${count} issues`})</span>
    </span>
  )
}
