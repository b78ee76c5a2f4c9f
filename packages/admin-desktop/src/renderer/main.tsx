import { importLocalCopies } from '@priormark/core/drafts/import-local-copies'
import { mountAdmin } from '@priormark/site/admin'
import { createRoot } from 'react-dom/client'
import './connect.css'
import { ConnectScreen } from './ConnectScreen.tsx'
import { desktopPlatform } from './desktop-platform.ts'
import { mountFindBar } from './FindBar.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no root element')

const appState = await window.priormark.state()
const { server, hasLogin } = appState
if (server === null || location.pathname === '/connect') {
  createRoot(root).render(<ConnectScreen appState={appState} />)
} else {
  const { username } = server
  const { drafts } = window.priormark
  // A failed import is retried at the next start.
  if (username !== null) await importLocalCopies(localStorage, username, drafts.storeUnsaved).catch(() => {})
  const openFindBar = mountFindBar(window.priormark)
  mountAdmin(root, desktopPlatform(window.priormark, { server, hasLogin }, openFindBar))
}
