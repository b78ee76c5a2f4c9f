import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ApiError, NetworkError } from '@priormark/core/platform/http/api-error'
import { newestOrdersPath } from '@priormark/core/orders/offline-orders'
import type { Role } from '@priormark/core/platform/roles'
import type { OrderNews, PaidOrder } from '@priormark/core/orders/endpoints'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createOrderWatch } from '../../src/main/orders/order-watch.ts'
import { startOrderNotifications } from '../../src/main/orders/order-notifications.ts'
import { openResponseCache } from '../../src/main/platform/response-cache.ts'

const notices = vi.hoisted(() => new Array<{ title: string; click: () => void }>())
let folder: string
vi.mock('electron', () => ({
  app: { setBadgeCount: () => undefined, getPath: () => folder },
  Notification: class {
    static isSupported = () => true
    readonly #title: string
    #click = () => {}
    constructor({ title }: { title: string }) {
      this.#title = title
    }
    on(event: string, listener: () => void) {
      if (event === 'click') this.#click = listener
    }
    show() {
      notices.push({ title: this.#title, click: this.#click })
    }
  },
}))

const minute = (number: number) => new Date(Date.UTC(2026, 10, 23, 12, number)).toISOString()
const paidOrder = (paidAt: string, change: Partial<PaidOrder> = {}): PaidOrder => ({
  id: crypto.randomUUID(),
  projectName: 'Harbour Lights',
  fileName: 'song.wav',
  paymentAmount: 8.97,
  paidAt,
  ...change,
})

/** A shop as its server sees it: all paid orders, and the time of the next look. */
let server: { orders: PaidOrder[]; at: string; lastErasureAt: string | null; fails: Error | null; role: Role }
let events: string[]
/** How often the server was polled. */
let polls: number
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'priormark-watch-'))
  server = { orders: [], at: minute(0), lastErasureAt: null, fails: null, role: 'orders' }
  events = []
  polls = 0
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function news({ query }: { query?: { since?: string | undefined } } = {}): Promise<OrderNews> {
  if (server.fails !== null) throw server.fails
  polls += 1
  if (server.role === 'blog') throw new ApiError(403, '{"code":"role_required"}')
  const { at, lastErasureAt } = server
  const since = query?.since ?? at
  return { at, paid: server.orders.filter(({ paidAt }) => paidAt >= since), toFulfill: '3', lastErasureAt }
}

/** Starts the app: a new watch with the state of the one before. */
function start() {
  const shop = {
    url: 'https://shop.example',
    token: 'token' as string | null,
    account: { folder, api: { orders: { news } } },
    invalidate: () => {
      shop.token = null
    },
    role: null as Role | null,
    async canSeeOrders() {
      if (server.fails !== null) throw server.fails
      return (shop.role ??= server.role) !== 'blog'
    },
    async checkRole() {
      shop.role = server.role
      events.push('checked')
    },
  }
  const check = createOrderWatch<typeof shop>({
    onPaid: (_shop, orders) => events.push(...orders.map(({ id }) => id)),
    onCount: (_shop, count) => events.push(`count ${count}`),
    onErasure: () => events.push('erasure'),
    onLoggedOut: () => events.push('logged out'),
  })
  return {
    shop,
    look: async (at: string) => {
      server.at = at
      events = []
      await check(shop)
      return events
    },
  }
}

