import type { StoredResponse } from '@priormark/core/orders/offline-orders'
import * as v from 'valibot'
import { unlessBlocked } from '../ui/unless-blocked.ts'

/** What is stored of the admin's reads, to be shown while the server cannot be reached. */
interface StoredRead {
  what: 'login' | 'customers' | 'other'
  /** The calls that read it. */
  path: RegExp
  /** Where: what is in the tab ends with it, what is in the browser is known in new tabs too. */
  storage: 'tab' | 'browser'
  /** How long, in milliseconds: later it is not read from a tab that the browser restored. */
  maxAgeMs: number
}

const day = 24 * 3_600_000

/**
 * The rules for all stored responses. The first one that fits a call holds; a call that none fits is not stored. A login, a logout,
 * an erasure, another role and a rejected login delete all of them.
 */
export const storedReads: readonly StoredRead[] = [
  {
    what: 'login',
    path: /^\/api\/admin\/direct\/ping$/,
    storage: 'browser',
    maxAgeMs: Infinity,
  },
  {
    what: 'customers',
    path: /^\/api\/admin\/(?:direct\/orders|orders\/|overview|audit)/,
    storage: 'tab',
    maxAgeMs: day,
  },
  {
    // Not the posts, except for their views: the drafts on this computer have them, with what was edited here.
    what: 'other',
    path: /^\/api\/(?:admin\/(?!blog\/(?:posts(?!\/[0-9a-f-]{36}\/views\b)|changes))|auth\/check|service-price)/,
    storage: 'tab',
    maxAgeMs: day,
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
  clear(): void
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
  const both = [storages.browser, storages.tab].filter((storage) => storage !== null)

  for (const storage of both) {
    const stored = pathsIn(storage).flatMap((path) => {
      const response = parseStored(storage.getItem(keyStart + path))
      if (response === null) remove(path)
      return response === null ? [] : [{ path, response }]
    })
    for (const { path, response } of stored.toSorted((a, b) => (a.response.at < b.response.at ? -1 : 1))) {
      if (Date.now() - Date.parse(response.at) < (storedReadOf(path)?.maxAgeMs ?? 0))
        responses.set(path, response)
      else remove(path)
    }
  }

  function remove(path: string): void {
    responses.delete(path)
    for (const storage of both) storage.removeItem(keyStart + path)
  }

  return {
    read: (path) => responses.get(path) ?? null,
    store(path, response) {
      const rule = storedReadOf(path)
      if (rule === undefined) return
      remove(path)
      responses.set(path, response)
      const [oldest] = responses.keys()
      if (responses.size > maxResponses && oldest !== undefined) remove(oldest)
      unlessBlocked(() => storages[rule.storage]?.setItem(keyStart + path, JSON.stringify(response)))
    },
    clear() {
      // Also what another tab stored for all.
      for (const path of [...responses.keys(), ...both.flatMap(pathsIn)]) remove(path)
    },
  }
}

const Stored = v.object({ at: v.string(), headers: v.record(v.string(), v.string()), body: v.string() })

/** Returns a stored response; null if it is damaged, or another tab removed it meanwhile. */
function parseStored(json: string | null): StoredResponse | null {
  try {
    return v.parse(Stored, JSON.parse(json ?? ''))
  } catch {
    return null
  }
}

function pathsIn(storage: Storage): string[] {
  return Object.keys(storage).flatMap((key) => (key.startsWith(keyStart) ? [key.slice(keyStart.length)] : []))
}
