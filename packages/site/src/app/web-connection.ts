import { erasePath } from '@priormark/core/customers/erase-path'
import type { Fetch, FetchResponse } from '@priormark/core/http/client'
import type { LostServer, ServerConnection } from '@priormark/core/platform'

/**
 * Reads of the admin whose responses are remembered. Not those of posts: the drafts on this computer have them, with what was
 * edited here.
 */
const remembered = /^\/api\/(?:admin\/(?!blog\/(?:posts|changes))|auth\/check|service-price)/

const maxResponses = 200

/** How often a lost server is tried, in milliseconds, so that the screens are back within three seconds. */
const probeMs = 2_000
const probePath = '/api/service-price'

interface Remembered {
  at: string
  headers: Map<string, string>
  text: string
}

/** The connection of this page, which forgets its responses when the page is closed. */
export interface WebConnection extends ServerConnection {
  /** Deletes all responses, at a login or logout. */
  forget(): void
}

/**
 * Remembers what the admin read, in memory only, since it contains customers' data, and uses it while the server cannot be reached.
 */
export function createWebConnection(send: Fetch): WebConnection {
  const responses = new Map<string, Remembered>()
  const listeners = new Set<(lost: LostServer | null) => void>()
  let lost: LostServer | null = null
  let generation = 0
  let probing: ReturnType<typeof setTimeout> | undefined

  function setLost(next: LostServer | null): void {
    if (lost === null && next === null) return
    lost = next
    for (const listener of listeners) listener(lost)
    clearTimeout(probing)
    if (lost !== null) probing = setTimeout(() => void probe(), probeMs)
  }

  async function probe(): Promise<void> {
    try {
      const response = await send(probePath, { method: 'GET', headers: {}, credentials: 'include' })
      if (isFromProxy(response)) throw new Error('The server is down')
      setLost(null)
    } catch {
      probing = setTimeout(() => void probe(), probeMs)
    }
  }

  /** Returns what was read before, if there is any. */
  function noteLost(known: Remembered | undefined): FetchResponse | null {
    const copies = [lost?.copyAt ?? null, known?.at ?? null].filter((at) => at !== null).toSorted()
    setLost({ since: lost?.since ?? Date.now(), copyAt: copies[0] ?? null })
    return known === undefined ? null : responseOf(known)
  }

  async function remember(url: string, response: FetchResponse, startedIn: number): Promise<FetchResponse> {
    const text = await response.text()
    const names = ['content-type', 'etag', 'x-total-count']
    const headers = new Map(
      names.flatMap((name) => {
        const value = response.headers.get(name)
        return value === null ? [] : [[name, value] as const]
      }),
    )
    if (startedIn === generation) {
      responses.delete(url)
      responses.set(url, { at: new Date().toISOString(), headers, text })
      const [oldest] = responses.keys()
      if (responses.size > maxResponses && oldest !== undefined) responses.delete(oldest)
    }
    return responseOf({ at: '', headers, text })
  }

  return {
    async fetch(url, init) {
      const isRead = init.method === 'GET' && remembered.test(url)
      // A response that arrives after a logout must not be remembered.
      const startedIn = generation
      let response: FetchResponse
      try {
        response = await send(url, init)
      } catch (error) {
        if (error instanceof DOMException && error.name === 'AbortError') throw error
        const copy = noteLost(isRead ? responses.get(url) : undefined)
        if (copy === null) throw error
        return copy
      }
      if (isFromProxy(response)) return noteLost(isRead ? responses.get(url) : undefined) ?? response
      setLost(null)
      if (erasePath.test(url)) forget()
      return isRead && response.status === 200 ? remember(url, response, startedIn) : response
    },
    watch(listener) {
      listeners.add(listener)
      listener(lost)
      return () => listeners.delete(listener)
    },
    forget,
  }

  function forget(): void {
    generation += 1
    responses.clear()
  }
}

/** Whether a proxy says that the server behind it is down. The server's own errors are JSON. */
function isFromProxy({ status, headers }: FetchResponse): boolean {
  return status >= 502 && status <= 504 && headers.get('content-type')?.includes('json') !== true
}

function responseOf({ headers, text }: Remembered): FetchResponse {
  return {
    ok: true,
    status: 200,
    statusText: 'OK',
    headers: { get: (name) => headers.get(name.toLowerCase()) ?? null },
    text: async () => text,
  }
}
