import { importLocalCopies } from '@priormark/core/drafts/import-local-copies'
import { mountAdmin } from '@priormark/site/admin'
import { createRoot } from 'react-dom/client'
import './connect.css'
import { ConnectScreen } from './ConnectScreen.tsx'
import { desktopPlatform } from './desktop-platform.ts'
import { showCachedAt } from './cached-note.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no root element')

const appState = await window.priormark.state()
if (appState.server === null || location.pathname === '/connect') {
  createRoot(root).render(<ConnectScreen appState={appState} />)
} else {
  const { username } = appState.server
  const { drafts } = window.priormark
  // A failed import is retried at the next start.
  if (username !== null) await importLocalCopies(localStorage, username, drafts.storeUnsaved).catch(() => {})
  document.title = `Priormark, ${appState.server.name}`
  mountAdmin(root, desktopPlatform(window.priormark, appState.server.url))
  showCachedAt(window.priormark)
}
