import { afterAll, expect, test } from 'vitest'
import type { Order } from '../../../src/order-book/order-entity.ts'
import { Refund } from '../../../src/order-book/refund-entity.ts'
import { readOrderPayment } from '../../../src/orders/payments/refund-service.ts'
import {
  cards,
  confirm,
  countConfirmations,
  openShop,
  preparePayment,
  readMoney,
  readOrder,
  readTimeline,
  sweep,
  tryCard,
  untilDelivered,
  type Prepared,
} from './payment-fixtures.ts'

const shop = await openShop()
afterAll(() => shop.close())

async function pay(): Promise<Prepared> {
  const payment = await preparePayment(shop)
  await tryCard(shop, payment, cards.pays)
  await confirm(shop, payment)
  return payment
}

/** Waits until the shop has received all events so far, so that the next change is caused by its own event. */
async function untilOrder({ orderId }: Prepared, expected: Partial<Order>): Promise<void> {
  await untilDelivered(shop)
  expect(await readOrder(shop, orderId)).toMatchObject(expected)
}

test('a partial refund is followed by a refund of the rest', async () => {
  const payment = await pay()
  await shop.stripe.refunds.create({ payment_intent: payment.paymentId, amount: 200 })
  await untilOrder(payment, { paymentState: 'partially_refunded', refundedCents: 200, status: 'paid' })
  await shop.stripe.refunds.create({ payment_intent: payment.paymentId, amount: 100 })
  await untilOrder(payment, { paymentState: 'partially_refunded', refundedCents: 300 })
  await shop.stripe.refunds.create({ payment_intent: payment.paymentId })
  await untilOrder(payment, { paymentState: 'refunded', refundedCents: 897, paymentConfirmed: true })
  expect(await readTimeline(shop, payment.orderId)).toEqual(
    expect.arrayContaining([
      'payment_state: Refunded $2.00 of $8.97 USD',
      'payment_state: Refunded $3.00 of $8.97 USD',
      'payment_state: Refunded in full: $8.97',
    ]),
  )
  expect(await countConfirmations(shop, payment.orderId)).toBe(1)
})

test('a failed refund makes the order paid again', async () => {
  const payment = await pay()
  const refund = await shop.stripe.refunds.create({ payment_intent: payment.paymentId })
  await untilOrder(payment, { paymentState: 'refunded' })
  shop.standIn.controls.failRefund(refund.id)
  await untilOrder(payment, { paymentState: 'paid', refundedCents: 0 })
  expect(await countConfirmations(shop, payment.orderId)).toBe(1)
})

test('a dispute is shown until it is won', async () => {
  const payment = await pay()
  shop.standIn.controls.openDispute(payment.paymentId)
  await untilOrder(payment, {
    paymentState: 'disputed',
    status: 'paid',
  })
  shop.standIn.controls.closeDispute(payment.paymentId, 'won')
  await untilOrder(payment, { paymentState: 'paid' })
  expect(await readMoney(shop, payment.orderId)).toEqual([
    { kind: 'payment', amountCents: 897, feeCents: 56 },
    { kind: 'dispute', amountCents: -897, feeCents: 1_500 },
    { kind: 'dispute_returned', amountCents: 897, feeCents: 0 },
  ])
  expect(await readTimeline(shop, payment.orderId)).toEqual(
    expect.arrayContaining(['payment_state: The cardholder disputes the payment: fraudulent']),
  )
})

test('a lost dispute remains', async () => {
  const payment = await pay()
  shop.standIn.controls.openDispute(payment.paymentId)
  await untilOrder(payment, { paymentState: 'disputed' })
  shop.standIn.controls.closeDispute(payment.paymentId, 'lost')
  await untilOrder(payment, {
    paymentState: 'disputed',
    dispute: expect.objectContaining({ status: 'lost' }),
  })
})

test('a wrong amount is a mismatch: nothing is confirmed, and a person must look', async () => {
  const payment = await preparePayment(shop)
  await shop.stripe.paymentIntents.update(payment.paymentId, { amount: 500 })
  await tryCard(shop, payment, cards.pays)
  expect(await confirm(shop, payment)).toMatchObject({ body: { success: false, paymentState: 'mismatch' } })
  expect(await readOrder(shop, payment.orderId)).toMatchObject({ status: 'pending', paymentConfirmed: false })
  expect(await countConfirmations(shop, payment.orderId)).toBe(0)
  expect(await readTimeline(shop, payment.orderId)).toContain(
    `payment_state: Received $5.00 USD with ${payment.paymentId}, but $8.97 USD was due`,
  )
  await shop.stripe.refunds.create({ payment_intent: payment.paymentId })
  await untilOrder(payment, { paymentState: 'refunded', status: 'pending' })
})

test('a wrong currency is a mismatch', async () => {
  const payment = await preparePayment(shop)
  await shop.stripe.paymentIntents.update(payment.paymentId, { currency: 'jpy' })
  await tryCard(shop, payment, cards.pays)
  expect(await confirm(shop, payment)).toMatchObject({
    body: { paymentState: 'mismatch', status: 'pending' },
  })
})

test('a second payment is a mismatch until it is refunded in Stripe', async () => {
  const payment = await pay()
  const other = await shop.gateway.create({
    orderId: payment.orderId,
    orderNumber: 1,
    amountCents: 897,
    currency: 'usd',
    idempotencyKey: `another-${payment.orderId}`,
  })
  await shop.stripe.paymentIntents.confirm(other.id, { payment_method: 'pm_card_visa' })
  await untilOrder(payment, { paymentState: 'mismatch', paymentIntentId: payment.paymentId })
  await confirm(shop, payment)
  await untilOrder(payment, { paymentState: 'mismatch' })
  const read = () => readOrderPayment(shop.database.fork(), shop.gateway, payment.orderId)
  expect(await read()).toMatchObject({
    obstacle: 'The customer paid twice. Refund the second payment first.',
    secondPayments: [{ id: other.id, link: expect.stringContaining(other.id), obstacle: null }],
  })
  await shop.stripe.refunds.create({ payment_intent: other.id })
  await untilOrder(payment, { paymentState: 'paid', refundedCents: 0, secondPaymentIds: null })
  const refunds = await shop.database.fork().find(Refund, { order: payment.orderId })
  expect(await read()).toMatchObject({ obstacle: null, secondPayments: [], refundable: 8.97 })
  expect(refunds).toMatchObject([{ paymentId: other.id, state: 'sent', requestedBy: 'stripe' }])
})

test('the sweeper finds a refund whose webhook was lost', async () => {
  const payment = await pay()
  shop.standIn.controls.holdWebhooks(true)
  await shop.stripe.refunds.create({ payment_intent: payment.paymentId })
  await sweep(shop)
  expect(await readOrder(shop, payment.orderId)).toMatchObject({ paymentState: 'refunded' })
  shop.standIn.controls.holdWebhooks(false)
})
