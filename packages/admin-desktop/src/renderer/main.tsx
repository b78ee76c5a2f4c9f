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
  const openFindBar = mountFindBar(window.priormark)
  mountAdmin(root, desktopPlatform(window.priormark, { server, hasLogin }, openFindBar))
}
