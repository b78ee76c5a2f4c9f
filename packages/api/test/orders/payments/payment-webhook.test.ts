import { AppError } from '@priormark/core/platform/errors'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PaymentGateway } from '../../../src/orders/gateway/payment-gateway.ts'
import {
  addOrder,
  cards,
  confirm,
  countConfirmations,
  eventOf,
  openShop,
  postEvent,
  preparePayment,
  readOrder,
  readTimeline,
  tryCard,
  untilDelivered,
  type TestShop,
  eventually,
} from './payment-fixtures.ts'
import { OrderEvent } from '../../../src/order-book/order-entity.ts'
import { WebhookEvent } from '../../../src/orders/payments/payment-events.ts'

let shop: TestShop
let change: Partial<PaymentGateway>

beforeEach(async () => {
  change = {}
  shop = await openShop({
    change: (real) => ({
      retrieve: (paymentId) => (change.retrieve ?? real.retrieve)(paymentId),
      refunds: (paymentId) => (change.refunds ?? real.refunds)(paymentId),
    }),
  })
})

afterEach(() => shop.close())

test('the webhook without the confirm call pays the order', async () => {
  const payment = await preparePayment(shop)
  await tryCard(shop, payment, cards.pays)
  await eventually(async () =>
    expect(await readOrder(shop, payment.orderId)).toMatchObject({ status: 'paid' }),
  )
  expect(await countConfirmations(shop, payment.orderId)).toBe(1)
})

test('the confirm call without the webhook pays the order', async () => {
  shop.standIn.controls.holdWebhooks(true)
  const payment = await preparePayment(shop)
  await tryCard(shop, payment, cards.pays)
  expect(await readOrder(shop, payment.orderId)).toMatchObject({ status: 'pending' })
  expect(await confirm(shop, payment)).toMatchObject({ body: { success: true } })
  expect(await shop.database.fork().count(WebhookEvent)).toBe(0)
})

test('the confirm call for a payment without an order does not ask the provider', async () => {
  change.retrieve = () => Promise.reject(new AppError('unavailable', 'no response'))
  expect(await confirm(shop, { orderId: '', clientSecret: '', paymentId: 'pi_unknown' })).toMatchObject({
    status: 404,
    body: { error: 'This payment doesn’t exist' },
  })
})

test('records everything once if every event arrives ten times and out of order', async () => {
  shop.standIn.controls.holdWebhooks(true)
  const payment = await preparePayment(shop)
  await tryCard(shop, payment, cards.declined)
  await tryCard(shop, payment, cards.pays)
  const deliveries = [...shop.standIn.controls.deliveries()].toReversed()
  for (let round = 0; round < 10; round++) {
    for (const delivery of round % 2 === 0 ? deliveries : deliveries.toReversed()) {
      expect(await shop.standIn.controls.resend(delivery)).toBe(200)
    }
  }
  expect(await readOrder(shop, payment.orderId)).toMatchObject({ status: 'paid', paymentState: 'paid' })
  expect(await countConfirmations(shop, payment.orderId)).toBe(1)
  const timeline = await readTimeline(shop, payment.orderId)
  expect(timeline.filter((line) => line === 'marked_paid')).toHaveLength(1)
  expect(timeline.filter((line) => line.startsWith('payment_failed'))).toHaveLength(1)
  const failed = { order: payment.orderId, kind: 'payment_failed' } as const
  expect(await shop.database.fork().findOneOrFail(OrderEvent, failed)).toMatchObject({ actor: 'stripe' })
})

test('records an event once that arrives eight times concurrently, and acknowledges all', async () => {
  shop.standIn.controls.holdWebhooks(true)
  const payment = await preparePayment(shop)
  await tryCard(shop, payment, cards.declined)
  await tryCard(shop, payment, cards.pays)
  for (const type of ['payment_intent.succeeded', 'payment_intent.payment_failed']) {
    const delivery = eventOf(shop, type)
    const statuses = await Promise.all(
      Array.from({ length: 8 }, () => shop.standIn.controls.resend(delivery)),
    )
    expect(statuses).toEqual(Array.from({ length: 8 }, () => 200))
  }
  expect(await readOrder(shop, payment.orderId)).toMatchObject({ status: 'paid' })
  expect(await countConfirmations(shop, payment.orderId)).toBe(1)
  const timeline = await readTimeline(shop, payment.orderId)
  expect(timeline.filter((line) => /^marked_paid|^payment_failed/.test(line))).toHaveLength(2)
})

test('does not ask the provider again about a handled event', async () => {
  const payment = await preparePayment(shop)
  await tryCard(shop, payment, cards.pays)
  await untilDelivered(shop)
  let asked = 0
  change.retrieve = async () => {
    asked++
    return null
  }
  expect(await shop.standIn.controls.resend(eventOf(shop, 'payment_intent.succeeded'))).toBe(200)
  expect(asked).toBe(0)
})

