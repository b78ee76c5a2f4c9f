import { authEndpoints } from '@priormark/core/staff/auth/endpoints'
import type { Fetch } from '@priormark/core/platform/http/client'
import type { LostServer } from '@priormark/core/platform/http/server-watch'
import { adminOrder } from '@priormark/core/testing/admin-order'
import { newestOrdersPath } from '@priormark/core/orders/offline-orders'
import { orderEndpoints } from '@priormark/core/orders/endpoints'
import type { Role } from '@priormark/core/platform/roles'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openStoredResponses } from '../../src/app/stored-responses.ts'
import { createWebConnection, type WebConnection } from '../../src/app/web-connection.ts'
import { newStorage } from './new-storage.ts'

const orders = '/api/admin/direct/orders?page=1'
const init = { method: 'GET', headers: {}, credentials: 'include' } as const

let isDown: boolean
let sent: string[]
let body: string
let connection: WebConnection
let storage: Storage
let browser: Storage
let states: (LostServer | null)[]

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-23T10:00:00Z') })
  isDown = false
  sent = []
  body = 'first'
  states = []
  storage = newStorage()
  browser = newStorage()
  const send: Fetch = async (url) => {
    sent.push(url)
    if (isDown) throw new TypeError('Failed to fetch')
    return new Response(body, { headers: { 'x-total-count': '7', 'set-cookie': 'a=b' } })
  }
  openTab(send)
})
afterEach(() => void vi.useRealTimers())

/** Opens the admin in a tab whose calls `send` sends. @param stored by default what the tab before it left */
function openTab(send: Fetch, stored = { tab: storage, browser }): void {
  connection = createWebConnection(send, openStoredResponses(stored))
  connection.watch((lost) => states.push(lost))
}

const offline: Fetch = async () => Promise.reject(new TypeError('Failed to fetch'))
const read = async (url: string) => (await connection.fetch(url, init)).text()

test('uses what was read while the server is lost, and says how old it is', async () => {
  expect(await read(orders)).toBe('first')
  vi.setSystemTime('2026-11-23T10:05:00Z')
  isDown = true
  const response = await connection.fetch(orders, init)
  expect(response.status).toBe(200)
  expect(response.headers.get('X-Total-Count')).toBe('7')
  expect(await response.text()).toBe('first')
  expect(states.at(-1)).toEqual({
    since: Date.parse('2026-11-23T10:05:00Z'),
    copyAt: '2026-11-23T10:00:00.000Z',
  })
  await expect(read('/api/admin/audit')).rejects.toThrow('Failed to fetch')
  expect(states.at(-1)?.copyAt, 'the oldest copy').toBe('2026-11-23T10:00:00.000Z')
})

test('stores the views of a post, but not the post, which drafts have', async () => {
  const post = '/api/admin/blog/posts/2c1f6a53-6b0e-4f6c-9a51-0d5a3c9c1a11'
  for (const path of [post, `${post}/views?month=`]) await read(path)
  isDown = true
  expect(await read(`${post}/views?month=`)).toBe('first')
  await expect(read(post)).rejects.toThrow('Failed to fetch')
})

test('notices within two seconds that the server responds again', async () => {
  isDown = true
  await expect(read(orders)).rejects.toThrow()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(states.at(-1)).not.toBeNull()
  isDown = false
  await vi.advanceTimersByTimeAsync(2_000)
  expect(states.at(-1)).toBeNull()
  const calls = sent.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent, 'stops probing').toHaveLength(calls)
})

test.each([
  ['a proxy says that it is down', 502, '<h1>Bad Gateway</h1>', true],
  ['a proxy says so in JSON', 503, '{"message":"Service Unavailable"}', true],
  ['it says so itself, of a service that it needs', 503, '{"error":"Not now","code":"unavailable"}', false],
  ['it fails', 500, 'Internal error', false],
])('the server counts as lost if %s', async (_case, status, body, isLost) => {
  let isFailing = false
  openTab(async () => (isFailing ? new Response(body, { status }) : new Response('first')))
  await read(orders)
  isFailing = true
  expect((await connection.fetch(orders, init)).status).toBe(isLost ? 200 : status)
  expect(states.at(-1) !== null).toBe(isLost)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(states.at(-1) !== null, 'while the proxy responds').toBe(isLost)
  isFailing = false
  await vi.advanceTimersByTimeAsync(2_000)
  expect(states.at(-1)).toBeNull()
})

test('notices that the server responds again while an earlier try hangs', async () => {
  let isHanging = false
  const send: Fetch = async () =>
    isHanging ? new Promise(() => {}) : Promise.reject(new TypeError('Failed to fetch'))
  let isBack = false
  openTab(async (url, given) => (isBack ? new Response('{}') : send(url, given)))
  await expect(read(orders)).rejects.toThrow()
  isHanging = true
  await vi.advanceTimersByTimeAsync(3_000)
  isBack = true
  await vi.advanceTimersByTimeAsync(2_000)
  expect(states.at(-1)).toBeNull()
})

test('forgets also what is on its way', async () => {
  await read(orders)
  connection.forget()
  const reading = connection.fetch(orders, init)
  connection.forget()
  await reading
  isDown = true
  await expect(read(orders)).rejects.toThrow()
})

