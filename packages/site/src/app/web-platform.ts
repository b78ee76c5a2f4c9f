import { authEndpoints } from '@priormark/core/staff/auth/endpoints'
import { ApiError } from '@priormark/core/platform/http/api-error'
import { createClient } from '@priormark/core/platform/http/client'
import type { Platform } from '@priormark/core/admin-platform'
import { areCookiesBlocked } from '../ui/blocked-cookies.ts'
import { toast } from '../ui/toast-store.ts'
import { unlessBlocked } from '../ui/unless-blocked.ts'
import { createAdminShell } from './admin-shell.ts'
import { openStoredResponses } from './stored-responses.ts'
import { tokenKey } from './stored-token.ts'
import { createWebConnection } from './web-connection.ts'
import { createWebDrafts } from './web-drafts/web-drafts.ts'

/** The time limit of each call that syncs drafts, because other tabs wait until the sync cycle ends. */
const draftCallLimitMs = 60_000

const connection = createWebConnection(
  fetch.bind(globalThis),
  openStoredResponses({
    tab: unlessBlocked(() => sessionStorage),
    browser: unlessBlocked(() => localStorage),
  }),
)
const token = () => webPlatform.credential.get()
const client = createClient({ fetch: connection.fetch, token })
const drafts = createWebDrafts(
  createClient({
    fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(draftCallLimitMs) }),
    token,
  }),
  () => client.call(authEndpoints.ping, {}),
)

// Forgets the responses of an earlier login if a user logged in or out in another tab before this one was reloaded.
const storedToken = unlessBlocked(() => localStorage.getItem(tokenKey))
const tabToken = unlessBlocked(() => sessionStorage.getItem(tokenKey))
if (tabToken !== null && tabToken !== storedToken) connection.forget()
if (storedToken !== null) unlessBlocked(() => sessionStorage.setItem(tokenKey, storedToken))
addEventListener('online', () => connection.probeNow())

// A user logged in or out in another tab.
addEventListener('storage', ({ key, newValue }) => {
  if (key !== tokenKey) return
  connection.forget()
  if (newValue === null) drafts.logout()
  else drafts.login()
})

/** The page and files of the admin in this browser. */
export const adminShell = createAdminShell()

/** The platform of the admin in a browser. */
export const webPlatform: Platform = {
  baseUrl: '',
  connection,
  credential: createCredential(),
  download: async (path, fileName) => {
    const token = webPlatform.credential.get()
    const response = await fetch(path, {
      credentials: 'include',
      headers: token ? { authorization: `Bearer ${token}` } : {},
    })
    if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText)
    save(await response.blob(), fileName)
  },
  openFile: async (path, fileName) => {
    // Opened within the click: browsers block a tab that is opened later.
    const tab = window.open('about:blank', '_blank')
    const check = await fetch(path, { method: 'HEAD', credentials: 'include' }).catch(() => null)
    if (tab === null || check?.ok !== true) {
      tab?.close()
      // Without the session cookie, the token still allows the download; if it fails, that reports the error.
      return webPlatform.download(path, fileName)
    }
    tab.opener = null
    tab.location.replace(path)
  },
  saveText: (text, fileName) => save(new Blob([text], { type: 'text/plain' }), fileName),
  openExternal: (url) => {
    window.open(url, '_blank', 'noopener,noreferrer')
  },
  openExternalLater: async (address) => {
    const tab = window.open('about:blank', '_blank')
    try {
      const url = await address
      if (tab === null) return false
      tab.opener = null
      tab.location.replace(url)
      return true
    } catch (error) {
      tab?.close()
      throw error
    }
  },
  copyText: (text) => navigator.clipboard.writeText(text),
  drafts,
}

/** Stores the token in local and session storage. In a browser without them, a login lasts until the page closes. */
function createCredential(): Platform['credential'] {
  let documentToken: string | null = null
  return {
    get: () =>
      unlessBlocked(() => localStorage.getItem(tokenKey) ?? sessionStorage.getItem(tokenKey)) ??
      documentToken,
    set: (token) => {
      const hasStorage = unlessBlocked(() => localStorage.length) !== null
      documentToken = hasStorage ? null : token
      if (!hasStorage) void warnOfShortLogin()
      unlessBlocked(() => localStorage.setItem(tokenKey, token))
      unlessBlocked(() => sessionStorage.setItem(tokenKey, token))
      connection.forget()
      drafts.login()
      adminShell.store()
    },
    clear: () => {
      documentToken = null
      unlessBlocked(() => localStorage.removeItem(tokenKey))
      unlessBlocked(() => sessionStorage.removeItem(tokenKey))
      connection.forget()
      drafts.logout()
      adminShell.delete()
    },
  }
}

/** Warns that the login will end when the page closes, unless the browser keeps the session cookie. */
async function warnOfShortLogin(): Promise<void> {
  if (!(await areCookiesBlocked(client))) return
  toast({
    title: 'Your browser blocks cookies for this site',
    description: 'You stay logged in until you reload or close this page. To stay longer, allow cookies.',
  })
}

/** Like saveFile() of the public site. Shared, it would be one more file that the landing page loads. */
function save(bytes: Blob, fileName: string): void {
  const address = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The browser has started the download by the next task.
  setTimeout(() => URL.revokeObjectURL(address))
}
