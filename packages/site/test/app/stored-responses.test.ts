import { authEndpoints } from '@priormark/core/staff/auth/endpoints'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openStoredResponses, storedReadOf, storedReads } from '../../src/app/stored-responses.ts'
import { newStorage } from './new-storage.ts'

let storage: Storage
let browser: Storage

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-23T10:00:00Z') })
  storage = newStorage()
  browser = newStorage()
})
afterEach(() => void vi.useRealTimers())

describe.each(storedReads)('the stored responses of $what', ({ what, storage: place, maxAgeMs }) => {
  const path = {
    login: authEndpoints.ping.path,
    customers: '/api/admin/direct/orders?page=1',
    other: '/api/service-price',
  }[what]
  const open = () => openStoredResponses({ tab: storage, browser })
  const isStored = () => open().read(path) !== null
  beforeEach(() => {
    open().store(path, { at: new Date().toISOString(), headers: {}, body: '' })
  })

  test('are where and as long as their rule says', () => {
    expect(storedReadOf(path)?.what).toBe(what)
    expect(Object.keys(place === 'tab' ? browser : storage)).toEqual([])
    vi.advanceTimersByTime(Math.min(maxAgeMs, 365 * 24 * 3_600_000) - 1)
    expect(isStored()).toBe(true)
    vi.advanceTimersByTime(1)
    expect(isStored()).toBe(maxAgeMs === Infinity)
  })

  test('are deleted with all others', () => {
    open().clear()
    expect(isStored()).toBe(false)
  })
})

test('does not store what no rule allows, and removes what an earlier rule left', async () => {
  const response = { at: new Date().toISOString(), headers: {}, body: '' }
  const responses = openStoredResponses({ tab: storage, browser })
  responses.store('/api/other', response)
  expect(responses.read('/api/other')).toBeNull()
  browser.setItem('priormark.read /api/other', JSON.stringify(response))
  openStoredResponses({ tab: storage, browser })
  expect([...Object.keys(storage), ...Object.keys(browser)]).toEqual([])
})
