import { erasePath } from '@priormark/core/orders/customers/endpoints'
import { authEndpoints, Session } from '@priormark/core/staff/auth/endpoints'
import { ApiError, hasReachedServer } from '@priormark/core/platform/http/api-error'
import { copyAtHeader, noCopy } from '@priormark/core/platform/http/server-watch'
import { offlineResponse } from '@priormark/core/orders/offline-orders'
import { offlineReadOf } from '@priormark/core/platform/offline-copies'
import { trimEndOf } from '@priormark/core/platform/trim-end'
import * as v from 'valibot'
import type { ResponseCache } from './platform/response-cache.ts'
import type { ShopSession } from './staff/shop-session.ts'

/** The only request headers forwarded from pages; cookies, credentials and browser headers are dropped. */
const forwardedHeaders = [
  'accept',
  'accept-language',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
]

/** Response headers that pages must not see, or that are wrong after decompression. */
const removedHeaders = [
  'connection',
  'content-encoding',
  'content-length',
  'content-security-policy',
  'keep-alive',
  'set-cookie',
  'strict-transport-security',
  'transfer-encoding',
]

/** Headers that prevent a response of the server from running as a page of the app. */
const inertHeaders = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
}

const maxCachedBytes = 2 * 1024 * 1024

/** What a forwarded call needs of a shop's session. */
type ForwardedShop = Pick<
  ShopSession,
  'url' | 'token' | 'login' | 'invalidate' | 'updateSession' | 'checkRole' | 'logout'
> & {
  readonly account: { responseCache: ResponseCache } | null
}

interface ForwardDeps {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Returns the shop of the page. The whole call belongs to it, even if the page connects to another one in the meantime. */
  shop: () => ForwardedShop | null
}

/** Forwards pages' calls to their shop. The main process adds the credential and removes it from the login's response. */
export function createForwarder({ fetch, shop: shopOfPage }: ForwardDeps) {
  async function send(
    request: Request,
    { url, path, token }: { url: string; path: string; token: string | null },
  ): Promise<Response | null> {
    const headers = new Headers([...request.headers].filter(([name]) => forwardedHeaders.includes(name)))
    if (token !== null && path.startsWith('/api/')) headers.set('authorization', `Bearer ${token}`)
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
    const init: RequestInit = { method: request.method, headers, credentials: 'omit', redirect: 'error' }
    try {
      return await fetch(url + path, hasBody ? { ...init, body: await request.arrayBuffer() } : init)
    } catch {
      return null
    }
  }

  return async function forward(request: Request): Promise<Response> {
    const shop = shopOfPage()
    if (shop === null) return unreachableResponse()
    const { pathname, search } = new URL(request.url)
    const path = pathname + search
    const url = { pathname, search, searchParams: new URLSearchParams(search) }
    const { account } = shop
    // The server ignores case and a trailing slash.
    const normalizedPath = trimEndOf(pathname.toLowerCase(), '/')
    const isLogin = request.method === 'POST' && normalizedPath === authEndpoints.login.path
    // A login is sent without the credential: a wrong password must not invalidate it.
    const token = isLogin ? null : shop.token
    const isCacheable = request.method === 'GET' && offlineReadOf(pathname)?.isOnDesktop === true
    let storeResponse = account?.responseCache.beginRequest()
    const response = await send(request, { url: shop.url, path, token })

    if (request.method === 'POST' && normalizedPath === authEndpoints.logout.path) await shop.logout()
    if (response === null || response.status >= 500) {
      const body = (await response?.text().catch(() => null)) ?? null
      if (response !== null && body !== null && hasReachedServer(new ApiError(response.status, body)))
        return new Response(body, { status: response.status, headers: headersForPage(response) })
      return (isCacheable ? cachedResponse(account?.responseCache, url) : null) ?? unreachableResponse()
    }
    if (response.status === 401 && token !== null) shop.invalidate(token)
    if (response.status === 403 && account === shop.account) await shop.checkRole()
    if (response.ok && isLogin) return storeLogin(response, shop)
    if (response.ok && request.method === 'POST' && erasePath.test(normalizedPath))
      account?.responseCache.clear()
    const headers = headersForPage(response)
    if (isCacheable && response.status === 200 && account !== null && account === shop.account) {
      const body = await response.text().catch(() => null)
      if (body === null) return cachedResponse(account.responseCache, url) ?? unreachableResponse()
      if (pathname === authEndpoints.ping.path) {
        updateSession(body, shop)
        // The update may have cleared the cache, but this response may be stored.
        storeResponse = account.responseCache.beginRequest()
      }
      if (body.length <= maxCachedBytes) {
        const storedHeaders = Object.fromEntries(
          [...headers].filter(([name]) => ['content-type', 'etag', 'x-total-count'].includes(name)),
        )
        storeResponse?.(path, { at: new Date().toISOString(), headers: storedHeaders, body })
      }
      return new Response(body, { status: 200, headers })
    }
    const isEmpty = response.status === 204 || response.status === 304
    return new Response(isEmpty ? null : response.body, { status: response.status, headers })
  }

  async function storeLogin(response: Response, shop: ForwardedShop): Promise<Response> {
    try {
      const { token } = v.parse(authEndpoints.login.reply, await response.json())
      await shop.login(token)
      return Response.json({ token: 'stored in the main process' }, { headers: inertHeaders })
    } catch {
      return unreachableResponse()
    }
  }
}

/** The path and query that a page requests. */
type RequestedUrl = Parameters<typeof offlineResponse>[1]

function cachedResponse(responseCache: ResponseCache | undefined, url: RequestedUrl): Response | null {
  const cached = responseCache === undefined ? null : offlineResponse(responseCache.read, url)
  if (cached === null) return null
  return new Response(cached.body, {
    headers: { ...cached.headers, ...inertHeaders, [copyAtHeader]: cached.at },
  })
}

function updateSession(body: string, shop: ForwardedShop): void {
  const session = v.safeParse(Session, JSON.parse(body))
  if (session.success) shop.updateSession(session.output)
}

function unreachableResponse(): Response {
  return Response.json(
    { error: 'The server can’t be reached.' },
    { status: 503, headers: { ...inertHeaders, [copyAtHeader]: noCopy } },
  )
}

function headersForPage(response: Response): Headers {
  const headers = new Headers(response.headers)
  for (const name of removedHeaders) headers.delete(name)
  for (const [name, value] of Object.entries(inertHeaders)) headers.set(name, value)
  return headers
}
