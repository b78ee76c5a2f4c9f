import { randomUUID } from 'node:crypto'
import { AppError } from '@priormark/core/errors'
import type { RefundRequest } from '@priormark/core/payments/order-payment'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AuditEntry } from '../../src/audit/audit-entity.ts'
import { Order } from '../../src/orders/order-entity.ts'
import { OrderMail } from '../../src/orders/order-mail-entity.ts'
import { readIncomes } from '../../src/overview/income.ts'
import type { PaymentGateway } from '../../src/payments/payment-gateway.ts'
import { syncPayment } from '../../src/payments/payment-sync.ts'
import { startTestApp, unknownId, type TestApp } from '../../testing/test-app.ts'
import {
  askToStart,
  newAdmin,
  newVisitor,
  payAtStripe,
  placeOrder,
  refusal,
  type Visitor,
} from '../../testing/visitor.ts'
import { findHealthIssue } from '../../testing/find-health-issue.ts'
import { eventually, sweep, untilDelivered } from './payment-fixtures.ts'

let app: TestApp
let admin: Visitor
let stripe: Stripe
/** Runs before a refund reaches Stripe. */
let beforeSending = async () => {}
/** Runs after Stripe has a refund, before the shop knows it. */
let afterSending = async (_providerId: string) => {}
/** Whether Stripe does not say how a payment is. */
let isStripeAway = false

beforeAll(async () => {
  app = await startTestApp(({ gateway }) => ({
    gateway: {
      ...gateway,
      async refund(input: Parameters<PaymentGateway['refund']>[0]) {
        await beforeSending()
        const providerId = await gateway.refund(input)
        await afterSending(providerId)
        return providerId
      },
      async retrieve(paymentId: string) {
        if (isStripeAway) throw new AppError('unavailable', 'The payment service is not responding.')
        return gateway.retrieve(paymentId)
      },
    },
  }))
  stripe = new Stripe(app.stripe.keys.secretKey, {
    httpClient: Stripe.createFetchHttpClient(app.stripe.fetch),
    maxNetworkRetries: 0,
  })
})
afterAll(() => app.close())
beforeEach(async () => {
  beforeSending = async () => {}
  afterSending = async () => {}
  isStripeAway = false
  admin = await newAdmin(app)
})

/** The shop in the form of the payment fixtures. */
const shop = () => ({ ...app.parts, standIn: app.stripe, url: app.url, stripe, close: app.close })

interface Paid {
  id: string
  paymentId: string
}

async function payOrder(projectName = `Work ${randomUUID()}`): Promise<Paid & { projectName: string }> {
  const visitor = newVisitor(app)
  const id = await placeOrder(visitor, { projectName })
  const { clientSecret } = await visitor.api.payments.createIntent({ body: { orderId: id } })
  await askToStart(visitor, id)
  return { id, paymentId: await payAtStripe(app, clientSecret), projectName }
}

const request = (amount: number): RefundRequest => ({
  id: randomUUID(),
  amount,
  reason: 'requested_by_customer',
})
const refund = (id: string, body: RefundRequest) => admin.api.orderPayments.refund({ params: { id }, body })
const orderOf = (id: string) => admin.api.orders.read({ params: { id } })
const paymentOf = (id: string) => admin.api.orderPayments.read({ params: { id } })
const sentTo = async (payment: string) => (await stripe.refunds.list({ payment_intent: payment })).data
const found = async (tab: 'to-fulfill' | 'refunded' | 'disputed', search: string) =>
  (await admin.api.orders.list({ query: { tab, search, page: 1, limit: 20 } })).map(({ id }) => id)

