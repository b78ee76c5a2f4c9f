import { AppError } from '@priormark/core/platform/errors'
import { startRequestVersion } from '@priormark/core/settings/policy/start-request'
import type { Stripe } from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findHealthIssue } from '../../../testing/find-health-issue.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import {
  newAdmin,
  newVisitor,
  payAtStripe,
  placeOrder,
  refusal,
  type Visitor,
} from '../../../testing/visitor.ts'
import { eventually, stripeSdk, untilDelivered } from './payment-fixtures.ts'

let app: TestApp
let admin: Visitor
let customer: Visitor
let stripe: Stripe
/** What happens when Stripe is asked for a cancellation, instead of the cancellation. */
let cancelFailure: Error | null = null

beforeAll(async () => {
  app = await startTestApp(({ gateway }) => ({
    gateway: {
      ...gateway,
      async cancel(paymentId: string) {
        if (cancelFailure !== null) throw cancelFailure
        return gateway.cancel(paymentId)
      },
    },
  }))
  admin = await newAdmin(app)
  stripe = stripeSdk(app.stripe)
})
afterAll(() => app.close())
beforeEach(() => {
  cancelFailure = null
  customer = newVisitor(app)
})

/** Places an order and opens its checkout. */
async function openCheckout(): Promise<{ id: string; clientSecret: string; paymentId: string }> {
  const id = await placeOrder(customer)
  const { clientSecret } = await customer.api.payments.open({ body: {} })
  return { id, clientSecret, paymentId: clientSecret.replace(/_secret_.*/, '') }
}

const markPaid = (id: string) => admin.api.orders.change({ params: { id }, body: { paymentConfirmed: true } })
const orderOf = (id: string) => admin.api.orders.read({ params: { id } })
const timelineOf = (id: string) => admin.api.orders.timeline({ params: { id } })
const unsettled = async () => (await findHealthIssue(app.database, 'payments_mismatched'))?.orders ?? []
const confirmationsOf = async (id: string) =>
  (await timelineOf(id)).filter(({ kind, detail }) => kind === 'mail_queued' && detail === 'confirmation')
    .length

describe('an order that is marked as paid while its checkout is open', () => {
  test('has its payment canceled, and its checkout learns that it is paid', async () => {
    const { id, clientSecret } = await openCheckout()
    expect(await markPaid(id)).toMatchObject({ status: 'paid', paymentState: 'canceled' })
    const request = customer.api.payments.requestStart({
      body: { orderId: id, version: startRequestVersion, clientSecret },
    })
    expect(await refusal(request)).toMatchObject({ code: 'order_paid' })
    await expect(payAtStripe(app, clientSecret)).rejects.toThrow('status of canceled')
    expect(await orderOf(id)).toMatchObject({ paymentConfirmed: true, paymentState: 'canceled' })
    expect(await confirmationsOf(id)).toBe(1)
    expect(await unsettled()).not.toContain(id)
  })

  test('is reported as paid twice if the card still pays, until that is refunded', async () => {
    const { id, clientSecret, paymentId } = await openCheckout()
    cancelFailure = new AppError('unavailable', 'The payment service is not responding.')
    expect(await markPaid(id)).toMatchObject({ status: 'paid', paymentConfirmed: true })
    // An event before the customer's confirm call would already make it a payment of nothing.
    app.stripe.controls.holdWebhooks(true)
    await payAtStripe(app, clientSecret)
    app.stripe.controls.holdWebhooks(false)
    await untilDelivered({ ...app.parts, standIn: app.stripe, url: app.url, stripe, close: app.close })
    expect(await orderOf(id)).toMatchObject({ paymentConfirmed: true, paymentState: 'mismatch' })
    expect(await confirmationsOf(id)).toBe(1)
    const details = async () => (await timelineOf(id)).map(({ detail }) => detail)
    expect(await details()).toContain(
      `Received $8.97 USD by a second payment, ${paymentId}. Refund one of the two in Stripe.`,
    )
    expect(await unsettled()).toContain(id)
    const { secondPayments } = await admin.api.orderPayments.read({ params: { id } })
    expect(secondPayments).toMatchObject([{ id: paymentId }])

    await stripe.refunds.create({ payment_intent: paymentId })
    await eventually(async () =>
      expect(await orderOf(id)).toMatchObject({ status: 'paid', paymentState: 'unpaid' }),
    )
    expect(await unsettled()).not.toContain(id)
  })

  test('is paid by the card if that was faster', async () => {
    app.stripe.controls.holdWebhooks(true)
    const { id, paymentId } = await openCheckout()
    await stripe.paymentIntents.confirm(paymentId, { payment_method: 'pm_card_visa' })
    expect(await markPaid(id)).toMatchObject({ status: 'paid', paymentState: 'paid' })
    app.stripe.controls.holdWebhooks(false)
    expect(await confirmationsOf(id)).toBe(1)
    expect(await unsettled()).not.toContain(id)
  })

  test('is not paid if a bug keeps its payment from being canceled', async () => {
    const { id } = await openCheckout()
    cancelFailure = new TypeError('a bug')
    expect(await refusal(markPaid(id))).toMatchObject({ status: 500 })
    expect(await orderOf(id)).toMatchObject({ status: 'pending', paymentConfirmed: false })
  })
})