test('forgets within a minute what a customer erased elsewhere left, and only then', async () => {
  const news = orderEndpoints.news.path
  let lastErasureAt: string | null = null
  const send: Fetch = async (url) => {
    sent.push(url)
    if (!url.startsWith(news)) return new Response(JSON.stringify([]))
    const at = new Date().toISOString()
    return new Response(JSON.stringify({ at, paid: [], toFulfill: '0', lastErasureAt }))
  }
  const isKept = () => openStoredResponses({ tab: storage, browser }).read(orders) !== null
  openTab(send)
  await read(orders)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent.filter((url) => url.startsWith(news))).toEqual([
    news,
    `${news}?since=2026-11-23T09%3A59%3A00.000Z`,
  ])
  expect(isKept()).toBe(true)
  lastErasureAt = new Date().toISOString()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(isKept()).toBe(false)

  // The same erasure is still among the next news.
  await read(orders)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(isKept()).toBe(true)

  // Erased while the tab was closed, which the browser then restored.
  connection.forget()
  await read(orders)
  await vi.advanceTimersByTimeAsync(0)
  lastErasureAt = new Date(Date.now() + 1_000).toISOString()
  vi.setSystemTime(Date.now() + 3_600_000)
  openTab(send)
  await read('/api/admin/overview')
  await vi.advanceTimersByTimeAsync(0)
  expect(isKept()).toBe(false)
})

describe('after a forbidden call', () => {
  const person = (role: Role, needsSecondFactor = false) =>
    JSON.stringify({ username: 'ann', role, timeZone: 'UTC', needsSecondFactor })

  /** Reads the orders as an owner, then makes a forbidden call. @returns the orders, read without the server; null if they are gone */
  async function readAfterForbidden(ping: () => Response): Promise<string | null> {
    body = person('owner')
    await read(authEndpoints.ping.path)
    body = 'orders'
    await read(orders)
    const send: Fetch = async (url) =>
      url === authEndpoints.ping.path ? ping() : new Response('{}', { status: 403 })
    openTab(send)
    await read('/api/admin/blog/topics')
    openTab(offline)
    return read(orders).catch(() => null)
  }

  test('keeps everything if the person’s access is the same as before', async () => {
    expect(await readAfterForbidden(() => new Response(person('owner')))).toBe('orders')
  })

  test.each<[string, () => Response]>([
    ['has another role', () => new Response(person('blog'))],
    ['must set up two-step verification first', () => new Response(person('owner', true))],
    ['is no longer logged in', () => new Response('{}', { status: 401 })],
    ['cannot be asked for', () => Response.error()],
  ])('forgets everything if the person %s', async (_case, ping) => {
    expect(await readAfterForbidden(ping)).toBeNull()
  })
})

test.each(['/api/admin/blog/posts?page=1', '/api/admin/blog/changes?since=0', '/api/my-order'])(
  'does not remember %s',
  async (url) => {
    await read(url)
    isDown = true
    await expect(read(url)).rejects.toThrow()
  },
)

test('shows every tab and search of the newest orders, also after a reload, but not in a restored tab', async () => {
  const id = 'c0ffee00-0000-4000-8000-000000000001'
  body = JSON.stringify([
    adminOrder({ id, projectName: 'Été à Paris' }),
    adminOrder({ projectName: 'Harbour Lights', status: 'pending' }),
  ])
  await read(orders)
  await vi.advanceTimersByTimeAsync(0)
  expect(sent).toEqual([orders, orderEndpoints.news.path, newestOrdersPath])
  isDown = true
  openTab(offline)
  const response = await connection.fetch('/api/admin/direct/orders?tab=pending&limit=20', init)
  expect(JSON.parse(await response.text())).toMatchObject([{ projectName: 'Harbour Lights' }])
  expect(response.headers.get('x-total-count')).toBe('1')
  expect(JSON.parse(await read('/api/admin/direct/orders?tab=all&search=ete'))).toMatchObject([{ id }])
  expect(JSON.parse(await read('/api/admin/order-counts?search=light'))).toMatchObject({
    all: '1',
    paid: '0',
  })
  expect(JSON.parse(await read(`/api/admin/orders/${id}`))).toMatchObject({ projectName: 'Été à Paris' })

  vi.advanceTimersByTime(25 * 3_600_000)
  openTab(offline)
  await expect(read(orders)).rejects.toThrow()
})

test('knows in a new tab who is logged in, but nothing of customers, until a logout', async () => {
  await read(orders)
  await read('/api/admin/direct/ping')
  openTab(offline, { tab: newStorage(), browser })
  expect(await read('/api/admin/direct/ping')).toBe('first')
  await expect(read(orders)).rejects.toThrow()
  connection.forget()
  openTab(offline, { tab: newStorage(), browser })
  await expect(read('/api/admin/direct/ping')).rejects.toThrow()
})

test('reads the newest orders again after five minutes or a change', async () => {
  body = JSON.stringify([])
  const newestReads = async () => {
    sent = []
    await read(orders)
    await vi.advanceTimersByTimeAsync(0)
    return sent.filter((url) => url === newestOrdersPath).length
  }
  expect(await newestReads()).toBe(1)
  expect(await newestReads()).toBe(0)
  await connection.fetch('/api/admin/orders/7', { ...init, method: 'PATCH' })
  expect(await newestReads()).toBe(1)
  vi.setSystemTime(Date.now() + 300_000)
  expect(await newestReads()).toBe(1)
})

test('does not take a canceled call for a lost server', async () => {
  openTab(async () => {
    throw new DOMException('aborted', 'AbortError')
  })
  await expect(read(orders)).rejects.toThrow('aborted')
  expect(states.every((lost) => lost === null)).toBe(true)
})

test.each(['', '{"at":', 'null', '{"at":"2026-11-23T09:00:00Z"}'])(
  'a damaged stored response (%j) is removed and stops nothing',
  async (json) => {
    await read('/api/admin/direct/ping')
    const [key = ''] = Object.keys(browser)
    browser.setItem(key, json)
    openTab(offline)
    await expect(read('/api/admin/direct/ping')).rejects.toThrow('Failed to fetch')
    expect(Object.keys(browser)).toEqual([])
  },
)