describe('a refund', () => {
  test('of a part keeps the order in To Fulfill, and one of the rest takes it out', async () => {
    const { id, paymentId, projectName } = await payOrder()
    expect(await paymentOf(id)).toMatchObject({
      refundable: 8.97,
      recordable: 0,
      obstacle: null,
      refunds: [],
    })
    expect(await refund(id, request(2))).toMatchObject({ refundable: 6.97, refunds: [{ amount: 2 }] })
    expect(await orderOf(id)).toMatchObject({ paymentState: 'partially_refunded', refundedAmount: 2 })
    expect(await found('to-fulfill', projectName)).toEqual([id])
    expect(await found('refunded', projectName)).toEqual([id])
    expect(await paymentOf(id)).toMatchObject({ refundable: 6.97, refunds: [{ amount: 2, state: 'sent' }] })

    await refund(id, request(6.97))
    expect(await orderOf(id)).toMatchObject({ paymentState: 'refunded', refundedAmount: 8.97 })
    expect(await found('to-fulfill', projectName)).toEqual([])
    expect(await found('refunded', projectName)).toEqual([id])
    expect(await paymentOf(id)).toMatchObject({ refundable: 0, obstacle: 'Fully refunded.' })
    expect((await sentTo(paymentId)).map(({ amount, reason }) => [amount, reason])).toEqual([
      [697, 'requested_by_customer'],
      [200, 'requested_by_customer'],
    ])
    const timeline = await admin.api.orders.timeline({ params: { id } })
    expect(timeline.filter(({ kind }) => kind === 'refund_requested')).toMatchObject([
      { actor: 'admin', detail: '$2.00, requested by customer' },
      { actor: 'admin', detail: '$6.97, requested by customer' },
    ])
    const audited = await app.database
      .fork()
      .find(AuditEntry, { subject: id, action: 'order.refund_requested' }, { orderBy: { at: 'asc' } })
    expect(audited).toMatchObject([
      { actor: 'admin', detail: '$2.00, requested by customer', address: expect.stringMatching(/./) },
      { actor: 'admin', detail: '$6.97, requested by customer', address: expect.stringMatching(/./) },
    ])
    const { refunds } = await paymentOf(id)
    expect(refunds, 'newest first').toMatchObject([
      { amount: 6.97 },
      {
        amount: 2,
        reason: 'requested_by_customer',
        requestedBy: 'admin',
        isOfSecondPayment: false,
        isOtherWay: false,
        failure: null,
      },
    ])
  })

  test.each([{ amount: 4 }, { reason: 'duplicate' }] as const)(
    'with %j under the same id is rejected, not taken for the one that was made',
    async (another) => {
      const { id } = await payOrder()
      const body = request(8.97)
      await refund(id, body)
      expect(await refusal(refund(id, { ...body, ...another }))).toMatchObject({
        status: 409,
        sentence: 'A refund of $8.97 was already requested. Reload the order to see it.',
      })
    },
  )

  test('is sent once, however often its request arrives', async () => {
    const { id, paymentId } = await payOrder()
    const body = request(3)
    await Promise.all([refund(id, body).catch(() => null), refund(id, body).catch(() => null)])
    expect(await refund(id, body)).toMatchObject({ refundable: 5.97 })
    expect(await sentTo(paymentId)).toHaveLength(1)
  })

  test('cannot exceed what is left', async () => {
    const { id, paymentId } = await payOrder()
    expect(await refusal(refund(id, request(8.98)))).toMatchObject({
      code: 'invalid_input',
      fields: { amount: ['You can refund up to $8.97'] },
    })
    expect(await refusal(refund(id, request(0)))).toMatchObject({ status: 400 })
    expect(await sentTo(paymentId)).toEqual([])
  })

  test('is rejected without money from Stripe, and for unknown orders', async () => {
    const unpaid = await placeOrder(newVisitor(app))
    expect(await refusal(refund(unpaid, request(1)))).toMatchObject({
      code: 'conflict',
      sentence: 'Stripe received no money for this order.',
    })
    await admin.api.orders.change({ params: { id: unpaid }, body: { paymentConfirmed: true } })
    expect(await paymentOf(unpaid)).toMatchObject({
      refundable: 0,
      obstacle: expect.stringContaining('no money'),
    })
    const unknown = { status: 404, sentence: 'This order doesn’t exist' }
    expect(await refusal(refund(unknownId, request(1)))).toMatchObject(unknown)
    expect(await refusal(paymentOf(unknownId))).toMatchObject(unknown)
  })

  test('that fails after it was sent is shown as failed, and can be repeated', async () => {
    const { id, paymentId } = await payOrder()
    await refund(id, request(5))
    const [sent] = await sentTo(paymentId)
    app.stripe.controls.failRefund(sent?.id ?? '')
    const failure = 'Stripe could not complete the refund: lost or stolen card'
    await eventually(async () =>
      expect(await paymentOf(id)).toMatchObject({
        refundable: 8.97,
        obstacle: null,
        refunds: [{ state: 'rejected', failure }],
      }),
    )
    expect(await orderOf(id)).toMatchObject({ paymentState: 'paid', refundedAmount: 0 })
    // Stripe sends two events about it.
    const failures = async () =>
      (await admin.api.orders.timeline({ params: { id } })).filter(({ kind }) => kind === 'refund_rejected')
    await untilDelivered(shop())
    expect(await failures()).toMatchObject([{ actor: 'stripe', detail: `$5.00: ${failure}` }])
    expect(await orderOf(id)).toMatchObject({ hasFailedRefund: true })
    const issue = await findHealthIssue(app.database, 'refund_failed')
    expect(issue).toMatchObject({ title: '1 refund did not reach the customer', orders: [id] })

    expect(await refund(id, request(5))).toMatchObject({
      refundable: 3.97,
      refunds: [{ state: 'sent' }, { state: 'rejected' }],
    })
    expect(await findHealthIssue(app.database, 'refund_failed')).toBeUndefined()
    expect(await orderOf(id)).toMatchObject({ hasFailedRefund: false })
  })

  test('that failed before the shop knew that it was sent is shown as failed too', async () => {
    const { id, paymentId } = await payOrder()
    const body = request(2)
    afterSending = async (providerId) => {
      app.stripe.controls.failRefund(providerId)
      await eventually(async () => expect(await orderOf(id)).toMatchObject({ refundedAmount: 0 }))
      await untilDelivered(shop())
    }
    expect(await refund(id, body)).toMatchObject({ refunds: [{ state: 'rejected' }] })
    expect(await sentTo(paymentId)).toMatchObject([{ status: 'failed' }])
  })

  test('belongs to one order', async () => {
    const [one, other] = [await payOrder(), await payOrder()]
    const body = request(1)
    await refund(one.id, body)
    expect(await refusal(refund(other.id, body))).toMatchObject({
      code: 'conflict',
      sentence: 'This refund belongs to another order',
    })
    expect(await sentTo(other.paymentId)).toEqual([])
  })

  test('that Stripe rejects says why, and a new one can be requested', async () => {
    const { id, paymentId } = await payOrder()
    // Someone refunds in Stripe's dashboard at the same moment.
    beforeSending = async () => void (await stripe.refunds.create({ payment_intent: paymentId, amount: 800 }))
    const body = request(5)
    const rejected = await refund(id, body)
    beforeSending = async () => {}
    const failure = expect.stringMatching(/^Stripe rejected the refund: .* not within what is left/)
    // The webhook of the other refund may arrive at any moment.
    const withRejected = {
      refunds: expect.arrayContaining([expect.objectContaining({ id: body.id, state: 'rejected', failure })]),
    }
    expect(rejected).toMatchObject(withRejected)
    expect(await refund(id, body), 'also if its first response was lost').toMatchObject(withRejected)
    const timeline = await admin.api.orders.timeline({ params: { id } })
    expect(timeline.some(({ kind, actor }) => kind === 'refund_rejected' && actor === 'stripe')).toBe(true)
    await eventually(async () => expect(await paymentOf(id)).toMatchObject({ refundable: 0.97 }))
    expect(await refund(id, request(0.97))).toMatchObject({ obstacle: 'Fully refunded.' })
  })

  test('is reported as sent although Stripe stops responding right after it', async () => {
    const { id, paymentId } = await payOrder()
    app.stripe.controls.holdWebhooks(true)
    afterSending = async () => void (isStripeAway = true)
    expect(await refund(id, request(4))).toMatchObject({ refunds: [{ amount: 4, state: 'sent' }] })
    isStripeAway = false
    await sweep(shop())
    app.stripe.controls.holdWebhooks(false)
    expect(await orderOf(id)).toMatchObject({ paymentState: 'partially_refunded', refundedAmount: 4 })
    expect(await sentTo(paymentId)).toHaveLength(1)
  })

  test('that Stripe made although its response was an error is healed', async () => {
    const { id, paymentId } = await payOrder()
    app.stripe.controls.holdWebhooks(true)
    afterSending = () => Promise.reject(new AppError('payment_provider', 'Keys can’t be used twice'))
    const body = request(2)
    expect(await refund(id, body)).toMatchObject({ refunds: [{ state: 'rejected' }] })
    app.stripe.controls.holdWebhooks(false)
    await untilDelivered(shop())
    expect(await paymentOf(id)).toMatchObject({
      refundable: 6.97,
      refunds: [{ id: body.id, state: 'sent', failure: null, refundedAt: expect.any(String) }],
    })
    expect(await sentTo(paymentId)).toHaveLength(1)
  })

  test('is stored while Stripe does not respond, and sent by the next sweep', async () => {
    const { id, paymentId } = await payOrder()
    beforeSending = async () => {
      throw new AppError('unavailable', 'The payment service is not responding. Please try again.')
    }
    expect(await refund(id, request(4))).toMatchObject({
      refunds: [{ state: 'requested', amount: 4 }],
      obstacle: 'A refund is being sent. Wait until Stripe has it.',
    })
    expect(await refusal(refund(id, request(1)))).toMatchObject({ code: 'conflict' })
    expect(await sweep(shop()), 'its own request may still send it').toMatchObject({ failures: 0 })
    const another = await payOrder()
    expect(await refund(another.id, request(1))).toMatchObject({ refunds: [{ state: 'requested' }] })
    beforeSending = async () => {}
    expect(await sweep(shop(), new Date(Date.now() + 120_000))).toMatchObject({ refunds: 2, failures: 0 })
    expect(await sentTo(paymentId)).toMatchObject([{ amount: 400 }])
    expect(await paymentOf(id)).toMatchObject({ refunds: [{ state: 'sent' }], obstacle: null })
  })
})

