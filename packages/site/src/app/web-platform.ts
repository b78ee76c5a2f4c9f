import { ApiError } from '@priormark/core/http/api-error'
import type { Platform } from '@priormark/core/platform'

const tokenKey = 'priormark.admin-token'

/** The admin's machine on the web: the browser. The token lives in local and session storage (SPEC.md section 4). */
export const webPlatform: Platform = {
  baseUrl: '',
  credential: {
    get: () => stored(() => localStorage.getItem(tokenKey) ?? sessionStorage.getItem(tokenKey)) ?? null,
    set: (token) => {
      stored(() => localStorage.setItem(tokenKey, token))
      stored(() => sessionStorage.setItem(tokenKey, token))
    },
    clear: () => {
      stored(() => localStorage.removeItem(tokenKey))
      stored(() => sessionStorage.removeItem(tokenKey))
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
