import type { StoredResponse } from '@priormark/core/offline/offline-orders'

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

/**
 * Opens the responses that this tab stored before it was reloaded. They end with the tab, because they contain customers' data. What
 * does not fit is remembered until the next reload.
 * @param storage the tab's own storage; null without one
 */
export function openStoredResponses(storage: Storage | null): StoredResponses {
  const responses = new Map<string, StoredResponse>()
  const stored = keysOf(storage).map(
    (key) => [key, JSON.parse(storage?.getItem(key) ?? '') as StoredResponse] as const,
  )
  for (const [key, response] of stored.toSorted(([, a], [, b]) => (a.at < b.at ? -1 : 1))) {
    if (Date.now() - Date.parse(response.at) < maxAgeMs) responses.set(key.slice(keyStart.length), response)
    else storage?.removeItem(key)
  }

  function remove(path: string): void {
    responses.delete(path)
    storage?.removeItem(keyStart + path)
  }

  return {
    read: (path) => responses.get(path) ?? null,
    store(path, response) {
      remove(path)
      responses.set(path, response)
      const [oldest] = responses.keys()
      if (responses.size > maxResponses && oldest !== undefined) remove(oldest)
      try {
        storage?.setItem(keyStart + path, JSON.stringify(response))
      } catch {
        // The storage is full.
      }
    },
    clear() {
      responses.clear()
      for (const key of keysOf(storage)) storage?.removeItem(key)
    },
  }
}

function keysOf(storage: Storage | null): string[] {
  return Object.keys(storage ?? {}).filter((key) => key.startsWith(keyStart))
}
