import { ApiError, NetworkError } from '@priormark/core/http/api-error'
import type { OrderProgress } from '@priormark/core/orders/order-progress'
import fc from 'fast-check'
import { propertyRuns } from '@priormark/core/testing/depth'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createOrderWatch, pollDelayMs } from '../src/public/order/order-watch.ts'
import { anAnchor, anOrder } from './order-fixtures.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const recorded = anOrder({ step: 'final', status: 'completed', anchors: [anAnchor({ state: 'final' })] })

/** A page over a server that answers what the test says. */
function setUp(known: OrderProgress) {
  const server = { reads: 0, answer: async (): Promise<OrderProgress | 'gone'> => known }
  let isInSight = true
  const listeners = new Set<() => void>()
  const watch = createOrderWatch(
    known,
    () => {
      server.reads += 1
      return server.answer()
    },
    {
      isInSight: () => isInSight,
      onReturn(checkOnReturn) {
        listeners.add(checkOnReturn)
        return () => listeners.delete(checkOnReturn)
      },
    },
  )
  return {
    server,
    state: () => watch.getState(),
    listeners,
    show(value: boolean) {
      isInSight = value
      for (const checkOnReturn of listeners) checkOnReturn()
    },
  }
}

test('an open order is asked for again and again, ever more rarely while nothing is new', async () => {
  const { server, state } = setUp(anOrder())
  state().follow()
  await vi.advanceTimersByTimeAsync(3_999)
  expect(server.reads).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(server.reads).toBe(1)
  await vi.advanceTimersByTimeAsync(5_999)
  expect(server.reads).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(server.reads).toBe(2)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(server.reads).toBeLessThan(45)
})

test('waiting grows to two minutes and no further', () => {
  fc.assert(
    fc.property(fc.nat(1_000), (withoutNews) => {
      expect(pollDelayMs(withoutNews)).toBeGreaterThanOrEqual(4_000)
      expect(pollDelayMs(withoutNews)).toBeLessThanOrEqual(120_000)
      expect(pollDelayMs(withoutNews + 1)).toBeGreaterThanOrEqual(pollDelayMs(withoutNews))
    }),
    propertyRuns({ normal: 100, deep: 20_000 }),
  )
})

test('news are shown, and asked after soon', async () => {
  const { server, state } = setUp(anOrder())
  state().follow()
  await vi.advanceTimersByTimeAsync(60_000)
  server.answer = async () => anOrder({ step: 'included', anchors: [anAnchor()] })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(state().order.step).toBe('included')
  const { reads } = server
  server.answer = async () => recorded
  await vi.advanceTimersByTimeAsync(20_000)
  expect(server.reads).toBeGreaterThan(reads)
  expect(state().order.step).toBe('final')
})

test('an order that is final is asked for no more, unless by hand', async () => {
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

test('out of sight nothing is asked; in sight again at once', async () => {
  const { server, state, show } = setUp(anOrder())
  state().follow()
  show(false)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(server.reads).toBe(0)
  show(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(server.reads).toBe(1)
})

test('a network that is lost is said, what is known stays, and it is tried again', async () => {
  const { server, state } = setUp(anOrder())
  state().follow()
  server.answer = () => Promise.reject(new NetworkError(null))
  await vi.advanceTimersByTimeAsync(4_000)
  expect(state()).toMatchObject({ connection: 'lost', isChecking: false, order: { step: 'waiting' } })
  server.answer = async () => recorded
  await vi.advanceTimersByTimeAsync(6_000)
  expect(state()).toMatchObject({ connection: 'ok', order: { step: 'final' } })
})

test('a network that comes back is used at once, also for an order that was final', async () => {
  const { server, state, show } = setUp(recorded)
  state().follow()
  server.answer = () => Promise.reject(new ApiError(503, ''))
  await state().check()
  expect(state().connection).toBe('lost')
  server.answer = async () => recorded
  show(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(state().connection).toBe('ok')
})

test('an order that is gone is not asked for again', async () => {
  const { server, state, show } = setUp(anOrder())
  state().follow()
  server.answer = () => Promise.resolve('gone')
  await vi.advanceTimersByTimeAsync(4_000)
  expect(state().connection).toBe('gone')
  show(true)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(server.reads).toBe(1)
})

test('two checks at once are one question', async () => {
  const { server, state } = setUp(anOrder())
  const answer = Promise.withResolvers<OrderProgress>()
  server.answer = () => answer.promise
  const [one, other] = [state().check(), state().check()]
  expect(state().isChecking).toBe(true)
  answer.resolve(recorded)
  await Promise.all([one, other])
  expect(server.reads).toBe(1)
})

test('a page that was left asks nothing more and leaves nothing behind', async () => {
  const { server, state, listeners } = setUp(anOrder())
  const leave = state().follow()
  const answer = Promise.withResolvers<OrderProgress>()
  server.answer = () => answer.promise
  await vi.advanceTimersByTimeAsync(4_000)
  leave()
  answer.resolve(anOrder())
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(server.reads).toBe(1)
  expect(listeners.size).toBe(0)
  expect(vi.getTimerCount()).toBe(0)
})