test('a refund that a bug keeps from being sent fails, and is sent by the next sweep', async () => {
  const { id, paymentId } = await payOrder()
  beforeSending = () => Promise.reject(new TypeError('a bug'))
  expect(await refusal(refund(id, request(4)))).toMatchObject({ status: 500 })
  beforeSending = async () => {}
  expect(await sweep(shop(), new Date(Date.now() + 120_000))).toMatchObject({ refunds: 1 })
  expect(await sentTo(paymentId)).toMatchObject([{ amount: 400 }])
})

describe('a dispute', () => {
  test('shows its deadline, blocks refunds, and leaves To Fulfill until it is won', async () => {
    const { id, paymentId, projectName } = await payOrder()
    app.stripe.controls.openDispute(paymentId)
    const read = () => orderOf(id)
    await eventually(async () => expect((await read()).paymentState).toBe('disputed'))
    const { dispute } = await read()
    expect(dispute).toMatchObject({ reason: 'fraudulent', status: 'needs_response' })
    expect(Date.parse(dispute?.respondBy ?? '')).toBeGreaterThan(Date.now())
    expect(await found('to-fulfill', projectName)).toEqual([])
    expect(await found('disputed', projectName)).toEqual([id])
    expect(await found('refunded', projectName)).toEqual([])
    expect(await refusal(refund(id, request(1)))).toMatchObject({
      sentence: 'A disputed payment can’t be refunded. Respond to the dispute in Stripe.',
    })

    app.stripe.controls.submitEvidence(paymentId)
    await eventually(async () => expect((await read()).dispute?.status).toBe('under_review'))
    app.stripe.controls.closeDispute(paymentId, 'won')
    await eventually(async () => expect(await read()).toMatchObject({ paymentState: 'paid', dispute: null }))
    expect(await found('to-fulfill', projectName)).toEqual([id])
  })
})

