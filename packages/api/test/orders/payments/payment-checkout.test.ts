import { randomUUID } from 'node:crypto'
import { startRequestText } from '@priormark/core/settings/policy/start-request'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { Order } from '../../../src/order-book/order-entity.ts'
import type { NewPayment } from '../../../src/orders/gateway/payment-gateway.ts'
import { createStripeGateway } from '../../../src/orders/gateway/stripe-gateway.ts'
import { ServicePrice } from '../../../src/orders/price/price-service.ts'
import { newVisitor, placeOrder } from '../../../testing/visitor.ts'
import {
  addOrder,
  cards,
  confirm,
  countConfirmations,
  openShop,
  post,
  prepareFor,
  preparePayment,
  readOrder,
  readTimeline,
  tryCard,
  eventually,
} from './payment-fixtures.ts'

const shop = await openShop()
afterAll(() => shop.close())

/** Uploads and orders like a browser. Returns the session cookie. */
async function orderAsVisitor(): Promise<{ cookie: string; orderId: string }> {
  const visitor = newVisitor(shop)
  const orderId = await placeOrder(visitor, { projectName: 'Ships' })
  return { cookie: Array.from(visitor.cookies, (pair) => pair.join('=')).join('; '), orderId }
}

test("an empty body prepares the visitor's newest order", async () => {
  const { cookie, orderId } = await orderAsVisitor()
  const { status, body } = await post(shop, '/api/create-payment-intent', undefined, { cookie })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    clientSecret: expect.stringMatching(/^pi_\w+_secret_/),
    publishableKey: shop.standIn.keys.publishableKey,
    mode: 'embedded',
    order: { orderId, work: { projectName: 'Ships' }, paymentAmount: 8.97, status: 'pending' },
  })
})

test('a visitor without an order has nothing to pay, even if others have ordered', async () => {
  await orderAsVisitor()
  expect(await post(shop, '/api/create-payment-intent')).toMatchObject({
    status: 404,
    body: { code: 'not_found' },
  })
})

test('a link with an order pays it on another device, and an unknown order is not found', async () => {
  const { orderId } = await orderAsVisitor()
  await expect(prepareFor(shop, orderId)).resolves.toMatchObject({ orderId })
  expect(await post(shop, '/api/create-payment-intent', { orderId: randomUUID() })).toMatchObject({
    status: 404,
  })
})

test('a successful card marks the order as paid, once, with one confirmation', async () => {
  const payment = await preparePayment(shop)
  expect(await tryCard(shop, payment, cards.pays)).toMatchObject({ body: { status: 'succeeded' } })
  expect(await confirm(shop, payment)).toMatchObject({
    status: 200,
    body: { success: true, status: 'paid', paymentState: 'paid' },
  })
  const order = await readOrder(shop, payment.orderId)
  expect(order).toMatchObject({
    paymentConfirmed: true,
    paidAt: expect.any(Date),
    paymentIntentId: payment.paymentId,
  })
  await confirm(shop, payment)
  expect(await countConfirmations(shop, payment.orderId)).toBe(1)
  const timeline = await readTimeline(shop, payment.orderId)
  expect(timeline.toSorted()).toEqual([
    'mail_queued: confirmation',
    'marked_paid',
    `payment_started: ${payment.paymentId}`,
    `start_requested: ${startRequestText}`,
  ])
})

test('after a declined card, the next one pays the same payment', async () => {
  const payment = await preparePayment(shop)
  expect(await tryCard(shop, payment, cards.declined)).toMatchObject({
    status: 402,
    body: { error: { code: 'card_declined', message: 'Your card was declined.' } },
  })
  expect(await confirm(shop, payment)).toMatchObject({ body: { success: false, paymentState: 'unpaid' } })
  expect(await tryCard(shop, payment, cards.insufficientFunds)).toMatchObject({
    body: { error: { decline_code: 'insufficient_funds' } },
  })
  await shop.database.fork().nativeUpdate(Order, { id: payment.orderId }, { updatedAt: new Date(0) })
  expect((await prepareFor(shop, payment.orderId)).paymentId).toBe(payment.paymentId)
  const { updatedAt } = await readOrder(shop, payment.orderId)
  expect(updatedAt.getTime(), 'its file is kept longer').toBeGreaterThan(0)
  await tryCard(shop, payment, cards.pays)
  expect(await confirm(shop, payment)).toMatchObject({ body: { success: true, status: 'paid' } })
  await eventually(async () => {
    const timeline = await readTimeline(shop, payment.orderId)
    expect(timeline.filter((line) => line.startsWith('payment_failed')).toSorted()).toEqual([
      'payment_failed: Your card has insufficient funds.',
      'payment_failed: Your card was declined.',
    ])
  })
})

