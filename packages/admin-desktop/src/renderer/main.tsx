import { importLocalCopies } from '@priormark/core/drafts/import-local-copies'
import { mountAdmin } from '@priormark/site/admin'
import { createRoot } from 'react-dom/client'
import './connect.css'
import { ConnectScreen } from './ConnectScreen.tsx'
import { desktopPlatform } from './desktop-platform.ts'
import { showSeenAt } from './seen-note.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('The page lacks its root')

const standing = await window.priormark.standing()
if (standing.server === null || location.pathname === '/connect') {
  createRoot(root).render(<ConnectScreen standing={standing} />)
} else {
  const { username } = standing.server
  const { drafts } = window.priormark
  // What cannot be imported now is tried again at the next start.
  if (username !== null) await importLocalCopies(localStorage, username, drafts.keepUnsaved).catch(() => {})
  document.title = `Priormark, ${standing.server.name}`
  mountAdmin(root, desktopPlatform(window.priormark, standing.server.url))
  showSeenAt(window.priormark)
}