describe('an inquiry', () => {
  test('is settled by a full refund', async () => {
    const { id, paymentId } = await payOrder()
    app.stripe.controls.openInquiry(paymentId)
    await eventually(async () =>
      expect(await orderOf(id)).toMatchObject({
        paymentState: 'disputed',
        dispute: { status: 'warning_needs_response' },
      }),
    )
    expect(await paymentOf(id)).toMatchObject({ obstacle: null, refundable: 8.97 })
    await refund(id, request(8.97))
    await untilDelivered(shop())
    expect(await orderOf(id)).toMatchObject({ paymentState: 'refunded', dispute: null })
  })
})

test('a lost dispute leaves nothing to refund', async () => {
  const { id, paymentId } = await payOrder()
  app.stripe.controls.openDispute(paymentId)
  app.stripe.controls.closeDispute(paymentId, 'lost')
  await untilDelivered(shop())
  const obstacle = 'The dispute is lost: the cardholder already has the money back.'
  expect(await paymentOf(id)).toMatchObject({ obstacle, refundable: 0 })
})

describe('a second payment', () => {
  async function payTwice() {
    const paid = await payOrder()
    const second = await stripe.paymentIntents.create({
      amount: 897,
      currency: 'usd',
      metadata: { order_id: paid.id },
    })
    await stripe.paymentIntents.confirm(second.id, { payment_method: 'pm_card_visa' })
    await untilDelivered(shop())
    return { ...paid, secondId: second.id }
  }

  test('is refunded by its id, once, and the order is paid as before', async () => {
    const { id, paymentId, secondId } = await payTwice()
    expect(await paymentOf(id)).toMatchObject({
      obstacle: 'The customer paid twice. Refund the second payment first.',
      secondPayments: [{ id: secondId, obstacle: null }],
    })
    const body: RefundRequest = { ...request(8.97), reason: 'duplicate', paymentId: secondId }
    expect(await refusal(refund(id, { ...body, amount: 8.98 }))).toMatchObject({
      fields: { amount: ['You can refund up to $8.97'] },
    })
    await refund(id, body)
    expect(await refund(id, body), 'also the second time').toMatchObject({
      refunds: [{ state: 'sent', isOfSecondPayment: true, refundedAt: expect.any(String) }],
      secondPayments: [],
      refundable: 8.97,
    })
    expect(await sentTo(secondId)).toHaveLength(1)
    expect(await sentTo(paymentId)).toEqual([])
    expect(await orderOf(id)).toMatchObject({ paymentState: 'paid', refundedAmount: 0 })
    const again = { ...body, id: randomUUID() }
    expect(await refusal(refund(id, again))).toMatchObject({ sentence: 'This payment was already refunded.' })
  })

  test('is refunded up to what is left of it, and a repeated request does not ask Stripe', async () => {
    const { id, secondId } = await payTwice()
    await stripe.refunds.create({ payment_intent: secondId, amount: 200 })
    const body = { ...request(6.97), paymentId: secondId }
    expect(await refusal(refund(id, { ...body, amount: 6.98 }))).toMatchObject({
      fields: { amount: ['You can refund up to $6.97'] },
    })
    await refund(id, body)
    isStripeAway = true
    await refund(id, body)
    expect((await sentTo(secondId)).map(({ amount }) => amount)).toEqual([697, 200])
  })

  test('lets the order be paid again even if the process died right after it was noted as refunded', async () => {
    const { id, secondId } = await payTwice()
    await refund(id, { ...request(8.97), reason: 'duplicate', paymentId: secondId })
    // The state between the two transactions.
    await app.database.fork().execute(`update orders set payment_state = 'mismatch' where id = ?`, [id])
    await syncPayment(app.database.fork(), app.parts, secondId)
    expect(await paymentOf(id)).toMatchObject({ obstacle: null, refundable: 8.97 })
  })

  test('of another order is not refunded', async () => {
    const [one, other] = [await payOrder(), await payOrder()]
    const body = { ...request(1), paymentId: other.paymentId }
    expect(await refusal(refund(one.id, body))).toMatchObject({ status: 409 })
    expect(await sentTo(other.paymentId)).toEqual([])
  })

  test('that Stripe does not know has nothing to refund', async () => {
    const { id } = await payOrder()
    const gone = 'pi_gone_second'
    await app.database.fork().nativeUpdate(Order, { id }, { otherPaymentIds: [gone] })
    expect(await refusal(refund(id, { ...request(1), paymentId: gone }))).toMatchObject({
      fields: { amount: ['You can refund up to $0.00'] },
    })
  })

  test('is shown with the deadline of its open dispute, and not refunded until that ends', async () => {
    const { id, paymentId, secondId, projectName } = await payTwice()
    expect(await found('disputed', projectName)).toEqual([])
    app.stripe.controls.openDispute(secondId)
    await untilDelivered(shop())
    const { paymentState, paymentIntentId, secondDispute } = await orderOf(id)
    expect({ paymentState, paymentIntentId }).toEqual({
      paymentState: 'mismatch',
      paymentIntentId: paymentId,
    })
    expect(secondDispute).toMatchObject({ status: 'needs_response', respondBy: expect.any(String) })
    expect(await found('disputed', projectName)).toEqual([id])
    expect(await found('to-fulfill', projectName), 'the own payment is still there').toEqual([id])
    expect((await findHealthIssue(app.database, 'payments_disputed'))?.orders).toContain(id)
    expect(await refusal(refund(id, { ...request(8.97), paymentId: secondId }))).toMatchObject({
      sentence: 'A disputed payment can’t be refunded. Respond to the dispute in Stripe.',
    })
  })
})