test.each([
  ['approves', 'complete', 'succeeded', 'paid'],
  ['refuses', 'fail', 'failed', 'unpaid'],
])('a card with authentication: the bank %s', async (_, answer, redirectStatus, paymentState) => {
  const payment = await preparePayment(shop)
  const { body } = await tryCard(shop, payment, cards.authenticates)
  expect(body).toMatchObject({ status: 'requires_action' })
  const challenge = `${shop.url}/__stripe/3ds/${payment.paymentId}`
  expect(body).toMatchObject({ next_action: { redirect_to_url: { url: challenge } } })
  expect(await confirm(shop, payment)).toMatchObject({ body: { success: false } })

  const reply = await fetch(challenge, {
    method: 'POST',
    body: new URLSearchParams({ answer }),
    redirect: 'manual',
  })
  expect(reply.status).toBe(303)
  const back = new URL(reply.headers.get('location') ?? '')
  expect(back.pathname).toBe('/success')
  expect(back.searchParams.get('redirect_status')).toBe(redirectStatus)
  expect(await confirm(shop, payment)).toMatchObject({ body: { paymentState } })
})

test('two or eight concurrent calls create one payment', async () => {
  const orderId = await addOrder(shop)
  const all = await Promise.all(Array.from({ length: 8 }, () => prepareFor(shop, orderId)))
  expect(new Set(all.map((payment) => payment.clientSecret)).size).toBe(1)
  const made = shop.standIn.controls.deliveries().filter(({ event }) => {
    return event.type === 'payment_intent.created' && JSON.stringify(event).includes(orderId)
  })
  expect(made).toHaveLength(1)
  const timeline = await readTimeline(shop, orderId)
  expect(timeline.filter((line) => line.startsWith('payment_started'))).toHaveLength(1)
})

test('an order keeps its amount if the price changes before it is paid', async () => {
  const payment = await preparePayment(shop)
  const em = shop.database.fork()
  const price = await em.findOneOrFail(ServicePrice, { amountCents: { $gt: 0 } })
  price.amountCents = 2_500
  await em.flush()
  const again = await prepareFor(shop, payment.orderId)
  expect(again.paymentId).toBe(payment.paymentId)
  expect(await tryCard(shop, again, cards.pays)).toMatchObject({ body: { amount: 897 } })
  expect(await confirm(shop, payment)).toMatchObject({ body: { success: true } })
})

test('a paid order cannot be paid again', async () => {
  const payment = await preparePayment(shop)
  await tryCard(shop, payment, cards.pays)
  // The shop has not been notified yet, so it asks the provider.
  expect(await post(shop, '/api/create-payment-intent', { orderId: payment.orderId })).toMatchObject({
    status: 409,
    body: { code: 'order_paid', error: 'This order is already paid' },
  })
  expect(await readOrder(shop, payment.orderId)).toMatchObject({ status: 'paid' })
  expect(await tryCard(shop, payment, cards.pays)).toMatchObject({
    body: { error: { code: 'payment_intent_unexpected_state' } },
  })
})

test('an order that an administrator marked as paid does not ask for a card', async () => {
  const orderId = await addOrder(shop, { paymentConfirmed: true, status: 'paid' })
  expect(await post(shop, '/api/create-payment-intent', { orderId })).toMatchObject({
    status: 409,
    body: { code: 'order_paid', error: 'This order is already paid' },
  })
})

test('a payment that was canceled, or that the provider does not know, is replaced by a new one', async () => {
  const canceled = await preparePayment(shop)
  await shop.stripe.paymentIntents.cancel(canceled.paymentId)
  await confirm(shop, canceled)
  expect(await readOrder(shop, canceled.orderId)).toMatchObject({
    paymentState: 'canceled',
    status: 'pending',
  })
  const renewed = await prepareFor(shop, canceled.orderId)
  expect(renewed.paymentId).not.toBe(canceled.paymentId)
  await tryCard(shop, renewed, cards.pays)
  expect(await confirm(shop, renewed)).toMatchObject({ body: { success: true } })

  const orderId = await addOrder(shop, { paymentIntentId: `pi_gone${randomUUID().replaceAll('-', '')}` })
  await expect(prepareFor(shop, orderId)).resolves.toMatchObject({ orderId })
})

