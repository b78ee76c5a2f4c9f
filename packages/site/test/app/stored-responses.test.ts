import { authEndpoints } from '@priormark/core/staff/auth/endpoints'
import { offlineReads } from '@priormark/core/testing/offline-read-paths'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openStoredResponses } from '../../src/app/stored-responses.ts'
import { createWebConnection } from '../../src/app/web-connection.ts'
import { newStorage } from './new-storage.ts'

let storage: Storage
let browser: Storage

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-23T10:00:00Z') })
  storage = newStorage()
  browser = newStorage()
})
afterEach(() => void vi.useRealTimers())

const isInTab = () => Object.keys(storage).length > 0
const isInBrowser = () => Object.keys(browser).length > 0
const store = (path: string) =>
  openStoredResponses({ tab: storage, browser }).store(path, {
    at: new Date().toISOString(),
    headers: {},
    body: '',
  })

test.each(offlineReads)('stores $what only where the table says', ({ readPath, web }) => {
  store(readPath)
  expect([isInTab(), isInBrowser()]).toEqual([web === 'tab', web === 'browser'])
})

const stored = offlineReads.filter(({ web }) => web !== undefined)

test.each(stored)('keeps $what as long as the table says', ({ readPath: path, maxAgeMs = Infinity }) => {
  const isStored = () => openStoredResponses({ tab: storage, browser }).read(path) !== null
  store(path)
  vi.advanceTimersByTime(Math.min(maxAgeMs, 365 * 24 * 3_600_000) - 1)
  expect(isStored()).toBe(true)
  vi.advanceTimersByTime(1)
  expect(isStored()).toBe(maxAgeMs === Infinity)
})

const readsDeletedBy = ['login', 'logout', 'rejected login', 'erasure', 'other access'] as const

test.each(readsDeletedBy)('deletes everything at this event: %s', async (event) => {
  const person = { username: 'ann', role: 'owner', timeZone: 'UTC', needsSecondFactor: false }
  let role = 'owner'
  const send = async () => new Response(JSON.stringify({ ...person, role }))
  const connection = createWebConnection(send, openStoredResponses({ tab: storage, browser }))
  const fetch = (path: string, method = 'GET') =>
    connection.fetch(path, { method, headers: {}, credentials: 'include' })
  const paths = stored.map(({ readPath }) => readPath)
  for (const path of paths) await fetch(path)
  // web-platform.ts calls `forget` when the credential is set or cleared.
  const forget = async () => connection.forget()
  const cause: Record<typeof event, () => Promise<unknown>> = {
    login: forget,
    logout: forget,
    'rejected login': forget,
    erasure: () => fetch('/api/admin/orders/7/customer/erase', 'POST'),
    'other access': () => {
      role = 'blog'
      return fetch(authEndpoints.ping.path)
    },
  }
  const responses = () => openStoredResponses({ tab: storage, browser })
  expect(paths.filter((path) => responses().read(path) === null)).toEqual([])
  await cause[event]()
  // The response that shows the other access is newer.
  const left = paths.filter((path) => responses().read(path) !== null)
  expect(left).toEqual(event === 'other access' ? [authEndpoints.ping.path] : [])
})

test('does not store what no row allows, and removes what an earlier table left', async () => {
  const response = { at: new Date().toISOString(), headers: {}, body: '' }
  const responses = openStoredResponses({ tab: storage, browser })
  responses.store('/api/other', response)
  expect(responses.read('/api/other')).toBeNull()
  browser.setItem('priormark.read /api/other', JSON.stringify(response))
  openStoredResponses({ tab: storage, browser })
  expect([...Object.keys(storage), ...Object.keys(browser)]).toEqual([])
})
