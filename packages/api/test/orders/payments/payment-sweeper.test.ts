import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { AppError } from '@priormark/core/platform/errors'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PaymentGateway } from '../../../src/orders/gateway/payment-gateway.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import {
  addOrder,
  cards,
  confirm,
  countConfirmations,
  openShop,
  post,
  prepareFor,
  preparePayment,
  readMoney,
  readOrder,
  readTimeline,
  sweep,
  tryCard,
  untilDelivered,
  type TestShop,
  eventually,
} from './payment-fixtures.ts'
import { WebhookEvent } from '../../../src/orders/payments/payment-events.ts'

const hourMs = 3_600_000
const yesterday = () => new Date(Date.now() - 25 * hourMs)

let database: Database
let shop: TestShop
let folder: string

const stateFile = () => path.join(folder, 'stripe', 'state.json')

function open(options: { holdWebhooks?: boolean } = {}): Promise<TestShop> {
  return openShop({ database, stateFile: stateFile(), ...options })
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sweeper-'))
  database = await openTestDatabase()
  shop = await open()
})

afterEach(async () => {
  await shop.close()
  await database.close()
  await rm(folder, { recursive: true })
})

test('after a kill between payment and recording, the next process’s sweeper records it once', async () => {
  shop.standIn.controls.holdWebhooks(true)
  const payment = await preparePayment(shop)
  await tryCard(shop, payment, cards.pays)
  await shop.close()

  shop = await open({ holdWebhooks: true })
  expect(await readOrder(shop, payment.orderId)).toMatchObject({ status: 'pending' })
  expect(await sweep(shop)).toMatchObject({ events: 1, failures: 0 })
  expect(await readOrder(shop, payment.orderId)).toMatchObject({ status: 'paid', paymentConfirmed: true })
  expect(await sweep(shop)).toMatchObject({ events: 0 })
  expect(await countConfirmations(shop, payment.orderId)).toBe(1)
})

test('after a kill between payment and recording, the unacknowledged webhook reaches the next process', async () => {
  shop.standIn.controls.holdWebhooks(true)
  const payment = await preparePayment(shop)
  await tryCard(shop, payment, cards.pays)
  await shop.close()
  shop = await open()
  await eventually(async () =>
    expect(await readOrder(shop, payment.orderId)).toMatchObject({ status: 'paid' }),
  )
})

test('two concurrent sweeps and the webhook record the payment once', async () => {
  shop.standIn.controls.holdWebhooks(true)
  const payment = await preparePayment(shop)
  await tryCard(shop, payment, cards.declined)
  await tryCard(shop, payment, cards.pays)
  shop.standIn.controls.holdWebhooks(false)
  await Promise.all([sweep(shop), sweep(shop)])
  await untilDelivered(shop)
  expect(await countConfirmations(shop, payment.orderId)).toBe(1)
  const timeline = await readTimeline(shop, payment.orderId)
  expect(timeline.filter((line) => /^marked_paid|^payment_failed/.test(line))).toHaveLength(2)
})

test('an order that is unpaid for a day is canceled at the provider, and can still be paid afterwards', async () => {
  const payment = await preparePayment(shop, { createdAt: yesterday() })
  const fresh = await preparePayment(shop)
  expect(await sweep(shop)).toMatchObject({ abandoned: 1, failures: 0 })
  expect(await readOrder(shop, payment.orderId)).toMatchObject({
    paymentState: 'canceled',
    status: 'pending',
  })
  expect(await readOrder(shop, fresh.orderId)).toMatchObject({ paymentState: 'unpaid' })
  expect(await tryCard(shop, payment, cards.pays)).toMatchObject({ status: 400 })
  expect(await readTimeline(shop, payment.orderId)).toContain(
    'payment_state: The unpaid payment was canceled',
  )
  expect(await post(shop, '/api/create-payment-intent', { orderId: payment.orderId })).toMatchObject({
    status: 200,
  })
})