describe('createOrderWatch', () => {
  test('reports each order that is paid after the first look once, also after a restart', async () => {
    server.orders = [paidOrder(minute(-1))]
    const first = start()
    expect(await first.look(minute(0))).toEqual(['count 3'])
    const second = paidOrder(minute(1))
    server.orders.unshift(second)
    expect(await first.look(minute(2))).toEqual([second.id, 'count 3'])
    expect(await first.look(minute(3))).toEqual(['count 3'])

    const third = paidOrder(minute(200))
    server.orders.push(third)
    expect(await start().look(minute(300))).toEqual([third.id, 'count 3'])
    expect(await start().look(minute(301))).toEqual(['count 3'])
  })

  test('finds an order whose transaction ended after a later look', async () => {
    const { look } = start()
    await look(minute(0))
    await look(minute(5))
    const late = paidOrder(minute(4))
    server.orders = [late]
    expect(await look(minute(6))).toEqual([late.id, 'count 3'])
  })

  test('is silent while the server is unreachable, and reports what was missed', async () => {
    const { look } = start()
    await look(minute(0))
    server.orders = [paidOrder(minute(1))]
    server.fails = new NetworkError(new TypeError('no network'))
    expect(await look(minute(2))).toEqual([])
    expect(await look(minute(3))).toEqual([])
    server.fails = null
    expect(await look(minute(30))).toEqual([server.orders[0]?.id, 'count 3'])
  })

  test('says once that the login was rejected', async () => {
    const { look } = start()
    server.fails = new ApiError(401, '{"error":"Please log in","code":"unauthenticated"}', '')
    expect(await look(minute(0))).toEqual(['logged out', 'count null'])
    expect(await look(minute(1))).toEqual(['count null'])
  })

  test('says so too if a call of a window was rejected first, and again after the next login', async () => {
    const { shop, look } = start()
    expect(await look(minute(0))).toEqual(['count 3'])
    shop.token = null
    expect(await look(minute(1))).toEqual(['logged out', 'count null'])
    expect(await look(minute(2))).toEqual(['count null'])
    shop.token = 'new'
    expect(await look(minute(3))).toEqual(['count 3'])
    shop.token = null
    expect(await look(minute(4))).toEqual(['logged out', 'count null'])
  })

  test('stops polling for a role without orders, which it has checked', async () => {
    const { look } = start()
    await look(minute(0))
    server.role = 'blog'
    expect(await look(minute(1))).toEqual(['checked', 'count null'])
    expect(await look(minute(2))).toEqual(['count null'])
    expect(await look(minute(3))).toEqual(['count null'])
    expect(polls).toBe(2)
  })

  test('reports an erasure once', async () => {
    const { look } = start()
    await look(minute(0))
    server.lastErasureAt = minute(1)
    expect(await look(minute(2))).toEqual(['erasure', 'count 3'])
    expect(await look(minute(3))).toEqual(['count 3'])
    server.lastErasureAt = null
    expect(await look(minute(60))).toEqual(['count 3'])
  })

  test('looks once for several calls at the same time', async () => {
    const { look } = start()
    await look(minute(0))
    server.orders = [paidOrder(minute(1))]
    await Promise.all([look(minute(2)), look(minute(2))])
    expect(events).toEqual([server.orders[0]?.id, 'count 3'])
  })
})

describe('the notifications', () => {
  /** Looks at a shop before and after these orders were paid. Returns the titles, and opens the pages that they lead to. */
  async function notifiedOf(orders: PaidOrder[]) {
    notices.length = 0
    const { shop } = start()
    const responseCache = openResponseCache(':memory:')
    const list = vi.fn(async () => [])
    Object.assign(shop.account, { responseCache, api: { orders: { news, list } } })
    const opened: string[] = []
    const notifications = startOrderNotifications({
      shops: { all: () => [shop] },
      windows: { openWindows: [], showShop: (_url: string, page: string) => void opened.push(page) },
      showInTray: () => undefined,
    } as never)
    await notifications.check(shop as never)
    server.orders = orders
    server.at = minute(2)
    await notifications.check(shop as never)
    notifications.stop()
    await vi.waitFor(() => expect(responseCache.read(newestOrdersPath)).not.toBeNull())
    expect(list).toHaveBeenCalledTimes(2)
    responseCache.close()
    for (const { click } of notices) click()
    return { titles: notices.map(({ title }) => title), opened }
  }

  test.each([
    { count: 3, summary: [] },
    { count: 4, summary: ['1 more new order: $8.97'] },
    { count: 5, summary: ['2 more new orders: $17.94'] },
  ])('name up to three of $count orders, and sum up the others', async ({ count, summary }) => {
    const orders = Array.from({ length: count }, () => paidOrder(minute(1)))
    const single = 'New order: $8.97, Harbour Lights'
    const pages = orders.slice(0, 3).map(({ id }) => `/admin/orders/${id}`)
    expect(await notifiedOf(orders)).toEqual({
      titles: [single, single, single, ...summary],
      opened: [...pages, ...summary.map(() => '/admin/dashboard')],
    })
  })

  test('name the file of an order without a project name, and lead to the order', async () => {
    const order = paidOrder(minute(1), { projectName: '' })
    expect(await notifiedOf([order])).toEqual({
      titles: ['New order: $8.97, song.wav'],
      opened: [`/admin/orders/${order.id}`],
    })
  })
})
