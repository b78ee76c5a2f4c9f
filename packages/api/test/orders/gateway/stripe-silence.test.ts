import { randomUUID } from 'node:crypto'
import { cases } from '@priormark/core/testing/depth'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createStripeGateway } from '../../../src/orders/gateway/stripe-gateway.ts'
import { startStripeServer, type StripeServer } from '../../../testing/stripe-server.ts'
import { startTcpProxy, type TcpProxy } from '../../../testing/tcp-proxy.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { newAdmin, newVisitor, placeOrder, refusal } from '../../../testing/visitor.ts'

/** The longest that a caller of the API waits for another service, in milliseconds. */
const longestMs = 15_000

/** In a normal run the silence lasts for two calls. */
const responseTimeoutMs = cases({ normal: 0, deep: 60_000 })
const faultTimeoutMs = cases({ normal: 50, deep: 4_000 })

describe('the gateway', () => {
  afterEach(() => void vi.useRealTimers())

  test('gives up on a provider that never responds before a customer has waited 15 seconds', async () => {
    // Loaded before the clock stops; the gateway loads it with its first call.
    await import('stripe')
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
    void gateway
      .create({ orderId, orderNumber: 1042, amountCents: 897, currency: 'usd', idempotencyKey: orderId })
      .catch(outcome)
    await vi.advanceTimersByTimeAsync(longestMs)
    expect(outcome).toHaveBeenCalledWith(expect.objectContaining({ code: 'unavailable' }))
    expect(fetch).toHaveBeenCalledTimes(3)
  })
})

describe('a shop whose connection to Stripe fails', () => {
  let provider: StripeServer
  let proxy: TcpProxy
  let app: TestApp
  let timeoutMs: number

  beforeEach(async () => {
    provider = await startStripeServer()
    proxy = await startTcpProxy({ host: '127.0.0.1', port: Number(new URL(provider.url).port) })
    timeoutMs = 10_000
    const { keys } = provider.stripe
    const fetch: typeof globalThis.fetch = (asked, init) => {
      const { pathname, search } = new URL(asked instanceof Request ? asked.url : asked)
      return globalThis.fetch(`http://127.0.0.1:${proxy.port}${pathname}${search}`, init)
    }
    const gateway = () => createStripeGateway({ keys, mode: 'stripe', fetch, timeoutMs })
    app = await startTestApp({
      gateway: {
        ...gateway(),
        create: (input) => gateway().create(input),
        retrieve: (id) => gateway().retrieve(id),
        check: () => gateway().check(),
      },
    })
  })
  afterEach(async () => {
    proxy.resume()
    await app.close()
    await proxy.close()
    await provider.close()
  })

  test.for(['silence', 'reset'] as const)(
    'returns 503 during %s, names Stripe on the health page, and takes the payment once afterwards',
    { timeout: responseTimeoutMs + 900_000 },
    async (fault, { annotate }) => {
      const admin = await newAdmin(app)
      const visitor = newVisitor(app)
      const orderId = await placeOrder(visitor)
      const pay = () => visitor.api.payments.open({ body: { orderId } })
      const kinds = async () => (await admin.api.monitoring.health()).issues.map(({ kind }) => kind)
      await expect.poll(kinds).not.toContain('payments_unavailable')

      timeoutMs = faultTimeoutMs
      proxy[fault]()
      let slowestMs = 0
      const endsAtMs = performance.now() + (fault === 'silence' ? responseTimeoutMs : 0)
      for (let calls = 0; calls < 2 || performance.now() < endsAtMs; calls += 1) {
        const startedMs = performance.now()
        expect(await refusal(pay())).toMatchObject({ status: 503, code: 'unavailable' })
        slowestMs = Math.max(slowestMs, performance.now() - startedMs)
      }
      // Compared with no limit, because a busy machine is slower: the test above has a clock of its own.
      await annotate(`${fault}: the slowest call took ${Math.round(slowestMs)} ms`)
      expect(await kinds()).toContain('payments_unavailable')
      expect(proxy.disturbed()).toBeGreaterThan(0)

      timeoutMs = 10_000
      proxy.resume()
      const { clientSecret } = await pay()
      expect(await pay()).toMatchObject({ clientSecret })
      await provider.pay(clientSecret)
      const paymentIntentId = clientSecret.split('_secret_')[0] ?? ''
      const paid = { body: { paymentIntentId } }
      expect(await visitor.api.payments.confirm(paid)).toMatchObject({ success: true })
      const [{ count } = { count: 0 }] = await app.database
        .fork()
        .execute<{ count: number }[]>(
          `select count(*)::int as count from order_mail where order_id = ? and kind = 'confirmation'`,
          [orderId],
        )
      expect(count).toBe(1)
      await expect.poll(kinds).not.toContain('payments_unavailable')
    },
  )
})
