import type { Fetch } from '@priormark/core/http/client'
import type { LostServer } from '@priormark/core/platform'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWebConnection, type WebConnection } from '../src/app/web-connection.ts'

const orders = '/api/admin/direct/orders?page=1'
const init = { method: 'GET', headers: {}, credentials: 'include' } as const

let isDown: boolean
let sent: string[]
let body: string
let connection: WebConnection
let states: (LostServer | null)[]

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-23T10:00:00Z') })
  isDown = false
  sent = []
  body = 'first'
  states = []
  const send: Fetch = async (url) => {
    sent.push(url)
    if (isDown) throw new TypeError('Failed to fetch')
    return new Response(body, { headers: { 'x-total-count': '7', 'set-cookie': 'a=b' } })
  }
  connection = createWebConnection(send)
  connection.watch((lost) => states.push(lost))
})
afterEach(() => void vi.useRealTimers())

const read = async (url: string) => (await connection.fetch(url, init)).text()

test('uses what was read while the server is lost, and says how old it is', async () => {
  expect(await read(orders)).toBe('first')
  vi.setSystemTime('2026-11-23T10:05:00Z')
  isDown = true
  const response = await connection.fetch(orders, init)
  expect([response.status, response.headers.get('X-Total-Count'), await response.text()]).toEqual([
    200,
    '7',
    'first',
  ])
  expect(states.at(-1)).toEqual({
    since: Date.parse('2026-11-23T10:05:00Z'),
    copyAt: '2026-11-23T10:00:00.000Z',
  })
  await expect(read('/api/admin/audit')).rejects.toThrow('Failed to fetch')
  expect(states.at(-1)?.copyAt, 'the oldest copy').toBe('2026-11-23T10:00:00.000Z')
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
  ['a proxy says that it is down', 502, 'text/html', true],
  ['it says so itself, of a service that it needs', 503, 'application/json', false],
])('the server counts as lost if %s', async (_case, status, type, isLost) => {
  let isFailing = false
  connection = createWebConnection(async () =>
    isFailing ? new Response('{}', { status, headers: { 'content-type': type } }) : new Response('first'),
  )
  connection.watch((lost) => states.push(lost))
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

test('forgets at a login or logout, also what is on its way, and after an erasure', async () => {
  await read(orders)
  connection.forget()
  const reading = connection.fetch(orders, init)
  connection.forget()
  await reading
  isDown = true
  await expect(read(orders)).rejects.toThrow()
  isDown = false
  await read(orders)
  await connection.fetch('/api/admin/orders/7/customer/erase', { ...init, method: 'POST' })
  isDown = true
  await expect(read(orders)).rejects.toThrow()
})

test.each(['/api/admin/blog/posts?page=1', '/api/admin/blog/changes?since=0', '/api/my-order'])(
  'does not remember %s',
  async (url) => {
    await read(url)
    isDown = true
    await expect(read(url)).rejects.toThrow()
  },
)

test('does not take a canceled call for a lost server', async () => {
  connection = createWebConnection(async () => {
    throw new DOMException('aborted', 'AbortError')
  })
  connection.watch((lost) => states.push(lost))
  await expect(read(orders)).rejects.toThrow('aborted')
  expect(states.every((lost) => lost === null)).toBe(true)
})