test('a payment that succeeds just before its cancellation is paid', async () => {
  shop.standIn.controls.holdWebhooks(true)
  const payment = await preparePayment(shop, { createdAt: yesterday() })
  // The card succeeds after the sweeper chose the order and before the provider is asked to cancel.
  const racing = {
    ...shop.gateway,
    async *eventsSince() {},
    async cancel(paymentId: string) {
      await tryCard(shop, payment, cards.pays)
      await shop.gateway.cancel(paymentId)
    },
  }
  expect(await sweep({ ...shop, gateway: racing })).toMatchObject({ abandoned: 1, failures: 0 })
  expect(await readOrder(shop, payment.orderId)).toMatchObject({ status: 'paid', paymentState: 'paid' })
})

test('an old payment whose event the provider no longer lists is found by asking for it', async () => {
  shop.standIn.controls.holdWebhooks(true)
  const payment = await preparePayment(shop, { createdAt: yesterday() })
  await tryCard(shop, payment, cards.pays)
  await sweep({ ...shop, gateway: { ...shop.gateway, async *eventsSince() {} } })
  expect(await readOrder(shop, payment.orderId)).toMatchObject({ status: 'paid' })
})

test('an old payment that the provider still processes is left open', async () => {
  const { orderId } = await preparePayment(shop, { createdAt: yesterday() })
  const gateway: PaymentGateway = {
    ...shop.gateway,
    async *eventsSince() {},
    cancel: async () => {},
    async retrieve(paymentId) {
      const payment = await shop.gateway.retrieve(paymentId)
      return payment === null ? null : { ...payment, status: 'processing' }
    },
  }
  expect(await sweep({ ...shop, gateway })).toMatchObject({ failures: 0 })
  expect(await readOrder(shop, orderId)).toMatchObject({ paymentState: 'processing' })
})

test('the open payment of an order that an administrator marked as paid is canceled', async () => {
  const open = await preparePayment(shop)
  const em = database.fork()
  await em.execute(`update orders set payment_confirmed = true, status = 'paid' where id = ?`, [open.orderId])
  await sweep(shop)
  expect(await tryCard(shop, open, cards.pays)).toMatchObject({ status: 400 })
  expect(await readOrder(shop, open.orderId)).toMatchObject({ status: 'paid', paymentConfirmed: true })
})

test('an old payment that the provider does not know is given up, and the order can be paid again', async () => {
  const orderId = await addOrder(shop, { createdAt: yesterday(), paymentIntentId: 'pi_of_other_keys' })
  expect(await sweep(shop)).toMatchObject({ abandoned: 1, failures: 0 })
  expect(await readOrder(shop, orderId)).toMatchObject({ paymentState: 'canceled', status: 'pending' })
  expect(await readTimeline(shop, orderId)).toEqual([
    'payment_state: The payment service does not know pi_of_other_keys',
  ])
  expect(await sweep(shop)).toMatchObject({ abandoned: 0 })
  const payment = await prepareFor(shop, orderId)
  await tryCard(shop, payment, cards.pays)
  expect(await confirm(shop, payment)).toMatchObject({ body: { success: true } })
})

test('one failing order does not stop the others, and is tried again', async () => {
  const first = await preparePayment(shop, { createdAt: new Date(yesterday().getTime() - hourMs) })
  const second = await preparePayment(shop, { createdAt: yesterday() })
  const failing = {
    ...shop.gateway,
    cancel: (paymentId: string) =>
      paymentId === first.paymentId
        ? Promise.reject(new AppError('unavailable', 'no response'))
        : shop.gateway.cancel(paymentId),
  }
  expect(await sweep({ ...shop, gateway: failing })).toMatchObject({
    abandoned: 1,
    failures: 1,
    unavailable: 1,
  })
  expect(await readOrder(shop, second.orderId)).toMatchObject({ paymentState: 'canceled' })
  expect(await sweep(shop)).toMatchObject({ abandoned: 1, failures: 0 })
  expect(await readOrder(shop, first.orderId)).toMatchObject({ paymentState: 'canceled' })
})

