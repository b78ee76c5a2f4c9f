import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { createStripeGateway } from '../../src/payments/stripe-gateway.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** The longest that a caller of the API waits for another service, in milliseconds. */
const longestMs = 15_000

test('gives up on a provider that never responds before a customer has waited 15 seconds', async () => {
  vi.useFakeTimers()
  const fetch = vi.fn<typeof globalThis.fetch>(
    (_url, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
      }),
  )
  const keys = { secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: 'whsec_1' }
  const gateway = createStripeGateway({ keys, mode: 'stripe', fetch })
  const outcome = vi.fn()
  const orderId = randomUUID()
  void gateway.create({ orderId, amountCents: 897, currency: 'usd', idempotencyKey: orderId }).catch(outcome)
  await vi.advanceTimersByTimeAsync(longestMs)
  expect(outcome).toHaveBeenCalledWith(expect.objectContaining({ code: 'unavailable' }))
  expect(fetch).toHaveBeenCalledTimes(3)
})
