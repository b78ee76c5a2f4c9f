import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useCallback, useEffect, useState } from 'react'
import { Link, NavLink, Outlet, ScrollRestoration, useNavigate } from 'react-router-dom'
import { RegistrationMark } from '../../ui/RegistrationMark.tsx'
import { toast } from '../../ui/toast-store.ts'
import { leavingText, noteDraftFailure, useDraftStatus } from '../drafts/draft-status.ts'
import { StatusStrip } from '../drafts/StatusStrip.tsx'
import { downloadsPath } from '../downloads/download-words.ts'
import { HealthLink } from '../watch/HealthLink.tsx'
import { useTools } from './admin-tools.tsx'
import styles from './AdminShell.module.css'
import { CommandProvider, useCommand } from './commands.tsx'
import { KeyHelp } from './KeyHelp.tsx'
import { homePath } from './return-path.ts'
import { sessionQuery } from './session-query.ts'

/** The frame of every screen behind the login, and the check that there is one. */
export function AdminShell() {
  return (
    <CommandProvider>
      <Guarded />
    </CommandProvider>
  )
}

/** Checks the credential while the screen already loads, so that a good one costs no wait. */
function Guarded() {
  const { api, gate } = useTools()
  const isMissing = gate.isMissing()
  const session = useQuery({ ...sessionQuery(api), enabled: !isMissing })
  const isRefused = session.data === null

  useEffect(() => {
    if (isMissing) gate.requireLogin()
    else if (isRefused) gate.expire()
    else if (session.isError) gate.distrust()
  }, [gate, isMissing, isRefused, session.isError])

  return isMissing ? null : <Frame username={session.data?.username ?? ''} />
}

/** Said where a logout did not reach the server, whose cookie may lie in the browser still. */
const stillLoggedIn =
  'The server did not hear of the logout. Log in and out again once it answers, or end this login under Account.'

function Frame({ username }: { username: string }) {
  const { gate, platform } = useTools()
  const { drafts, downloads } = platform
  const navigate = useNavigate()
  const [isHelpOpen, setHelpOpen] = useState(false)

  useEffect(() => {
    // What waited for a login can go now; the strip tells how that goes.
    if (username !== '') void drafts.sync().catch(noteDraftFailure)
  }, [drafts, username])

  async function logOut() {
    const waiting = leavingText(useDraftStatus.getState().status)
    const hasEnded = await gate.logOut()
    const unheard = hasEnded ? null : stillLoggedIn
    const description = [waiting, unheard].filter((sentence) => sentence !== null).join(' ')
    if (waiting !== null) toast({ title: 'Drafts stay here', description })
    else if (unheard !== null) toast({ title: 'Logged out on this screen only', description })
  }

  useCommand(
    'orders',
    useCallback(() => void navigate(homePath), [navigate]),
  )
  useCommand(
    'blog',
    useCallback(() => void navigate('/admin/blog'), [navigate]),
  )
  useCommand(
    'anchors',
    useCallback(() => void navigate('/admin/anchors'), [navigate]),
  )
  useCommand(
    'audit',
    useCallback(() => void navigate('/admin/audit'), [navigate]),
  )
  useCommand(
    'account',
    useCallback(() => void navigate('/admin/account'), [navigate]),
  )
  useCommand(
    'help',
    useCallback(() => setHelpOpen(true), []),
  )

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
          <NavLink to={homePath}>Orders</NavLink>
          <NavLink to="/admin/blog">Blog</NavLink>
          <NavLink to="/admin/anchors">Anchoring</NavLink>
          <NavLink to="/admin/audit">Audit log</NavLink>
          <HealthLink isLoggedIn={username !== ''} />
          {downloads !== undefined && <NavLink to={downloadsPath}>Downloads</NavLink>}
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
          <Button size="small" onClick={() => void logOut()}>
            Logout
          </Button>
        </div>
      </header>
      <main id="content" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      <StatusStrip drafts={drafts} />
      <ScrollRestoration />
      <KeyHelp isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </>
  )
}
