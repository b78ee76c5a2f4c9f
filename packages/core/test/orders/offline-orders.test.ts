import { describe, expect, it } from 'vitest'
import { newestOrdersPath, offlineOrderCount, offlineResponse } from '@priormark/core/orders/offline-orders'
import { adminOrder } from '@priormark/core/testing/admin-order'
import { searchNames } from '@priormark/core/testing/search-names'

const at = '2026-11-23T12:00:00.000Z'
const later = '2026-11-23T12:01:00.000Z'
const listPath = '/api/admin/direct/orders'

/** Reads a path without the server. @param stored the bodies that are stored, by path */
function offline(stored: Record<string, unknown>, pathname: string, query: Record<string, string> = {}) {
  const read = (path: string) => {
    const body = stored[path]
    const isOrder = path.startsWith('/api/admin/orders/')
    return body === undefined ? null : { at: isOrder ? later : at, headers: {}, body: JSON.stringify(body) }
  }
  const searchParams = { get: (name: string) => query[name] ?? null }
  const response = offlineResponse(read, { pathname, search: '', searchParams })
  return response === null ? null : { ...response, body: JSON.parse(response.body) }
}

describe('offlineResponse', () => {
  it('filters by the days of the shop’s time zone', () => {
    const order = adminOrder({
      createdAt: '2026-11-22T10:30:00.000Z',
      paidAt: '2026-11-25T10:30:00.000Z',
    })
    const stored = {
      [newestOrdersPath]: [order],
      '/api/admin/direct/ping': {
        username: 'ada',
        role: 'owner',
        timeZone: 'Pacific/Kiritimati',
        needsSecondFactor: false,
      },
    }
    const on = (day: string) => offline(stored, listPath, { from: day, to: day })?.body
    expect(on('2026-11-23')).toEqual([order])
    expect(on('2026-11-22')).toEqual([])
    const paidOn = (day: string) => offline(stored, listPath, { date: 'paid', from: day, to: day })?.body
    expect(paidOn('2026-11-23')).toEqual([])
    expect(paidOn('2026-11-26')).toEqual([order])
  })

  it('finds an order by its number', () => {
    const order = adminOrder({ number: 1042 })
    const reads = (search: string) => offline({ [newestOrdersPath]: [order] }, listPath, { search })?.body
    expect([reads('#1042'), reads('1042'), reads('#1043')]).toEqual([[order], [order], []])
  })

  it.each(searchNames)('finds by %j the order of %j', (search, lastName) => {
    const order = adminOrder({ lastName })
    expect(offline({ [newestOrdersPath]: [order] }, listPath, { search })?.body).toEqual([order])
  })

  it('lists an order as it was last read, such as after its refund', () => {
    const order = adminOrder({ status: 'completed' })
    const refunded = { ...order, paymentState: 'refunded', refundedAmount: 8.97 }
    const stored = { [newestOrdersPath]: [order], [`/api/admin/orders/${order.id}`]: refunded }
    expect(offline(stored, listPath, { tab: 'refunded' })?.body).toEqual([refunded])
    const contested = { ...order, secondDispute: { reason: 'fraudulent', status: 'lost', respondBy: null } }
    expect(offline({ [newestOrdersPath]: [contested] }, listPath, { tab: 'disputed' })?.body).toHaveLength(1)
    const ofLastList = { ...stored, [newestOrdersPath]: undefined, [listPath]: [order] }
    expect(offline(ofLastList, listPath)?.body).toEqual([refunded])
  })

  it('says that there may be more orders than the newest', () => {
    const orders = Array.from({ length: offlineOrderCount }, () => adminOrder({ status: 'paid' }))
    const page = offline({ [newestOrdersPath]: orders }, listPath, { tab: 'paid', limit: '20', page: '2' })
    expect(page?.headers['x-total-count']).toBe('200+')
    expect(page?.body).toEqual(orders.slice(20, 40))
    expect(offline({ [newestOrdersPath]: orders }, '/api/admin/order-counts')?.body).toMatchObject({
      all: '200+',
      pending: '0+',
    })
  })

  it('returns nothing for what was never read, or what a network’s own page replaced', () => {
    expect(offline({}, listPath)).toBeNull()
    expect(offline({ [newestOrdersPath]: '<h1>Log in to the Wi-Fi</h1>' }, listPath)).toBeNull()
    expect(offline({ [newestOrdersPath]: [] }, '/api/admin/orders/7')).toBeNull()
    expect(offline({ [newestOrdersPath]: [] }, '/api/admin/overview')).toBeNull()
  })
})
