import type { Session as SessionView } from '@priormark/core/staff/auth/endpoints'
import { NetworkError } from '@priormark/core/platform/http/api-error'
import { isAllowed, type Role, type StaffAccess } from '@priormark/core/platform/roles'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { Link, NavLink, Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router-dom'
import { lazyDialog, lazyLoad } from '../../ui/lazy-load.ts'
import { LoadBoundary } from '../../ui/LoadBoundary.tsx'
import { RegistrationMark } from '../../ui/RegistrationMark.tsx'
import { toast } from '../../ui/toast-store.ts'
import { logoutWarning, recordDraftFailure, useDraftStatus } from '../blog/draft-queries.ts'
import { useAdmin } from '../platform/session/admin-context.tsx'
import { homePath } from '../platform/session/admin-paths.ts'
import { sessionQuery } from '../platform/session/session.ts'
import { useRole } from '../platform/ui/use-role.ts'
import { ShopDatesProvider } from '../platform/session/shop-dates.tsx'
import { CommandProvider, useCommand } from '../platform/ui/commands.tsx'
import type { KeyBinding } from '../platform/ui/key-chords.ts'
import { adminKeyBindings, paletteKeyName } from './key-bindings.ts'
import { Loading } from '../platform/ui/list-states.tsx'
import { LostServerNotice, useIsServerLost } from '../platform/ui/lost-server.tsx'
import styles from './AdminFrame.module.css'
import { AdminNav } from './AdminNav.tsx'
import { AdminTheme } from './AdminTheme.tsx'
import { usePalette } from './palette/use-palette.ts'
import {
  isLinked,
  loadOrdersCode,
  loadSecondFactorSetup,
  screenName,
  screens,
  type ScreenHandle,
} from './screens.ts'
import { StatusBar } from './StatusBar.tsx'

const SecondFactorSetup = lazyLoad(loadSecondFactorSetup)
const OutsideRole = lazyLoad(async () => (await import('./MessageScreens.tsx')).OutsideRoleScreen)
const EmailQuestion = lazyLoad(async () => (await import('../staff/account/EmailCard.tsx')).EmailQuestion)
const KeyHelp = lazyDialog(async () => (await import('./KeyHelp.tsx')).KeyHelp, 'isOpen')
const CommandPalette = lazyDialog(
  async () => (await import('./palette/CommandPalette.tsx')).CommandPalette,
  'isOpen',
)

/**
 * The frame of every screen behind the login. Checks the credential while the screen's code loads, which saves time. A screen that
 * not everyone may use waits for the check, so that it makes no call that the role does not allow.
 */
export function AdminFrame() {
  const { api, session, platform } = useAdmin()
  const isMissing = session.isMissing()
  const check = useQuery({ ...sessionQuery(api), enabled: !isMissing })
  const isRejected = check.data === null
  // Without the server, screens show the data that was read before.
  const hasFailed = check.isError && !(check.error instanceof NetworkError)

  useEffect(() => {
    if (isMissing) session.requireLogin()
    else if (isRejected) session.expire()
    else if (hasFailed) session.invalidate()
  }, [session, isMissing, isRejected, hasFailed])

  useEffect(() => () => session.forgetData(), [session])

  const person = check.data ?? null
  const role = useRole()
  // Until the role is known, the keys of every screen work, so that none is lost while the credential is checked.
  const keyRole = person === null ? 'owner' : role
  const bindings = useMemo(() => adminKeyBindings(platform, keyRole), [platform, keyRole])
  if (isMissing) return null
  return (
    <AdminTheme>
      <CommandProvider bindings={bindings}>
        <ShopDatesProvider timeZone={person?.timeZone}>
          <Frame person={person} isChecked={!check.isPending} bindings={bindings} />
        </ShopDatesProvider>
      </CommandProvider>
    </AdminTheme>
  )
}

/** Shown after a logout that did not reach the server. The browser may still have the session cookie. */
const stillLoggedInText =
  'The server could not be reached. Log in and out again later, or log out this browser under Your account.'

interface FrameProps {
  /** Null until the credential is checked. */
  person: SessionView | null
  /** Whether the check has ended, even if it failed. */
  isChecked: boolean
  bindings: readonly KeyBinding[]
}

function Frame({ person, isChecked, bindings }: FrameProps) {
  const { session, platform } = useAdmin()
  const { drafts } = platform
  const [isHelpOpen, setHelpOpen] = useState(false)
  const { key } = useLocation()
  // The login page sets this key before it loads the admin.
  const [isAfterLogin] = useState(key === 'login')
  const palette = usePalette()
  const username = person?.username ?? ''
  const role = useRole()
  const hasBlog = role !== null && isAllowed(role, 'blog')
  const access = useScreenAccess()
  useCommand('palette', palette.open)
  useProgramMenu(role)
  usePreloadedBlog()
  usePreloadedOrders(role)
  useCommand('help', () => setHelpOpen(true))

  const isServerLost = useIsServerLost()
  useEffect(() => {
    if (hasBlog && !isServerLost) void drafts.sync().catch(recordDraftFailure)
  }, [drafts, hasBlog, isServerLost])

  async function logout() {
    const draftWarning = logoutWarning(useDraftStatus.getState().status)
    const hasEnded = await session.logout()
    const sessionWarning = hasEnded ? null : stillLoggedInText
    const description = [draftWarning, sessionWarning].filter((message) => message !== null).join(' ')
    if (draftWarning !== null) toast({ title: 'Drafts saved on this computer', description })
    else if (sessionWarning !== null) toast({ title: 'Logged out here only', description })
  }

  let content = <Outlet />
  if (person?.needsSecondFactor === true)
    content = (
      <LoadBoundary>
        <SecondFactorSetup />
      </LoadBoundary>
    )
  else if (role !== null && !isAllowed(role, access))
    content = (
      <LoadBoundary>
        <OutsideRole role={role} />
      </LoadBoundary>
    )
  else if (!isChecked && access !== 'login') content = <Loading label="Loading" rows={6} />

  return (
    <>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <header className={styles.header}>
        <Link to={homePath} className={`admin-brand ${styles.brand}`} aria-label="Priormark admin">
          <RegistrationMark size={24} />
          <span>Priormark</span>
        </Link>
        <AdminNav />
        <div className={styles.account}>
          <span className={styles.username}>
            <NavLink to="/admin/account" aria-label={`Your account: ${username}`}>
              {username}
            </NavLink>
          </span>
          <Button
            size="small"
            type="text"
            onClick={palette.open}
            aria-label="Command palette"
            title={`Command palette (${paletteKeyName()})`}
            icon={<SearchIcon />}
          />
          <Button
            size="small"
            type="text"
            className={styles.keys ?? ''}
            onClick={() => setHelpOpen(true)}
            aria-label="Keyboard shortcuts"
          >
            ?
          </Button>
          <Button size="small" onClick={() => void logout()}>
            Logout
          </Button>
        </div>
      </header>
      <main id="content" tabIndex={-1} className={styles.main}>
        <LostServerNotice isLoginChecked={person !== null} />
        <Suspense>{content}</Suspense>
      </main>
      {person?.needsSecondFactor !== true && <StatusBar />}
      {isAfterLogin && person?.needsSecondFactor === false && (
        <LoadBoundary>
          <Suspense>
            <EmailQuestion />
          </Suspense>
        </LoadBoundary>
      )}
      <ScrollRestoration />
      <KeyHelp bindings={bindings} isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
      <CommandPalette
        isOpen={palette.isOpen}
        typedText={palette.typedText}
        onType={palette.setTypedText}
        onClose={palette.close}
        onHelp={() => setHelpOpen(true)}
        onLogout={() => void logout()}
      />
    </>
  )
}

/** Shows the screens in the menu of the desktop app. */
function useProgramMenu(role: Role | null): void {
  const { platform } = useAdmin()
  useEffect(() => {
    if (role === null) return
    const menuScreens = screens.flatMap((screen) => {
      const label = screenName(screen)
      return label === null || !isLinked(screen, platform, role) ? [] : [{ path: screen.path, label }]
    })
    platform.menu?.showScreens(menuScreens)
  }, [platform, role])
}

function SearchIcon() {
  return (
    <svg viewBox="0 0 16 16" width="14" height="14" fill="none" stroke="currentColor" aria-hidden>
      <circle cx="7" cy="7" r="4.5" strokeWidth="1.5" />
      <path d="m10.5 10.5 4 4" strokeWidth="1.5" />
    </svg>
  )
}

function useScreenAccess(): StaffAccess {
  const handle = useMatches().at(-1)?.handle as ScreenHandle | undefined
  return handle?.access ?? 'login'
}

/** Once the first screen is shown, loads the code of the orders, so that they appear quickly. */
function usePreloadedOrders(role: Role | null): void {
  const hasOrders = role !== null && isAllowed(role, 'orders')
  useEffect(() => (hasOrders ? whenIdle(loadOrdersCode) : undefined), [hasOrders])
}

/** On a blog screen, loads the code of the other blog screens, so that they work offline. */
function usePreloadedBlog(): void {
  const isBlog = useLocation().pathname.startsWith('/admin/blog')
  const isOnline = useDraftStatus(({ status }) => status?.connection === 'online')
  useEffect(() => {
    // A failure is reported when the screen is opened.
    if (isBlog && isOnline)
      import('../blog/offline-screens.ts').then(
        (code) => code.loadOfflineScreens(),
        () => {},
      )
  }, [isBlog, isOnline])
}

/** How long a browser without requestIdleCallback (Safari) waits instead. */
const idleFallbackMs = 2_000

/** Calls back once the browser is idle. Returns a function that cancels it. */
function whenIdle(callback: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const id = requestIdleCallback(callback)
    return () => cancelIdleCallback(id)
  }
  const timer = setTimeout(callback, idleFallbackMs)
  return () => clearTimeout(timer)
}
