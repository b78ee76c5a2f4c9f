import { authEndpoints, isSameAccess, Session } from '@priormark/core/staff/auth/endpoints'
import { erasePath } from '@priormark/core/orders/customers/endpoints'
import { ApiError, hasReachedServer } from '@priormark/core/platform/http/api-error'
import { type Fetch, type FetchResponse, createClient } from '@priormark/core/platform/http/client'
import { createServerWatch, probeServer, type ServerWatch } from '@priormark/core/platform/http/server-watch'
import { offlineReadOf } from '@priormark/core/platform/offline-copies'
import { newestOrdersPath, offlineResponse, type StoredResponse } from '@priormark/core/orders/offline-orders'
import type { ServerConnection } from '@priormark/core/admin-platform'
import * as v from 'valibot'
import type { StoredResponses } from './stored-responses.ts'
import { orderEndpoints, OrderNews } from '@priormark/core/orders/endpoints'

const ordersListPattern = /^\/api\/admin\/direct\/orders(?:\?|$)/
/** How old the newest orders may be when a list is read, in milliseconds. */
const maxNewestAgeMs = 5 * 60_000

/** The connection of the admin in a browser. */
export interface WebConnection extends ServerConnection, Pick<ServerWatch, 'probeNow'> {
  /** Deletes all stored responses, and does not store those that arrive for earlier requests. */
  forget(): void
}

/** Stores the responses that the admin reads in this tab, and returns them while the server cannot be reached. */
export function createWebConnection(send: Fetch, responses: StoredResponses): WebConnection {
  let generation = 0
  let areNewestOrdersOutdated = false

  const server = createServerWatch(async () => {
    await requireServerResponse(await probeServer(send))
    return true
  })

  const erasureWatch = createErasureWatch(send, responses, forget)
  server.watch((lost) => {
    if (lost === null) erasureWatch.checkNow()
  })

  /** Returns the stored response of a read. @throws `failure` if there is none */
  function readCopy(url: string, isRead: boolean, failure: unknown): FetchResponse {
    const copy = isRead ? offlineResponse(responses.read, new URL(url, 'https://shop')) : null
    server.noteLost(url, copy?.at ?? null)
    if (copy === null) throw failure
    return responseOf(copy)
  }

  async function store(
    url: string,
    response: FetchResponse,
    generationAtStart: number,
  ): Promise<FetchResponse> {
    const body = await response.text()
    const headerNames = ['content-type', 'etag', 'x-total-count']
    const headers = Object.fromEntries(
      headerNames.flatMap((name) => {
        const value = response.headers.get(name)
        return value === null ? [] : [[name, value] as const]
      }),
    )
    const storedResponse = { at: new Date().toISOString(), headers, body }
    if (generationAtStart !== generation) return responseOf(storedResponse)
    if (url === authEndpoints.ping.path) forgetIfChanged(body)
    responses.store(url, storedResponse)
    return responseOf(storedResponse)
  }

  /** Reads and stores a response like that of another call. Returns false if the server does not return one. */
  async function refresh(path: string, { headers, credentials }: Parameters<Fetch>[1]): Promise<boolean> {
    const generationAtStart = generation
    const response = await send(path, { method: 'GET', headers, credentials })
    if (response.status !== 200) return false
    await store(path, response, generationAtStart)
    return true
  }

  /** Reads the newest orders in the background, so that every tab and search of the list works without the server. */
  async function storeNewestOrders(init: Parameters<Fetch>[1]): Promise<void> {
    const storedAt = responses.read(newestOrdersPath)?.at ?? ''
    if (!areNewestOrdersOutdated && Date.now() - Date.parse(storedAt) < maxNewestAgeMs) return
    areNewestOrdersOutdated = false
    await refresh(newestOrdersPath, init)
  }

  /** What the person may no longer see must not be shown offline. */
  function forgetIfChanged(pingBody: string): void {
    const storedPing = responses.read(authEndpoints.ping.path)
    if (storedPing !== null && !isSameAccess(personOf(storedPing.body), personOf(pingBody))) forget()
  }

  return {
    async fetch(url, init) {
      const isRead = init.method === 'GET' && offlineReadOf(url)?.web !== undefined
      // A response that arrives after a logout must not be stored.
      const generationAtStart = generation
      const noteReached = server.begin()
      let response: FetchResponse
      try {
        response = await requireServerResponse(await send(url, init))
      } catch (error) {
        if (error instanceof DOMException && error.name === 'AbortError') throw error
        return readCopy(url, isRead, error)
      }
      noteReached()
      // The person's access may have changed.
      if (response.status === 403 && !(await refresh(authEndpoints.ping.path, init).catch(() => false)))
        forget()
      if (erasePath.test(url)) forget()
      if (init.method !== 'GET') areNewestOrdersOutdated = true
      if (!isRead || response.status !== 200) return response
      const storedResponse = await store(url, response, generationAtStart)
      if (generationAtStart === generation && hasCustomers(url)) erasureWatch.start(init.headers)
      // The next list that is read tries again.
      if (ordersListPattern.test(url)) void storeNewestOrders(init).catch(() => {})
      return storedResponse
    },
    watch: server.watch,
    copyAt: server.copyAt,
    probeNow: server.probeNow,
    forget,
  }

  function forget(): void {
    generation += 1
    erasureWatch.stop()
    responses.clear()
  }
}

