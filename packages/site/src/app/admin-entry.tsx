import { mountAdmin } from '../admin/index.ts'
import { addNonceToStyles } from '../ui/style-nonce.ts'
import { unlessBlocked } from '../ui/unless-blocked.ts'
import { openedByLoginKey } from './stored-token.ts'
import { createWebPlatform } from './web-platform.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no root element')
addNonceToStyles()
if (unlessBlocked(() => sessionStorage.getItem(openedByLoginKey)) === '') {
  sessionStorage.removeItem(openedByLoginKey)
  // Looks like a navigation of the router, so that the heading of the first screen takes the focus.
  history.replaceState({ key: 'login' }, '')
}
mountAdmin(root, createWebPlatform())

// The service worker serves images of drafts that are not on the server yet and, without the server, the admin's page.
if ('serviceWorker' in navigator) void registerWorker().catch(() => {})

/** Async, so that it rejects where storage is blocked: some browsers then throw when `serviceWorker` is read. */
async function registerWorker(): Promise<void> {
  await navigator.serviceWorker.register('/sw.js')
}