describe('money that came another way than by Stripe', () => {
  async function markPaid() {
    const projectName = `Work ${randomUUID()}`
    const id = await placeOrder(newVisitor(app), { projectName })
    await admin.api.orders.change({ params: { id }, body: { paymentConfirmed: true } })
    return { id, projectName }
  }

  test('is recorded as refunded without Stripe: in the order, the ledger, the email and the audit log', async () => {
    const { id, projectName } = await markPaid()
    const day = { since: new Date(Date.now() - 3_600_000), until: new Date(Date.now() + 3_600_000) }
    const refunds = async () => (await readIncomes(app.database.fork(), [day]))[0]?.refunds ?? 0
    const before = await refunds()
    beforeSending = () => Promise.reject(new Error('Stripe is not called'))
    expect(await paymentOf(id)).toMatchObject({ recordable: 8.97, refundable: 0, stripeLink: null })
    expect(await refusal(refund(id, request(1)))).toMatchObject({ status: 409 })
    const part: RefundRequest = { ...request(2), isOtherWay: true }
    await refund(id, part)
    expect(await refund(id, part), 'once').toMatchObject({
      recordable: 6.97,
      refunds: [{ amount: 2, isOtherWay: true, isOfSecondPayment: false, state: 'sent' }],
    })
    expect(await orderOf(id)).toMatchObject({ paymentState: 'partially_refunded', refundedAmount: 2 })
    expect(await refusal(refund(id, { ...request(7), isOtherWay: true }))).toMatchObject({
      fields: { amount: ['You can refund up to $6.97'] },
    })
    await refund(id, { ...request(6.97), isOtherWay: true })
    expect(await orderOf(id)).toMatchObject({ paymentState: 'refunded', refundedAmount: 8.97 })
    expect(await paymentOf(id)).toMatchObject({ recordable: 0, obstacle: 'Fully refunded.' })
    expect(await found('to-fulfill', projectName)).toEqual([])
    expect((await refunds()) - before).toBeCloseTo(8.97)
    const em = app.database.fork()
    expect(await em.count(OrderMail, { order: id, kind: 'refund' })).toBe(2)
    expect(await em.count(AuditEntry, { subject: id, action: 'order.refund_recorded' })).toBe(2)
    const timeline = await admin.api.orders.timeline({ params: { id } })
    expect(timeline).toContainEqual(
      expect.objectContaining({ actor: 'admin', detail: 'Refunded $2.00 another way than by Stripe' }),
    )
  })

  test('waits for the open card payment to be canceled, whose events change nothing after that', async () => {
    const visitor = newVisitor(app)
    const id = await placeOrder(visitor)
    const { clientSecret } = await visitor.api.payments.createIntent({ body: { orderId: id } })
    app.stripe.controls.holdWebhooks(true)
    isStripeAway = true
    await admin.api.orders.change({ params: { id }, body: { paymentConfirmed: true } })
    isStripeAway = false
    const body: RefundRequest = { ...request(8.97), isOtherWay: true }
    expect(await refusal(refund(id, body))).toMatchObject({
      sentence: 'The open card payment of this order is being canceled. Try again in a minute.',
    })
    await sweep(shop())
    app.stripe.controls.holdWebhooks(false)
    await refund(id, body)
    await syncPayment(app.database.fork(), app.parts, clientSecret?.split('_secret_')[0] ?? '')
    expect(await orderOf(id)).toMatchObject({ paymentState: 'refunded', refundedAmount: 8.97 })
  })

  test('is not recorded for an order that was paid with Stripe', async () => {
    const { id } = await payOrder()
    expect(await refusal(refund(id, { ...request(1), isOtherWay: true }))).toMatchObject({ status: 409 })
  })
})

test('the link to a test payment leads to the page of the stand-in', async () => {
  const { id, paymentId } = await payOrder()
  await refund(id, request(2))
  app.stripe.controls.openDispute(paymentId)
  const { stripeLink } = await paymentOf(id)
  const page = await fetch(stripeLink ?? '')
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(await page.text()).toMatch(
    /pi_[^]*\$8\.97: succeeded[^]*Refund of \$2\.00: succeeded[^]*Dispute \(fraudulent\): needs response/,
  )
  expect((await fetch(`${stripeLink}0`)).status).toBe(404)
})