/** Returns the response if it is the server's own. @throws ApiError if a proxy responded because the server is down */
async function requireServerResponse(response: FetchResponse): Promise<FetchResponse> {
  const { ok, status, statusText, headers } = response
  if (status < 500) return response
  const body = await response.text()
  const failure = new ApiError(status, body, statusText)
  if (!hasReachedServer(failure)) throw failure
  return { ok, status, statusText, headers, text: async () => body }
}

function hasCustomers(url: string): boolean {
  const what = offlineReadOf(url)?.what
  return what === 'orders' || what === 'customers'
}

function personOf(body: string): Session {
  return v.parse(Session, JSON.parse(body))
}

function responseOf({ headers, body }: StoredResponse): FetchResponse {
  return {
    ok: true,
    status: 200,
    statusText: 'OK',
    headers: { get: (name) => headers[name.toLowerCase()] ?? null },
    text: async () => body,
  }
}

const checkMs = 60_000
/** How far each check reaches back before the last one, so that it misses nothing that was written in the meantime. */
const overlapMs = 60_000

/** The key of the last news among the stored responses. Its times are by the server's clock. */
const lastNewsPath = orderEndpoints.news.path

/** Notices that a customer was erased in another tab or browser. @param onErasure deletes all responses */
function createErasureWatch(send: Fetch, responses: StoredResponses, onErasure: () => void) {
  const client = createClient({ fetch: send })
  let running: { headers: Record<string, string>; timer: ReturnType<typeof setInterval> } | null = null

  async function check(): Promise<void> {
    const runningAtStart = running
    if (runningAtStart === null) return
    const lastNews = readLastNews(responses)
    const since = lastNews === null ? undefined : new Date(Date.parse(lastNews.at) - overlapMs).toISOString()
    const { headers } = runningAtStart
    const { at, lastErasureAt } = await client.call(orderEndpoints.news, { query: { since } }, { headers })
    // A logout in the meantime has deleted everything.
    if (runningAtStart !== running) return
    const erasureAt = lastErasureAt ?? lastNews?.lastErasureAt ?? null
    if (lastNews !== null && erasureAt !== lastNews.lastErasureAt) onErasure()
    const body = JSON.stringify({ at, lastErasureAt: erasureAt })
    responses.store(lastNewsPath, { at: new Date().toISOString(), headers: {}, body })
  }

  // The next check tries again.
  const checkNow = () => void check().catch(() => {})

  return {
    /** Checks at once, then every minute until `stop`. @param headers those of a call that the server accepted */
    start(headers: Record<string, string>): void {
      if (running !== null) return
      running = { headers, timer: setInterval(checkNow, checkMs) }
      checkNow()
    },
    /** Checks now if it has been started, because the server is back. */
    checkNow,
    stop(): void {
      clearInterval(running?.timer)
      running = null
    },
  }
}

const LastNews = v.pick(OrderNews, ['at', 'lastErasureAt'])

function readLastNews(responses: StoredResponses): v.InferOutput<typeof LastNews> | null {
  const storedNews = responses.read(lastNewsPath)
  return storedNews === null ? null : v.parse(LastNews, JSON.parse(storedNews.body))
}