test('a payment without an order is not found, and invalid input is rejected', async () => {
  expect(await post(shop, '/api/confirm-payment', { paymentIntentId: 'pi_unknown' })).toMatchObject({
    status: 404,
    body: { error: 'This payment doesn’t exist' },
  })
  expect(await post(shop, '/api/confirm-payment', { paymentIntentId: 'x' })).toMatchObject({ status: 400 })
  expect(await post(shop, '/api/confirm-payment', {})).toMatchObject({ status: 400 })
})

test('a browser cannot pay with a wrong client secret, or do anything but pay', async () => {
  const payment = await preparePayment(shop)
  const forged = { ...payment, clientSecret: payment.clientSecret.replace(/.$/, '-') }
  expect(await tryCard(shop, forged, cards.pays)).toMatchObject({ status: 404 })
  const cancel = await fetch(`${shop.url}/__stripe/v1/payment_intents/${payment.paymentId}/cancel`, {
    method: 'POST',
    body: new URLSearchParams({ key: shop.standIn.keys.publishableKey }),
  })
  expect(cancel.status).toBe(401)
})

test('responds 502 if the provider rejects the request, and the order does not change', async () => {
  const orderId = await addOrder(shop, { amountCents: 1 })
  expect(await post(shop, '/api/create-payment-intent', { orderId })).toMatchObject({
    status: 502,
    body: { code: 'payment_provider' },
  })
  expect(await readOrder(shop, orderId)).toMatchObject({ paymentState: 'unpaid', paymentIntentId: null })
})

test('responds 503 if the provider does not respond, and the next attempt pays', async () => {
  const orderId = await addOrder(shop)
  const { create } = createStripeGateway({
    mode: 'embedded',
    keys: shop.standIn.keys,
    fetch: () => Promise.reject(new TypeError('fetch failed')),
  })
  const cut = await openShop({ database: shop.database, change: () => ({ create }) })
  expect(await post(cut, '/api/create-payment-intent', { orderId })).toMatchObject({
    status: 503,
    body: { code: 'unavailable' },
  })
  await cut.close()
  await expect(prepareFor(shop, orderId)).resolves.toMatchObject({ orderId })
})

describe('while a payment is created', () => {
  /** Asks for the payment of an order, and changes the order each time after the provider created one. */
  async function prepareDuring(change: (orderId: string) => Promise<Partial<Order>>) {
    const orderId = await addOrder(shop)
    const create = vi.fn(async (input: NewPayment) => {
      const payment = await shop.gateway.create(input)
      await shop.database.fork().nativeUpdate(Order, { id: orderId }, await change(orderId))
      return payment
    })
    const busy = await openShop({ database: shop.database, change: () => ({ ...shop.gateway, create }) })
    const reply = await post(busy, '/api/create-payment-intent', { orderId })
    await busy.close()
    const keys = create.mock.calls.map(([{ idempotencyKey }]) => idempotencyKey)
    return { reply, keys, order: await readOrder(shop, orderId) }
  }

  test('an order that is marked as paid does not ask for a card', async () => {
    const { reply, order } = await prepareDuring(async () => ({ paymentConfirmed: true, status: 'paid' }))
    expect(reply).toMatchObject({ status: 409, body: { code: 'order_paid' } })
    expect(order.paymentIntentId).toBeNull()
  })

  test('another request that stores one wins', async () => {
    const others: string[] = []
    const { reply, keys, order } = await prepareDuring(async (orderId) => {
      const other = {
        orderId,
        orderNumber: 1,
        amountCents: 897,
        currency: 'usd',
        idempotencyKey: `other-${orderId}`,
      }
      const { id, clientSecret } = await shop.gateway.create(other)
      others.push(clientSecret)
      return { paymentIntentId: id }
    })
    expect(keys).toHaveLength(1)
    expect([reply.body['clientSecret']]).toEqual(others)
    expect(others[0]).toContain(`${order.paymentIntentId}_secret_`)
  })

  test('an order that changes five times is given up', async () => {
    const { reply, keys } = await prepareDuring(async () => ({ paymentIntentId: `pi_${randomUUID()}` }))
    expect(reply).toMatchObject({
      status: 409,
      body: { code: 'conflict', error: 'The order is being changed. Please try again.' },
    })
    expect(new Set(keys).size, 'each replaces another payment').toBe(5)
    expect(keys).toHaveLength(5)
  })
})
