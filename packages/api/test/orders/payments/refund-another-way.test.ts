import { randomUUID } from 'node:crypto'
import type { RefundRequest } from '@priormark/core/orders/payments/order-payment'
import { describe, expect, test } from 'vitest'
import { AuditEntry } from '../../../src/staff/audit/audit-service.ts'
import { syncPayment } from '../../../src/orders/payments/payment-sync.ts'
import { newVisitor, placeOrder, refusal } from '../../../testing/visitor.ts'
import { sweep } from './payment-fixtures.ts'
import { request, useRefunds } from './refund-fixtures.ts'
import { readIncomes } from '../../../src/orders/books/incomes.ts'
import { OrderMail } from '../../../src/order-book/order-mail-service.ts'

const { admin, app, idsIn, orderOf, paymentOf, payOrder, provider, refund, shop } = useRefunds()

describe('money that did not go through Stripe', () => {
  async function markPaid() {
    const projectName = `Work ${randomUUID()}`
    const id = await placeOrder(newVisitor(app()), { projectName })
    await admin().api.orders.change({ params: { id }, body: { paymentConfirmed: true } })
    return { id, projectName }
  }

  test('is recorded as refunded without Stripe: in the order, the ledger, the email and the audit log', async () => {
    const { id, projectName } = await markPaid()
    const day = { since: new Date(Date.now() - 3_600_000), until: new Date(Date.now() + 3_600_000) }
    const refunds = async () => (await readIncomes(shop().database.fork(), [day]))[0]?.refunds ?? 0
    const before = await refunds()
    provider.beforeSending = () => Promise.reject(new Error('Stripe is not called'))
    expect(await paymentOf(id)).toMatchObject({ recordable: 8.97, refundable: 0, stripeLink: null })
    expect(await refusal(refund(id, request(1)))).toMatchObject({ status: 409 })
    const part: RefundRequest = { ...request(2), isMadeAnotherWay: true }
    await refund(id, part)
    expect(await refund(id, part), 'once').toMatchObject({
      recordable: 6.97,
      refunds: [{ amount: 2, isMadeAnotherWay: true, isOfSecondPayment: false, state: 'sent' }],
    })
    expect(await orderOf(id)).toMatchObject({ paymentState: 'partially_refunded', refundedAmount: 2 })
    expect(await refusal(refund(id, { ...request(7), isMadeAnotherWay: true }))).toMatchObject({
      fields: { amount: ['You can refund up to $6.97'] },
    })
    await refund(id, { ...request(6.97), isMadeAnotherWay: true })
    expect(await orderOf(id)).toMatchObject({ paymentState: 'refunded', refundedAmount: 8.97 })
    expect(await paymentOf(id)).toMatchObject({ recordable: 0, obstacle: 'Fully refunded.' })
    expect(await idsIn('to-fulfill', projectName)).toEqual([])
    expect((await refunds()) - before).toBeCloseTo(8.97)
    const em = shop().database.fork()
    expect(await em.count(OrderMail, { order: id, kind: 'refund' })).toBe(2)
    expect(await em.count(AuditEntry, { subject: id, action: 'order.refund_recorded' })).toBe(2)
    const timeline = await admin().api.orders.timeline({ params: { id } })
    expect(timeline).toContainEqual(
      expect.objectContaining({ actor: 'admin', detail: 'Refunded $2.00 outside Stripe' }),
    )
  })

  test('waits for the open card payment to be canceled, whose events change nothing after that', async () => {
    const visitor = newVisitor(app())
    const id = await placeOrder(visitor)
    const { clientSecret } = await visitor.api.payments.open({ body: { orderId: id } })
    shop().standIn.controls.holdWebhooks(true)
    provider.isAway = true
    await admin().api.orders.change({ params: { id }, body: { paymentConfirmed: true } })
    provider.isAway = false
    const body: RefundRequest = { ...request(8.97), isMadeAnotherWay: true }
    expect(await refusal(refund(id, body))).toMatchObject({
      serverMessage: 'The open card payment of this order is being canceled. Try again in a minute.',
    })
    await sweep(shop())
    shop().standIn.controls.holdWebhooks(false)
    await refund(id, body)
    await syncPayment(shop().database.fork(), app().parts, clientSecret?.split('_secret_')[0] ?? '')
    expect(await orderOf(id)).toMatchObject({ paymentState: 'refunded', refundedAmount: 8.97 })
  })

  test('is not recorded for an order that was paid with Stripe', async () => {
    const { id } = await payOrder()
    expect(await refusal(refund(id, { ...request(1), isMadeAnotherWay: true }))).toMatchObject({
      status: 409,
    })
  })
})
