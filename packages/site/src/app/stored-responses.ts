import type { StoredResponse } from '@priormark/core/orders/offline-orders'
import { offlineReadOf } from '@priormark/core/platform/offline-copies'
import * as v from 'valibot'
import { unlessBlocked } from '../ui/unless-blocked.ts'

const keyPrefix = 'priormark.read '
const maxResponses = 200

/** The responses that this tab read from the server, by path. */
export type StoredResponses = ReturnType<typeof openStoredResponses>

interface Storages {
  /** The tab's own storage; null without one. */
  tab: Storage | null
  /** The storage that all tabs share; null without one. */
  browser: Storage | null
}

/** Opens the responses that this tab stored before it was reloaded. Those that do not fit into the storage last until a reload. */
export function openStoredResponses(storages: Storages) {
  const responses = new Map<string, StoredResponse>()
  const availableStorages = [storages.browser, storages.tab].filter((storage) => storage !== null)

  for (const storage of availableStorages) {
    const oldestFirst = pathsIn(storage)
      .map((path) => ({ path, response: parseStored(storage.getItem(keyPrefix + path)) }))
      .sort((a, b) => ((a.response?.at ?? '') < (b.response?.at ?? '') ? -1 : 1))
    for (const { path, response } of oldestFirst) {
      const { web, maxAgeMs = Infinity } = offlineReadOf(path) ?? {}
      const isCurrent = response !== null && Date.now() - Date.parse(response.at) < maxAgeMs
      if (web !== undefined && isCurrent) responses.set(path, response)
      else remove(path)
    }
  }

  function remove(path: string): void {
    responses.delete(path)
    for (const storage of availableStorages) storage.removeItem(keyPrefix + path)
  }

  return {
    read: (path: string): StoredResponse | null => responses.get(path) ?? null,
    store(path: string, response: StoredResponse): void {
      const storageName = offlineReadOf(path)?.web
      if (storageName === undefined) return
      remove(path)
      responses.set(path, response)
      const [oldest] = responses.keys()
      if (responses.size > maxResponses && oldest !== undefined) remove(oldest)
      unlessBlocked(() => storages[storageName]?.setItem(keyPrefix + path, JSON.stringify(response)))
    },
    clear(): void {
      // Also removes what another tab stored in the shared storage.
      for (const path of [...responses.keys(), ...availableStorages.flatMap(pathsIn)]) remove(path)
    },
  }
}

const Stored = v.object({ at: v.string(), headers: v.record(v.string(), v.string()), body: v.string() })

/** Returns a stored response; null if it is damaged, or another tab removed it in the meantime. */
function parseStored(json: string | null): StoredResponse | null {
  try {
    return v.parse(Stored, JSON.parse(json ?? ''))
  } catch {
    return null
  }
}

function pathsIn(storage: Storage): string[] {
  return Object.keys(storage).flatMap((key) =>
    key.startsWith(keyPrefix) ? [key.slice(keyPrefix.length)] : [],
  )
}
