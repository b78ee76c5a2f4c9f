import { randomUUID } from 'node:crypto'
import type { RefundRequest } from '@priormark/core/orders/payments/order-payment'
import { describe, expect, test } from 'vitest'
import { Order } from '../../../src/order-book/order-entity.ts'
import { syncPayment } from '../../../src/orders/payments/payment-sync.ts'
import { refusal } from '../../../testing/visitor.ts'
import { findHealthIssue } from '../../../testing/find-health-issue.ts'
import { untilDelivered } from './payment-fixtures.ts'
import { request, useRefunds } from './refund-fixtures.ts'

const { app, idsIn, orderOf, paymentOf, payOrder, provider, refund, sentTo, shop } = useRefunds()

describe('a second payment', () => {
  async function payTwice() {
    const paid = await payOrder()
    const second = await shop().stripe.paymentIntents.create({
      amount: 897,
      currency: 'usd',
      metadata: { order_id: paid.id },
    })
    await shop().stripe.paymentIntents.confirm(second.id, { payment_method: 'pm_card_visa' })
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
    expect(await refusal(refund(id, again))).toMatchObject({
      serverMessage: 'This payment was already refunded.',
    })
  })

  test('is refunded up to what is left of it, and a repeated request does not ask Stripe', async () => {
    const { id, secondId } = await payTwice()
    await shop().stripe.refunds.create({ payment_intent: secondId, amount: 200 })
    const body = { ...request(6.97), paymentId: secondId }
    expect(await refusal(refund(id, { ...body, amount: 6.98 }))).toMatchObject({
      fields: { amount: ['You can refund up to $6.97'] },
    })
    await refund(id, body)
    provider.isAway = true
    await refund(id, body)
    expect((await sentTo(secondId)).map(({ amount }) => amount)).toEqual([697, 200])
  })

  test('lets the order be paid again even if the process died right after it was noted as refunded', async () => {
    const { id, secondId } = await payTwice()
    await refund(id, { ...request(8.97), reason: 'duplicate', paymentId: secondId })
    // The state between the two transactions.
    await shop().database.fork().execute(`update orders set payment_state = 'mismatch' where id = ?`, [id])
    await syncPayment(shop().database.fork(), app().parts, secondId)
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
    await shop()
      .database.fork()
      .nativeUpdate(Order, { id }, { secondPaymentIds: [gone] })
    expect(await refusal(refund(id, { ...request(1), paymentId: gone }))).toMatchObject({
      status: 409,
      serverMessage: expect.stringContaining('Stripe does not know this payment'),
    })
  })

  test('is shown with the deadline of its open dispute, and not refunded until that ends', async () => {
    const { id, paymentId, secondId, projectName } = await payTwice()
    expect(await idsIn('disputed', projectName)).toEqual([])
    shop().standIn.controls.openDispute(secondId)
    await untilDelivered(shop())
    const { paymentState, paymentIntentId, secondDispute } = await orderOf(id)
    expect({ paymentState, paymentIntentId }).toEqual({
      paymentState: 'mismatch',
      paymentIntentId: paymentId,
    })
    expect(secondDispute).toMatchObject({ status: 'needs_response', respondBy: expect.any(String) })
    expect(await idsIn('disputed', projectName)).toEqual([id])
    expect(await idsIn('to-fulfill', projectName), 'the own payment is still there').toEqual([id])
    expect((await findHealthIssue(shop().database, 'payments_disputed'))?.orders).toContain(id)
    expect(await refusal(refund(id, { ...request(8.97), paymentId: secondId }))).toMatchObject({
      serverMessage: 'A disputed payment can’t be refunded. Respond to the dispute in Stripe.',
    })
  })
})
