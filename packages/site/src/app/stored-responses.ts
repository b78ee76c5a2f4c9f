import type { StoredResponse } from '@priormark/core/orders/offline-orders'
import { unlessBlocked } from '../ui/unless-blocked.ts'

/** Why stored responses are deleted before they are too old. 'access' is another role, or a rejected login. */
export const deletionReasons = ['login', 'logout', 'erasure', 'access'] as const
export type DeletionReason = (typeof deletionReasons)[number]

/** What is stored of the admin's reads, to be shown while the server cannot be reached. */
interface StoredRead {
  what: 'login' | 'customers' | 'other'
  /** The calls that read it. */
  path: RegExp
  /** Where: what is in the tab ends with it, what is in the browser is known in new tabs too. */
  storage: 'tab' | 'browser'
  /** How long, in milliseconds: later it is not read from a tab that the browser restored. */
  maxAgeMs: number
  /** What deletes it. */
  deletedBy: readonly DeletionReason[]
}

const day = 24 * 3_600_000

/** The rules for all stored responses. The first one that fits a call holds; a call that none fits is not stored. */
export const storedReads: readonly StoredRead[] = [
  {
    what: 'login',
    path: /^\/api\/admin\/direct\/ping$/,
    storage: 'browser',
    maxAgeMs: Infinity,
    deletedBy: deletionReasons,
  },
  {
    what: 'customers',
    path: /^\/api\/admin\/(?:direct\/orders|orders\/|overview|audit)/,
    storage: 'tab',
    maxAgeMs: day,
    deletedBy: deletionReasons,
  },
  {
    // Not the posts, except for their views: the drafts on this computer have them, with what was edited here.
    what: 'other',
    path: /^\/api\/(?:admin\/(?!blog\/(?:posts(?!\/[0-9a-f-]{36}\/views\b)|changes))|auth\/check|service-price)/,
    storage: 'tab',
    maxAgeMs: day,
    deletedBy: deletionReasons,
  },
]

/** Returns the rule for a call; undefined if its response is not stored. */
export function storedReadOf(path: string): StoredRead | undefined {
  return storedReads.find((rule) => rule.path.test(path))
}

const keyStart = 'priormark.read '
const maxResponses = 200

/** What this tab read of the server, by path. */
export interface StoredResponses {
  read(path: string): StoredResponse | null
  store(path: string, response: StoredResponse): void
  clear(reason: DeletionReason): void
}

interface Storages {
  /** The tab's own storage; null without one. */
  tab: Storage | null
  /** The storage that all tabs share; null without one. */
  browser: Storage | null
}

/** Opens the responses that this tab stored before it was reloaded. What does not fit is remembered until the next reload. */
export function openStoredResponses(storages: Storages): StoredResponses {
  const responses = new Map<string, StoredResponse>()
  const storageOf = (path: string) => storages[storedReadOf(path)?.storage ?? 'tab']

  for (const storage of [storages.browser, storages.tab]) {
    const stored = pathsIn(storage).map((path) => {
      const response: StoredResponse = JSON.parse(storage?.getItem(keyStart + path) ?? '')
      return { path, response }
    })
    for (const { path, response } of stored.toSorted((a, b) => (a.response.at < b.response.at ? -1 : 1))) {
      if (Date.now() - Date.parse(response.at) < (storedReadOf(path)?.maxAgeMs ?? 0))
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
      unlessBlocked(() => storageOf(path)?.setItem(keyStart + path, JSON.stringify(response)))
    },
    clear(reason) {
      // Also what another tab stored for all.
      for (const path of [...responses.keys(), ...pathsIn(storages.tab), ...pathsIn(storages.browser)])
        if (storedReadOf(path)?.deletedBy.includes(reason) !== false) remove(path)
    },
  }
}

function pathsIn(storage: Storage | null): string[] {
  return Object.keys(storage ?? {}).flatMap((key) =>
    key.startsWith(keyStart) ? [key.slice(keyStart.length)] : [],
  )
}
