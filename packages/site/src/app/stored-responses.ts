import { authEndpoints } from '@priormark/core/staff/auth/endpoints'
import type { StoredResponse } from '@priormark/core/orders/offline-orders'

const keyStart = 'priormark.read '
const maxResponses = 200
/** After this time customers' data are no longer read from a tab that the browser restored. */
const maxAgeMs = 24 * 3_600_000

/** What this tab read of the server, by path. */
export interface StoredResponses {
  read(path: string): StoredResponse | null
  store(path: string, response: StoredResponse): void
  clear(): void
}

interface Storages {
  /** The tab's own storage; null without one. */
  tab: Storage | null
  /** The storage that all tabs share; null without one. */
  browser: Storage | null
}

/**
 * Opens the responses that this tab stored before it was reloaded. They end with the tab, because they contain customers' data. Only
 * who is logged in is known in new tabs too. What does not fit is remembered until the next reload.
 */
export function openStoredResponses({ tab, browser }: Storages): StoredResponses {
  const responses = new Map<string, StoredResponse>()
  const storageOf = (path: string) => (path === authEndpoints.ping.path ? browser : tab)

  for (const storage of [browser, tab]) {
    const stored = keysOf(storage).map((key) => {
      const response: StoredResponse = JSON.parse(storage?.getItem(key) ?? '')
      return { path: key.slice(keyStart.length), response }
    })
    for (const { path, response } of stored.toSorted((a, b) => (a.response.at < b.response.at ? -1 : 1))) {
      if (storage === browser || Date.now() - Date.parse(response.at) < maxAgeMs)
        responses.set(path, response)
      else remove(path)
    }
  }

  function remove(path: string): void {
    responses.delete(path)
    storageOf(path)?.removeItem(keyStart + path)
  }

  return {
    read: (path) => responses.get(path) ?? null,
    store(path, response) {
      remove(path)
      responses.set(path, response)
      const [oldest] = responses.keys()
      if (responses.size > maxResponses && oldest !== undefined) remove(oldest)
      try {
        storageOf(path)?.setItem(keyStart + path, JSON.stringify(response))
      } catch {
        // The storage is full.
      }
    },
    clear() {
      responses.clear()
      for (const storage of [browser, tab]) for (const key of keysOf(storage)) storage?.removeItem(key)
    },
  }
}

function keysOf(storage: Storage | null): string[] {
  return Object.keys(storage ?? {}).filter((key) => key.startsWith(keyStart))
}
