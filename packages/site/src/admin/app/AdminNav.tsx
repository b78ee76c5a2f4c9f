import { counted } from '@priormark/core/platform/counted'
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

/** The links to the screens. System screens are in a submenu. In narrow windows, one Menu button opens all links. */
export function AdminNav() {
  const { platform } = useAdmin()
  const role = useRole()
  const { pathname } = useLocation()
  const menuButton = useRef<HTMLButtonElement>(null)
  const menu = useDisclosure(menuButton)
  const systemButton = useRef<HTMLButtonElement>(null)
  const systemMenu = useDisclosure(systemButton)

  const linkedScreens = screens.filter(
    (screen) => screen.menu !== undefined && isLinked(screen, platform, role),
  )
  const systemScreens = linkedScreens.filter(({ isSystem = false }) => isSystem)
  const hasHealth = linkedScreens.some(({ path }) => path === healthPath)
  const links = (shownScreens: readonly AdminScreen[]) =>
    shownScreens.map(({ path, menu: label }) => (
      <NavLink key={path} to={path}>
        {label}
        {path === healthPath && <HealthBadge />}
      </NavLink>
    ))

  return (
    <>
      <Button
        ref={menuButton}
        size="small"
        className={styles.button ?? ''}
        aria-expanded={menu.isOpen}
        aria-controls={navId}
        onClick={menu.toggle}
      >
        Menu
        {hasHealth && <HealthBadge />}
      </Button>
      <nav id={navId} className={styles.nav} data-open={menu.isOpen} aria-label="Admin">
        {links(linkedScreens.filter(({ isSystem = false }) => !isSystem))}
        {systemScreens.length > 0 && (
          <div className={styles.group}>
            <button
              ref={systemButton}
              type="button"
              className={`admin-text-button ${styles.groupButton}`}
              data-current={systemScreens.some(({ path }) => pathname.startsWith(path))}
              aria-expanded={systemMenu.isOpen}
              aria-controls={systemId}
              onClick={systemMenu.toggle}
            >
              System <span aria-hidden>▾</span>
              {hasHealth && <HealthBadge />}
            </button>
            <div id={systemId} className={`admin-card ${styles.groupLinks}`} data-open={systemMenu.isOpen}>
              {links(systemScreens)}
            </div>
          </div>
        )}
      </nav>
    </>
  )
}

/** Whether the links that a button shows are open. Navigating, Escape or a press outside the header closes them. */
function useDisclosure(button: RefObject<HTMLButtonElement | null>) {
  const { key } = useLocation()
  /** The key of the location where it was opened. */
  const [openedAt, setOpenedAt] = useState<string | null>(null)
  const isOpen = openedAt === key

  function onKey({ key: pressed }: KeyboardEvent) {
    if (pressed !== 'Escape') return
    setOpenedAt(null)
    button.current?.focus()
  }
  function onPress({ target }: PointerEvent) {
    if (target instanceof Element && target.closest('header') === null) setOpenedAt(null)
  }
  useWindowEvent('keydown', onKey, isOpen)
  useWindowEvent('pointerdown', onPress, isOpen)

  return { isOpen, toggle: () => setOpenedAt(isOpen ? null : key) }
}

function HealthBadge() {
  const count = useIssueCount()
  if (count === 0) return null
  return (
    <span className={styles.dot}>
      <span className="admin-hidden">({counted(count, 'issue', 'issues')})</span>
    </span>
  )
}
