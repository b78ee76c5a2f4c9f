import { ApiError } from '@priormark/core/http/api-error'
import { createClient } from '@priormark/core/http/client'
import type { Platform } from '@priormark/core/platform'
import { createWebDrafts } from './web-drafts/web-drafts.ts'

const tokenKey = 'priormark.admin-token'

/** A call of a draft that is not answered ends by itself: other tabs wait for its round. */
const draftCallLimitMs = 60_000

const drafts = createWebDrafts(
  createClient({
    fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(draftCallLimitMs) }),
    token: () => webPlatform.credential.get(),
  }),
)

// Another tab logged somebody in or out.
addEventListener('storage', ({ key, newValue }) => {
  if (key !== tokenKey) return
  if (newValue === null) drafts.forget()
  else drafts.admit()
})

/** The admin's machine on the web: the browser. The token lives in local and session storage (SPEC.md section 4). */
export const webPlatform: Platform = {
  baseUrl: '',
  credential: {
    get: () => stored(() => localStorage.getItem(tokenKey) ?? sessionStorage.getItem(tokenKey)) ?? null,
    set: (token) => {
      stored(() => localStorage.setItem(tokenKey, token))
      stored(() => sessionStorage.setItem(tokenKey, token))
      drafts.admit()
    },
    clear: () => {
      stored(() => localStorage.removeItem(tokenKey))
      stored(() => sessionStorage.removeItem(tokenKey))
      drafts.forget()
    },
  },
  download: async (path, fileName) => {
    const token = webPlatform.credential.get()
    const response = await fetch(path, {
      credentials: 'include',
      headers: token ? { authorization: `Bearer ${token}` } : {},
    })
    if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText)
    save(await response.blob(), fileName)
  },
  saveText: (text, fileName) => save(new Blob([text], { type: 'text/plain' }), fileName),
  openExternal: (url) => {
    window.open(url, '_blank', 'noopener,noreferrer')
  },
  copyText: (text) => navigator.clipboard.writeText(text),
  drafts,
}

function save(bytes: Blob, fileName: string): void {
  const address = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The browser has taken hold of the bytes by the next task.
  setTimeout(() => URL.revokeObjectURL(address))
}

/** Storage can be switched off: then the session cookie alone carries the login. */
function stored<Value>(use: () => Value): Value | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
