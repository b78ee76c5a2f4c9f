import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { Link, NavLink, Outlet, ScrollRestoration, useLocation } from 'react-router-dom'
import { RegistrationMark } from '../../ui/RegistrationMark.tsx'
import { toast } from '../../ui/toast-store.ts'
import { logoutWarning, loadOfflineCode, recordDraftFailure, useDraftStatus } from '../blog/index.ts'
import { HealthBadge } from '../monitoring/index.ts'
import { useAdmin } from '../session/admin-context.tsx'
import { homePath } from '../session/admin-paths.ts'
import { sessionQuery } from '../session/session.ts'
import { CommandProvider, useCommand } from '../ui/commands.tsx'
import type { KeyBinding } from '../ui/key-chords.ts'
import { keyBindingsOn } from './key-bindings.ts'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import styles from './AdminFrame.module.css'
import { screens } from './screens.ts'
import { StatusBar } from './StatusBar.tsx'

const KeyHelp = lazyDialog(
  async () => (await import('./KeyHelp.tsx')).KeyHelp,
  ({ isOpen }) => isOpen,
)

/** The frame of every screen behind the login. Checks that there is a login. */
export function AdminFrame() {
  const { platform } = useAdmin()
  const bindings = useMemo(() => keyBindingsOn(platform), [platform])
  return (
    <CommandProvider bindings={bindings}>
      <Guarded bindings={bindings} />
    </CommandProvider>
  )
}

/** Checks the credential while the screen already loads, so that a valid one costs no time. */
function Guarded({ bindings }: { bindings: readonly KeyBinding[] }) {
  const { api, session } = useAdmin()
  const isMissing = session.isMissing()
  const check = useQuery({ ...sessionQuery(api), enabled: !isMissing })
  const isRejected = check.data === null

  useEffect(() => {
    if (isMissing) session.requireLogin()
    else if (isRejected) session.expire()
    else if (check.isError) session.invalidate()
  }, [session, isMissing, isRejected, check.isError])

  return isMissing ? null : <Frame username={check.data?.username ?? ''} bindings={bindings} />
}

/** Shown after a logout that did not reach the server. The browser may still have the session cookie. */
const stillLoggedInText =
  'The server could not be reached. Log in and out again later, or log out this browser under Your account.'

function Frame({ username, bindings }: { username: string; bindings: readonly KeyBinding[] }) {
  const { session, platform } = useAdmin()
  const { drafts } = platform
  const [isHelpOpen, setHelpOpen] = useState(false)
  const isLoggedIn = username !== ''
  useOfflineCode()
  useCommand('help', () => setHelpOpen(true))

  useEffect(() => {
    if (isLoggedIn) void drafts.sync().catch(recordDraftFailure)
  }, [drafts, isLoggedIn])

  async function logout() {
    const draftWarning = logoutWarning(useDraftStatus.getState().status)
    const hasEnded = await session.logout()
    const sessionWarning = hasEnded ? null : stillLoggedInText
    const description = [draftWarning, sessionWarning].filter((sentence) => sentence !== null).join(' ')
    if (draftWarning !== null) toast({ title: 'Drafts saved on this computer', description })
    else if (sessionWarning !== null) toast({ title: 'Logged out here only', description })
  }

  return (
    <>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <header className={styles.header}>
        <Link to={homePath} className={styles.brand} aria-label="Priormark admin">
          <RegistrationMark size={24} />
          <span>Priormark</span>
        </Link>
        <nav className={styles.nav} aria-label="Admin">
          {screens.map(
            ({ path, menu, isAvailable }) =>
              menu !== undefined &&
              isAvailable?.(platform) !== false && (
                <NavLink key={path} to={path}>
                  {menu}
                  {path === '/admin/health' && <HealthBadge isLoggedIn={isLoggedIn} />}
                </NavLink>
              ),
          )}
        </nav>
        <div className={styles.account}>
          <span className={styles.username}>
            <NavLink to="/admin/account" aria-label={`Your account: ${username}`}>
              {username}
            </NavLink>
          </span>
          <Button size="small" type="text" onClick={() => setHelpOpen(true)} aria-label="Keyboard shortcuts">
            ?
          </Button>
          <Button size="small" onClick={() => void logout()}>
            Logout
          </Button>
        </div>
      </header>
      <main id="content" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      <StatusBar />
      <ScrollRestoration />
      <KeyHelp bindings={bindings} isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </>
  )
}

/** On a blog screen, loads the code of the other blog screens while the server is reachable. */
function useOfflineCode(): void {
  const isBlog = useLocation().pathname.startsWith('/admin/blog')
  const isOnline = useDraftStatus(({ status }) => status?.connection === 'online')
  useEffect(() => {
    if (isBlog && isOnline) void loadOfflineCode()
  }, [isBlog, isOnline])
}