test('two confirm calls and the webhook at the same time record the payment once', async () => {
  shop.standIn.controls.holdWebhooks(true)
  const payment = await preparePayment(shop)
  await tryCard(shop, payment, cards.pays)
  const { resend } = shop.standIn.controls
  await Promise.all([
    confirm(shop, payment),
    resend(eventOf(shop, 'payment_intent.succeeded')),
    confirm(shop, payment),
    resend(eventOf(shop, 'payment_intent.succeeded')),
  ])
  expect(await countConfirmations(shop, payment.orderId)).toBe(1)
  const timeline = await readTimeline(shop, payment.orderId)
  expect(timeline.filter((line) => line === 'marked_paid')).toHaveLength(1)
})

test('rejects an event with a wrong, missing or expired signature before parsing it', async () => {
  shop.standIn.controls.holdWebhooks(true)
  const payment = await preparePayment(shop)
  await tryCard(shop, payment, cards.pays)
  const body = JSON.stringify(eventOf(shop, 'payment_intent.succeeded').event)
  const { sign } = shop.standIn.controls
  const now = Math.floor(Date.now() / 1000)
  expect(await postEvent(shop, body, 't=1,v1=00')).toBe(400)
  expect(await postEvent(shop, body, '')).toBe(400)
  expect(await postEvent(shop, body, sign(body, now - 400))).toBe(400)
  expect(await postEvent(shop, `${body} `, sign(body))).toBe(400)
  expect(await readOrder(shop, payment.orderId)).toMatchObject({ status: 'pending' })
  expect(await postEvent(shop, body, sign(body))).toBe(200)
  expect(await readOrder(shop, payment.orderId)).toMatchObject({ status: 'paid' })
})

test('responds 500 to an event that could not be handled, which is sent again and then handled', async () => {
  const payment = await preparePayment(shop)
  let failures = 0
  change.retrieve = () => {
    if (++failures === 2) delete change.retrieve
    return Promise.reject(new AppError('unavailable', 'no response'))
  }
  shop.standIn.controls.holdWebhooks(true)
  await tryCard(shop, payment, cards.pays)
  expect(await shop.standIn.controls.resend(eventOf(shop, 'payment_intent.succeeded'))).toBe(500)
  expect(await shop.database.fork().count(WebhookEvent)).toBe(0)
  shop.standIn.controls.holdWebhooks(false)
  await untilDelivered(shop)
  expect(failures).toBe(2)
  expect(await readOrder(shop, payment.orderId)).toMatchObject({ status: 'paid' })
})

test('acknowledges events of payments without an order', async () => {
  shop.standIn.controls.holdWebhooks(true)
  const { id } = await shop.stripe.paymentIntents.create({ amount: 1_000, currency: 'usd' })
  const tryMethod = (method: string) => shop.stripe.paymentIntents.confirm(id, { payment_method: method })
  await expect(tryMethod('pm_card_visa_chargeDeclined')).rejects.toThrow('declined')
  await tryMethod('pm_card_visa')
  await shop.stripe.refunds.create({ payment_intent: id })
  const deliveries = shop.standIn.controls.deliveries()
  expect(deliveries.length).toBeGreaterThan(2)
  for (const delivery of deliveries) expect(await shop.standIn.controls.resend(delivery)).toBe(200)
})

test('acknowledges irrelevant events without asking the provider', async () => {
  change.retrieve = () => Promise.reject(new AppError('unavailable', 'no response'))
  const body = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'customer.created',
    data: { object: {} },
  })
  expect(await postEvent(shop, body, shop.standIn.controls.sign(body))).toBe(200)
})

test('asks the provider for refunds only when an event is about one', async () => {
  const refunds = vi.fn(async () => [])
  change.refunds = refunds
  const payment = await preparePayment(shop)
  await tryCard(shop, payment, cards.pays)
  await untilDelivered(shop)
  expect(refunds).not.toHaveBeenCalled()
  await shop.stripe.refunds.create({ payment_intent: payment.paymentId })
  await untilDelivered(shop)
  expect(refunds).toHaveBeenCalledWith(payment.paymentId)
})

test('finds the order of a payment that it does not refer to yet, by the provider’s metadata', async () => {
  const orderId = await addOrder(shop)
  const { id } = await shop.gateway.create({
    orderId,
    orderNumber: 1,
    amountCents: 897,
    currency: 'usd',
    idempotencyKey: `order-${orderId}`,
  })
  await shop.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
  await untilDelivered(shop)
  expect(await readOrder(shop, orderId)).toMatchObject({ status: 'paid', paymentIntentId: id })
})

test('a slow, outdated response of the provider does not undo a payment', async () => {
  shop.standIn.controls.holdWebhooks(true)
  const payment = await preparePayment(shop)
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  const { promise: hasAsked, resolve: asked } = Promise.withResolvers<void>()
  const older = await shop.gateway.retrieve(payment.paymentId)
  change.retrieve = async () => {
    delete change.retrieve
    asked()
    await isReleased
    return older === null ? null : { ...older, status: 'processing' }
  }
  const slow = confirm(shop, payment)
  await hasAsked
  await tryCard(shop, payment, cards.pays)
  expect(await confirm(shop, payment)).toMatchObject({ body: { paymentState: 'paid' } })
  release()
  expect(await slow).toMatchObject({ body: { paymentState: 'paid' } })
  expect(await readOrder(shop, payment.orderId)).toMatchObject({ status: 'paid', paymentState: 'paid' })
  expect(await countConfirmations(shop, payment.orderId)).toBe(1)
})
