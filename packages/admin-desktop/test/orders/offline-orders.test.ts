import { offlineResponse } from '@priormark/core/orders/offline-orders'
import { Order, orderTabs } from '@priormark/core/orders/order'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { placePaidOrder } from '../customer.ts'
import { openResponseCache, type ResponseCache } from '../../src/main/platform/response-cache.ts'
import { startApi, type ApiClient, type ApiProcess } from '../api-process.ts'
import { storeNewestOrders } from '../../src/main/orders/order-notifications.ts'

vi.mock('electron', () => ({}))

// The timeout only stops a hung test.
const polling = { timeout: 120_000, interval: 50 }

let api: ApiProcess
let admin: ApiClient
let responseCache: ResponseCache
let ids: string[]
beforeAll(async () => {
  api = await startApi()
  admin = await api.logIn()
  ids = []
  for (const projectName of ['Été à Paris', 'Harbour Lights', 'Paris at Night']) {
    const file = new TextEncoder().encode(projectName)
    ids.unshift(await placePaidOrder(api.url, admin, { projectName, file }))
  }
  const [newest = ''] = ids
  await admin.api.orders.change({
    params: { id: newest },
    body: { blockchainLink: 'https://chain.example/tx/1', status: 'completed' },
  })
  // Emails are sent in the background, and change their orders.
  await vi.waitFor(async () => {
    const orders = await admin.api.orders.list()
    expect(orders.every(({ confirmationEmailSent }) => confirmationEmailSent)).toBe(true)
    expect(orders[0]?.fulfillmentEmailSent).toBe(true)
  }, polling)
  responseCache = openResponseCache(':memory:')
  await storeNewestOrders({ api: admin.api, responseCache })
}, 600_000)
afterAll(() => api.stop())

const read = (path: string) => offlineResponse(responseCache.read, new URL(path, 'app://admin'))
const listPath = (query: Record<string, string>) =>
  `/api/admin/direct/orders?${new URLSearchParams(query).toString()}`

describe('offlineResponse', () => {
  const today = new Date().toISOString().slice(0, 10)
  test.each([
    ...orderTabs.map((tab) => ({ tab })),
    { search: 'paris' },
    { search: 'ETE' },
    { search: 'nothing like it' },
    { from: today, to: today },
    { to: '2001-01-01' },
  ])('lists the same orders as the server for %j', async (query) => {
    const offline = read(listPath(query))
    const orders = v.parse(v.array(Order), JSON.parse(offline?.body ?? ''))
    const expected = await admin.api.orders.list({ query })
    expect(orders.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
    expect(offline?.headers['x-total-count']).toBe(String(expected.length))
  })

  test.each([{}, { search: 'paris' }, { to: '2001-01-01' }])(
    'counts the tabs as the server does for %j',
    async (query) => {
      const offline = read(`/api/admin/order-counts?${new URLSearchParams(query).toString()}`)
      expect(JSON.parse(offline?.body ?? '')).toEqual(await admin.api.orders.counts({ query }))
    },
  )

  test('returns a page of the list', () => {
    const page = read(listPath({ tab: 'all', limit: '2', page: '2' }))
    expect(v.parse(v.array(Order), JSON.parse(page?.body ?? '')).map(({ id }) => id)).toEqual([ids[2]])
    expect(page?.headers['x-total-count']).toBe('3')
  })

  test('returns the details and timelines of orders that were never opened', async () => {
    for (const id of ids) {
      const order = await admin.api.orders.read({ params: { id } })
      const timeline = await admin.api.orders.timeline({ params: { id } })
      expect(JSON.parse(read(`/api/admin/orders/${id}`)?.body ?? '')).toEqual(order)
      expect(JSON.parse(read(`/api/admin/orders/${id}/timeline`)?.body ?? '')).toEqual(timeline)
    }
  })

  test('prefers a newer response of the server, and returns nothing after the cache was cleared', () => {
    const path = listPath({ tab: 'pending' })
    responseCache.beginRequest()(path, { at: '2999-01-01T00:00:00Z', headers: {}, body: '[1]' })
    expect(read(path)?.body).toBe('[1]')
    responseCache.clear()
    expect(read(path)).toBeNull()
    expect(read(listPath({ tab: 'all' }))).toBeNull()
  })
})
