import { newestOrdersPath, offlineOrderCount } from '@priormark/core/orders/offline-orders'
import { Order } from '@priormark/core/orders/order'
import * as v from 'valibot'
import type { Account } from '../staff/account.ts'
import type { ResponseCache } from '../platform/response-cache.ts'

const headers = { 'content-type': 'application/json' }
/** How old a timeline may be: a note does not change its order. */
const maxTimelineAgeMs = 24 * 3_600_000

/**
 * Stores the newest orders with their timelines, one call at a time. Timelines of orders that did not change are fetched again
 * once a day. @throws if the server cannot be reached
 */
export async function storeNewestOrders({ api, responseCache }: Pick<Account, 'api' | 'responseCache'>) {
  const keep = responseCache.begin()
  const known = new Map(readOrders(responseCache).map((order) => [order.id, JSON.stringify(order)]))
  const orders = await api.orders.list({ query: { tab: 'all', limit: offlineOrderCount } })
  const now = Date.now()
  const outdated = orders.filter((order) => {
    const timeline = responseCache.read(timelinePath(order.id))
    if (timeline === null || known.get(order.id) !== JSON.stringify(order)) return true
    return now - Date.parse(timeline.at) > maxTimelineAgeMs
  })
  keep(newestOrdersPath, { at: new Date(now).toISOString(), headers, body: JSON.stringify(orders) })
  for (const { id } of outdated) {
    const timeline = await api.orders.timeline({ params: { id } })
    keep(timelinePath(id), { at: new Date().toISOString(), headers, body: JSON.stringify(timeline) })
  }
}

const timelinePath = (id: string) => `/api/admin/orders/${id}/timeline`

function readOrders(responseCache: ResponseCache): Order[] {
  const stored = responseCache.read(newestOrdersPath)
  const orders = v.safeParse(v.array(Order), JSON.parse(stored?.body ?? '[]'))
  return orders.success ? orders.output : []
}
