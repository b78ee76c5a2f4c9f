import { authEndpoints } from '@priormark/core/staff/auth/endpoints'
import { ApiError } from '@priormark/core/platform/http/api-error'
import { createClient, type Client } from '@priormark/core/platform/http/client'
import type { Platform } from '@priormark/core/admin-platform'
import {
  DraftsUnavailable,
  type DraftSave,
  type DraftService,
  type DraftStatus,
  type SaveResult,
} from '@priormark/core/blog/drafts/draft-service'
import { areCookiesBlocked } from '../ui/site-client.ts'
import { toast } from '../ui/toast-store.ts'
import { unlessBlocked } from '../ui/unless-blocked.ts'
import { createAdminShell } from './admin-shell.ts'
import { openStoredResponses } from './stored-responses.ts'
import { tokenKey } from './stored-token.ts'
import type { openDirectSave, UserDrafts } from './user-drafts.ts'
import { createWebConnection } from './web-connection.ts'

/** The time limit of each call that syncs drafts, because other tabs wait until the sync cycle ends. */
const draftCallLimitMs = 60_000

/** Creates the platform of the admin in a browser, and stores the admin itself if someone is logged in. */
export function createWebPlatform(): Platform {
  /** The token in a browser without storage. A login then lasts until the page closes. */
  let documentToken: string | null = null
  const token = () =>
    unlessBlocked(() => localStorage.getItem(tokenKey) ?? sessionStorage.getItem(tokenKey)) ?? documentToken
  const adminShell = createAdminShell()
  const connection = createWebConnection(
    fetch.bind(globalThis),
    openStoredResponses({
      tab: unlessBlocked(() => sessionStorage),
      browser: unlessBlocked(() => localStorage),
    }),
  )
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
  if (token() !== null) adminShell.store()
  addEventListener('online', () => connection.probeNow())

  // A user logged in or out in another tab.
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== tokenKey) return
    connection.forget()
    if (newValue === null) drafts.logout()
    else drafts.login()
  })

  async function download(path: string, fileName: string) {
    const credential = token()
    const response = await fetch(path, {
      credentials: 'include',
      headers: credential ? { authorization: `Bearer ${credential}` } : {},
    })
    if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText)
    save(await response.blob(), fileName)
  }

  return {
    baseUrl: '',
    connection,
    credential: {
      get: token,
      set: (newToken) => {
        const hasStorage = unlessBlocked(() => localStorage.length) !== null
        documentToken = hasStorage ? null : newToken
        if (!hasStorage) void warnOfShortLogin()
        unlessBlocked(() => localStorage.setItem(tokenKey, newToken))
        unlessBlocked(() => sessionStorage.setItem(tokenKey, newToken))
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
    },
    download,
    openFile: async (path, fileName) => {
      // Opened within the click: browsers block a tab that is opened later.
      const tab = window.open('about:blank', '_blank')
      const check = await fetch(path, { method: 'HEAD', credentials: 'include' }).catch(() => null)
      if (tab === null || check?.ok !== true) {
        tab?.close()
        // Without the session cookie, the token still allows the download; if it fails, that reports the error.
        return download(path, fileName)
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
}

/** Warns that the login will end when the page closes, unless the browser keeps the session cookie. */
async function warnOfShortLogin(): Promise<void> {
  if (!(await areCookiesBlocked())) return
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

/** The drafts of the user who is logged in to this browser. */
interface WebDrafts extends DraftService {
  /** Switches to the drafts of the user who just logged in. */
  login(): void
  /** Closes the drafts of the user who just logged out. */
  logout(): void
}

/**
 * Creates the drafts of the admin in a browser. Each user has a separate database, which stays after a logout.
 * @param readPerson returns who is logged in, as far as is known without the server
 */
export function createWebDrafts(
  client: Client,
  readPerson = () => client.call(authEndpoints.ping, {}),
): WebDrafts {
  let currentDrafts: Promise<UserDrafts> | null = null
  /** The drafts of the last login, in which an open editor stores its text after the session ends. */
  let lastDrafts: UserDrafts | null = null
  let saveDirectly: ReturnType<typeof openDirectSave> | null = null
  const listeners = new Set<(status: DraftStatus) => void>()

  async function open(): Promise<UserDrafts> {
    const person = await readPerson()
    const { openUserDrafts } = await import('./user-drafts.ts')
    const drafts = await openUserDrafts(client, person)
    lastDrafts = drafts
    drafts.watch((status) => {
      for (const listener of listeners) listener(status)
    })
    return drafts
  }

  function openCurrent(): Promise<UserDrafts> {
    if (currentDrafts !== null) return currentDrafts
    const opening = open()
    currentDrafts = opening
    // The next call tries again, except in a browser without storage, where that needs a reload.
    opening.catch((error: unknown) => {
      if (currentDrafts === opening && !(error instanceof DraftsUnavailable)) currentDrafts = null
    })
    return opening
  }

  function close(method: 'close' | 'logout'): void {
    const closing = currentDrafts
    currentDrafts = null
    void closing?.then((drafts) => drafts[method]()).catch(() => undefined)
  }

  /** Runs work on the drafts. @throws DraftsUnavailable if the browser's storage fails */
  async function withDrafts<Result>(work: (drafts: UserDrafts) => Promise<Result>): Promise<Result> {
    const opening = openCurrent()
    const drafts = await opening
    try {
      return await work(drafts)
    } catch (error) {
      if (!(error instanceof DOMException) || currentDrafts !== opening) throw error
      // The browser closed the database, or it was cleared: the next call opens it again.
      if (error.name === 'InvalidStateError') close('close')
      throw new DraftsUnavailable(error)
    }
  }

  function withLastDrafts<Result>(work: (drafts: UserDrafts) => Promise<Result>): Promise<Result> {
    return currentDrafts === null && lastDrafts !== null ? work(lastDrafts) : withDrafts(work)
  }

  async function directSave(save: DraftSave): Promise<SaveResult> {
    const { openDirectSave } = await import('./user-drafts.ts')
    saveDirectly ??= openDirectSave(client)
    return saveDirectly(save)
  }

  return {
    list: (query) => withDrafts((drafts) => drafts.list(query)),
    read: (id) => withDrafts((drafts) => drafts.read(id)),
    async save(input) {
      try {
        return await withDrafts((drafts) => drafts.save(input))
      } catch (error) {
        if (!(error instanceof DraftsUnavailable)) throw error
        return directSave(input)
      }
    },
    remove: (id) => withDrafts((drafts) => drafts.remove(id)),
    storeUnsaved: (text) => withLastDrafts((drafts) => drafts.storeUnsaved(text)),
    dropUnsaved: (id) => withLastDrafts((drafts) => drafts.dropUnsaved(id)),
    unsaved: (postId) => withDrafts((drafts) => drafts.unsaved(postId)),
    discarded: () => withDrafts((drafts) => drafts.discarded()),
    restoreDiscarded: (entryId) => withDrafts((drafts) => drafts.restoreDiscarded(entryId)),
    addImage: (image) => withDrafts((drafts) => drafts.addImage(image)),
    sync: () => withDrafts((drafts) => drafts.sync()),
    status: () => withDrafts((drafts) => drafts.status()),
    watch(listener) {
      listeners.add(listener)
      void openCurrent()
        .then((drafts) => drafts.status())
        .then(
          (status) => listeners.has(listener) && listener(status),
          () => undefined,
        )
      return () => listeners.delete(listener)
    },
    login() {
      close('close')
      lastDrafts = null
      if (listeners.size > 0) void openCurrent().catch(() => undefined)
    },
    logout: () => close('logout'),
  }
}
