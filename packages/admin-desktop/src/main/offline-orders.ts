import { Order, type OrderTab } from '@priormark/core/orders/order'
import * as v from 'valibot'
import type { Account } from './account.ts'
import type { CachedResponse, ResponseCache } from './response-cache.ts'

/** How many of the newest orders can be read without the server, although nobody opened them. */
export const offlineOrderCount = 200

/** The key of these orders in the cache. A page cannot ask for it, because it is not a path. */
const cacheKey = 'newest orders'
const listPath = '/api/admin/direct/orders'
const headers = { 'content-type': 'application/json' }

/**
 * Stores the newest orders with their timelines, one call at a time. Timelines of orders that did not change are not fetched
 * again. @throws if the server cannot be reached
 */
export async function storeNewestOrders({ api, responseCache }: Pick<Account, 'api' | 'responseCache'>) {
  const keep = responseCache.begin()
  const orders = await api.orders.list({ query: { tab: 'all', limit: offlineOrderCount } })
  const at = new Date().toISOString()
  const changed = orders.filter(({ id }) => {
    const isTimelineStored = responseCache.read(timelinePath(id)) !== null
    return !isTimelineStored || responseCache.read(orderPath(id))?.body !== bodyOf(orders, id)
  })
  keep(cacheKey, { at, headers, body: JSON.stringify(orders) })
  for (const order of orders) {
    keep(orderPath(order.id), { at, headers, body: JSON.stringify(order) })
  }
  for (const { id } of changed) {
    const timeline = await api.orders.timeline({ params: { id } })
    keep(timelinePath(id), { at, headers, body: JSON.stringify(timeline) })
  }
}

/** Returns what can be shown for a path without the server: its last response, or a list made of the newest orders. */
export function offlineResponse(responseCache: ResponseCache, path: string): CachedResponse | null {
  const last = responseCache.read(path)
  const { pathname, searchParams } = new URL(path, 'app://admin')
  if (pathname !== listPath) return last
  const newest = responseCache.read(cacheKey)
  if (newest === null || (last !== null && last.at >= newest.at)) return last
  const orders = v.safeParse(v.array(Order), JSON.parse(newest.body))
  if (!orders.success) return last
  const matching = orders.output.filter((order) => matches(order, searchParams))
  const limit = Number(searchParams.get('limit') ?? offlineOrderCount)
  const first = (Number(searchParams.get('page') ?? 1) - 1) * limit
  return {
    at: newest.at,
    headers: { ...headers, 'x-total-count': String(matching.length) },
    body: JSON.stringify(matching.slice(first, first + limit)),
  }
}

const orderPath = (id: string) => `/api/admin/orders/${id}`
const timelinePath = (id: string) => `${orderPath(id)}/timeline`

function bodyOf(orders: readonly Order[], id: string): string {
  return JSON.stringify(orders.find((order) => order.id === id))
}

/** Filters as the server's list does. */
function matches(order: Order, params: URLSearchParams): boolean {
  const day = order.createdAt.slice(0, 10)
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? '']
  const { firstName, lastName, email, projectName, id } = order
  const searched = [firstName, lastName, email, projectName, id].join(' ')
  return (
    isInTab(order, params.get('tab') ?? 'all') &&
    (from === '' || day >= from) &&
    (to === '' || day <= to) &&
    normalized(searched).includes(normalized(params.get('search') ?? ''))
  )
}

function isInTab({ status, blockchainLink, paymentState }: Order, tab: string): boolean {
  const isReversed = paymentState === 'refunded' || paymentState === 'disputed'
  const tabs: Record<OrderTab, boolean> = {
    all: true,
    'to-fulfill': status === 'paid' && blockchainLink === null && !isReversed,
    pending: status === 'pending',
    paid: status === 'paid',
    completed: status === 'completed',
    refunded: paymentState === 'refunded' || paymentState === 'partially_refunded',
    disputed: paymentState === 'disputed',
  }
  return new Map<string, boolean>(Object.entries(tabs)).get(tab) ?? true
}

/** Lower case, and without accents. */
function normalized(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
}
