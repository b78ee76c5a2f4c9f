import { NetworkError } from '@priormark/core/platform/http/api-error'
import { orderProgressEndpoints, type OrderProgress } from '@priormark/core/orders/order-progress'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchOrder } from '../../../src/public/orders/order-page/order-watch.ts'
import { testAnchor, testOrder } from './order-fixtures.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const recorded = testOrder({ step: 'final', status: 'completed', anchors: [testAnchor({ state: 'final' })] })

/** Creates a watch with a fake server and a fake window. */
function setUp(progress: OrderProgress) {
  const server = { reads: 0, respond: async (): Promise<OrderProgress | Response> => progress }
  vi.stubGlobal('fetch', async () => {
    server.reads += 1
    const answer = await server.respond()
    return answer instanceof Response ? answer : Response.json(answer)
  })
  const document = {
    visibilityState: 'visible',
    addEventListener: listen,
    removeEventListener: stopListening,
  }
  const listeners = new Set<() => void>()
  function listen(_event: string, checkOnReturn: () => void) {
    listeners.add(checkOnReturn)
  }
  function stopListening(_event: string, checkOnReturn: () => void) {
    listeners.delete(checkOnReturn)
  }
  vi.stubGlobal('document', document)
  vi.stubGlobal('addEventListener', listen)
  vi.stubGlobal('removeEventListener', stopListening)
  const watch = watchOrder('key', v.parse(orderProgressEndpoints.read.reply, progress))
  return {
    server,
    state: () => watch.getState(),
    listeners,
    show(isVisible: boolean) {
      document.visibilityState = isVisible ? 'visible' : 'hidden'
      for (const checkOnReturn of listeners) checkOnReturn()
    },
  }
}

test('polls an open order, less often while nothing changes, but every ten seconds', async () => {
  const { server, state } = setUp(testOrder())
  state().follow()
  await vi.advanceTimersByTimeAsync(3_999)
  expect(server.reads).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(server.reads).toBe(1)
  await vi.advanceTimersByTimeAsync(5_999)
  expect(server.reads).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(server.reads).toBe(2)
  await vi.advanceTimersByTimeAsync(9_000)
  expect(server.reads).toBe(3)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(server.reads).toBe(363)
})

test('shows a change and polls more often after it', async () => {
  const { server, state } = setUp(testOrder())
  state().follow()
  await vi.advanceTimersByTimeAsync(60_000)
  server.respond = async () => testOrder({ step: 'included', anchors: [testAnchor()] })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(state().order.step).toBe('included')
  const { reads } = server
  server.respond = async () => recorded
  await vi.advanceTimersByTimeAsync(20_000)
  expect(server.reads).toBeGreaterThan(reads)
  expect(state().order.step).toBe('final')
})

test('stops polling a final order, but checks it on request', async () => {
  const { server, state, show } = setUp(recorded)
  state().follow()
  show(false)
  show(true)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(server.reads).toBe(0)
  await state().check()
  expect(server.reads).toBe(1)
  expect(state().checkedAtMs).toBe(Date.now())
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(server.reads).toBe(1)
})

test('does not poll while hidden, and checks at once when visible again', async () => {
  const { server, state, show } = setUp(testOrder())
  state().follow()
  show(false)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(server.reads).toBe(0)
  show(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(server.reads).toBe(1)
})

test('reports a lost connection, keeps the last state and retries', async () => {
  const { server, state } = setUp(testOrder())
  state().follow()
  server.respond = () => Promise.reject(new NetworkError(null))
  await vi.advanceTimersByTimeAsync(4_000)
  expect(state()).toMatchObject({ connection: 'lost', isChecking: false, order: { step: 'waiting' } })
  server.respond = async () => recorded
  await vi.advanceTimersByTimeAsync(6_000)
  expect(state()).toMatchObject({ connection: 'ok', order: { step: 'final' } })
})

test('checks at once when the connection returns, even for a final order', async () => {
  const { server, state, show } = setUp(recorded)
  state().follow()
  server.respond = () => Promise.resolve(new Response('', { status: 503 }))
  await state().check()
  expect(state().connection).toBe('lost')
  server.respond = async () => recorded
  show(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(state().connection).toBe('ok')
})

test('stops polling an order that no longer exists', async () => {
  const { server, state, show } = setUp(testOrder())
  state().follow()
  server.respond = () => Promise.resolve(new Response('', { status: 404 }))
  await vi.advanceTimersByTimeAsync(4_000)
  expect(state().connection).toBe('gone')
  show(true)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(server.reads).toBe(1)
})

test('sends one request for two simultaneous checks', async () => {
  const { server, state } = setUp(testOrder())
  const response = Promise.withResolvers<OrderProgress>()
  server.respond = () => response.promise
  const checks = [state().check(), state().check()]
  expect(state().isChecking).toBe(true)
  response.resolve(recorded)
  await Promise.all(checks)
  expect(server.reads).toBe(1)
})

test('stops polling and removes its listeners when the page is left', async () => {
  const { server, state, listeners } = setUp(testOrder())
  const leave = state().follow()
  const response = Promise.withResolvers<OrderProgress>()
  server.respond = () => response.promise
  await vi.advanceTimersByTimeAsync(4_000)
  leave()
  response.resolve(testOrder())
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(server.reads).toBe(1)
  expect(listeners.size).toBe(0)
  expect(vi.getTimerCount()).toBe(0)
})