test('a provider that does not respond ends the sweep after three orders, and the next sweep continues', async () => {
  for (let count = 0; count < 5; count++) await preparePayment(shop, { createdAt: yesterday() })
  const cancel = vi.fn(() => Promise.reject(new AppError('unavailable', 'no response')))
  const silent = { ...shop, gateway: { ...shop.gateway, cancel } }
  await expect(sweep(silent)).rejects.toThrow('no response')
  expect(cancel).toHaveBeenCalledTimes(3)
  expect(await sweep(shop)).toMatchObject({ abandoned: 5, failures: 0 })
})

test('payments that the provider rejects do not end the sweep, however many there are', async () => {
  for (let count = 0; count < 4; count++) await preparePayment(shop, { createdAt: yesterday() })
  const cancel = () => Promise.reject(new AppError('payment_provider', 'rejected'))
  expect(await sweep({ ...shop, gateway: { ...shop.gateway, cancel } })).toMatchObject({
    abandoned: 0,
    failures: 4,
    unavailable: 0,
  })
})

test('does not count events that are about no payment', async () => {
  const gateway: PaymentGateway = {
    ...shop.gateway,
    async *eventsSince() {
      yield { id: 'evt_1', type: 'charge.updated', paymentId: null, failure: null }
    },
  }
  expect(await sweep({ ...shop, gateway })).toMatchObject({ events: 0, failures: 0 })
})

test('reads more events than fit on a page', async () => {
  shop.standIn.controls.holdWebhooks(true)
  const payment = await preparePayment(shop)
  for (let count = 0; count < 120; count++) await tryCard(shop, payment, cards.declined)
  expect(await sweep(shop)).toMatchObject({ events: 120, failures: 0 })
  expect(await database.fork().count(WebhookEvent)).toBe(120)
})

test('deletes events that the provider no longer lists', async () => {
  const payment = await preparePayment(shop)
  await tryCard(shop, payment, cards.pays)
  await confirm(shop, payment)
  await untilDelivered(shop)
  await sweep(shop)
  expect(await database.fork().count(WebhookEvent)).toBeGreaterThan(0)
  await sweep(shop, new Date(Date.now() + 61 * 24 * hourMs))
  expect(await database.fork().count(WebhookEvent)).toBe(0)
})

test('a fee that Stripe does not know yet is asked for until it does, and then no more', async () => {
  let asked = 0
  let isBooked = false
  const payment = await preparePayment(shop)
  await shop.close()
  shop = await openShop({
    database,
    stateFile: stateFile(),
    change: ({ retrieve }) => ({
      async retrieve(id) {
        asked += 1
        const stored = await retrieve(id)
        if (stored === null || isBooked) return stored
        return { ...stored, movements: stored.movements.map((move) => ({ ...move, feeCents: null })) }
      },
    }),
  })
  const money = () => readMoney(shop, payment.orderId)
  await tryCard(shop, payment, cards.pays)
  await confirm(shop, payment)
  await untilDelivered(shop)
  const later = (minutes: number) => new Date(Date.now() + minutes * 60_000)
  expect(await money()).toEqual([{ kind: 'payment', amountCents: 897, feeCents: null }])
  expect(await sweep(shop)).toMatchObject({ fees: 0 })
  expect(await sweep(shop, later(2))).toMatchObject({ fees: 1, failures: 0 })
  isBooked = true
  expect(await sweep(shop, later(3))).toMatchObject({ fees: 1 })
  expect(await money()).toEqual([{ kind: 'payment', amountCents: 897, feeCents: 56 }])
  asked = 0
  expect(await sweep(shop, later(60))).toMatchObject({ fees: 0 })
  expect(asked).toBe(0)
})
