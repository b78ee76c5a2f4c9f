import { AppError } from '@priormark/core/platform/errors'
import { describe, expect, test } from 'vitest'
import { AuditEntry } from '../../../src/staff/audit/audit-service.ts'
import { unknownId } from '../../../testing/test-app.ts'
import { newVisitor, placeOrder, refusal } from '../../../testing/visitor.ts'
import { findHealthIssue } from '../../../testing/find-health-issue.ts'
import { eventually, sweep, untilDelivered } from './payment-fixtures.ts'
import { request, useRefunds } from './refund-fixtures.ts'

const { admin, app, idsIn, orderOf, paymentOf, payOrder, provider, refund, sentTo, shop } = useRefunds()

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
    expect(await idsIn('to-fulfill', projectName)).toEqual([id])
    expect(await idsIn('refunded', projectName)).toEqual([id])
    expect(await paymentOf(id)).toMatchObject({ refundable: 6.97, refunds: [{ amount: 2, state: 'sent' }] })

    await refund(id, request(6.97))
    expect(await orderOf(id)).toMatchObject({ paymentState: 'refunded', refundedAmount: 8.97 })
    expect(await idsIn('to-fulfill', projectName)).toEqual([])
    expect(await idsIn('refunded', projectName)).toEqual([id])
    expect(await paymentOf(id)).toMatchObject({ refundable: 0, obstacle: 'Fully refunded.' })
    expect((await sentTo(paymentId)).map(({ amount, reason }) => [amount, reason])).toEqual([
      [697, 'requested_by_customer'],
      [200, 'requested_by_customer'],
    ])
    const timeline = await admin().api.orders.timeline({ params: { id } })
    expect(timeline.filter(({ kind }) => kind === 'refund_requested')).toMatchObject([
      { actor: 'admin', detail: '$2.00, requested by customer' },
      { actor: 'admin', detail: '$6.97, requested by customer' },
    ])
    const audited = await shop()
      .database.fork()
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
        isMadeAnotherWay: false,
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
        serverMessage: 'A refund of $8.97 was already requested. Reload the order to see it.',
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
    const unpaid = await placeOrder(newVisitor(app()))
    expect(await refusal(refund(unpaid, request(1)))).toMatchObject({
      code: 'conflict',
      serverMessage: 'Stripe received no money for this order.',
    })
    await admin().api.orders.change({ params: { id: unpaid }, body: { paymentConfirmed: true } })
    expect(await paymentOf(unpaid)).toMatchObject({
      refundable: 0,
      obstacle: expect.stringContaining('no money'),
    })
    const unknown = { status: 404, serverMessage: 'This order doesn’t exist' }
    expect(await refusal(refund(unknownId, request(1)))).toMatchObject(unknown)
    expect(await refusal(paymentOf(unknownId))).toMatchObject(unknown)
  })

  test('that fails after it was sent is shown as failed, and can be repeated', async () => {
    const { id, paymentId } = await payOrder()
    await refund(id, request(5))
    const [sent] = await sentTo(paymentId)
    shop().standIn.controls.failRefund(sent?.id ?? '')
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
      (await admin().api.orders.timeline({ params: { id } })).filter(({ kind }) => kind === 'refund_rejected')
    await untilDelivered(shop())
    expect(await failures()).toMatchObject([{ actor: 'stripe', detail: `$5.00: ${failure}` }])
    expect(await orderOf(id)).toMatchObject({ hasFailedRefund: true })
    const issue = await findHealthIssue(shop().database, 'refund_failed')
    expect(issue).toMatchObject({ title: '1 refund did not reach the customer', orders: [id] })

    expect(await refund(id, request(5))).toMatchObject({
      refundable: 3.97,
      refunds: [{ state: 'sent' }, { state: 'rejected' }],
    })
    expect(await findHealthIssue(shop().database, 'refund_failed')).toBeUndefined()
    expect(await orderOf(id)).toMatchObject({ hasFailedRefund: false })
  })

  test('that failed before the shop knew that it was sent is shown as failed too', async () => {
    const { id, paymentId } = await payOrder()
    const body = request(2)
    provider.afterSending = async (providerId) => {
      shop().standIn.controls.failRefund(providerId)
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
      serverMessage: 'This refund belongs to another order',
    })
    expect(await sentTo(other.paymentId)).toEqual([])
  })

  test('that Stripe rejects says why, and a new one can be requested', async () => {
    const { id, paymentId } = await payOrder()
    // Someone refunds in Stripe's dashboard at the same moment.
    provider.beforeSending = async () =>
      void (await shop().stripe.refunds.create({ payment_intent: paymentId, amount: 800 }))
    const body = request(5)
    const rejected = await refund(id, body)
    provider.beforeSending = async () => {}
    const failure = expect.stringMatching(/^Stripe rejected the refund: .* not within what is left/)
    // The webhook of the other refund may arrive at any moment.
    const withRejected = {
      refunds: expect.arrayContaining([expect.objectContaining({ id: body.id, state: 'rejected', failure })]),
    }
    expect(rejected).toMatchObject(withRejected)
    expect(await refund(id, body), 'also if its first response was lost').toMatchObject(withRejected)
    const timeline = await admin().api.orders.timeline({ params: { id } })
    expect(timeline.some(({ kind, actor }) => kind === 'refund_rejected' && actor === 'stripe')).toBe(true)
    await eventually(async () => expect(await paymentOf(id)).toMatchObject({ refundable: 0.97 }))
    expect(await refund(id, request(0.97))).toMatchObject({ obstacle: 'Fully refunded.' })
  })

  test('is reported as sent although Stripe stops responding right after it', async () => {
    const { id, paymentId } = await payOrder()
    shop().standIn.controls.holdWebhooks(true)
    provider.afterSending = async () => void (provider.isAway = true)
    expect(await refund(id, request(4))).toMatchObject({ refunds: [{ amount: 4, state: 'sent' }] })
    provider.isAway = false
    await sweep(shop())
    shop().standIn.controls.holdWebhooks(false)
    expect(await orderOf(id)).toMatchObject({ paymentState: 'partially_refunded', refundedAmount: 4 })
    expect(await sentTo(paymentId)).toHaveLength(1)
  })

  test('that Stripe made although its response was an error is healed', async () => {
    const { id, paymentId } = await payOrder()
    shop().standIn.controls.holdWebhooks(true)
    provider.afterSending = () => Promise.reject(new AppError('payment_provider', 'Keys can’t be used twice'))
    const body = request(2)
    expect(await refund(id, body)).toMatchObject({ refunds: [{ state: 'rejected' }] })
    shop().standIn.controls.holdWebhooks(false)
    await untilDelivered(shop())
    expect(await paymentOf(id)).toMatchObject({
      refundable: 6.97,
      refunds: [{ id: body.id, state: 'sent', failure: null, refundedAt: expect.any(String) }],
    })
    expect(await sentTo(paymentId)).toHaveLength(1)
  })

  test('is stored while Stripe does not respond, and sent by the next sweep', async () => {
    const { id, paymentId } = await payOrder()
    provider.beforeSending = async () => {
      throw new AppError('unavailable', 'The payment service is not responding. Please try again.')
    }
    expect(await refund(id, request(4))).toMatchObject({
      refunds: [{ state: 'requested', amount: 4 }],
      obstacle: 'A refund is being sent. Wait until Stripe has it.',
    })
    expect(await refusal(refund(id, request(1)))).toMatchObject({ code: 'conflict' })
    const requestedAt = (await paymentOf(id)).refunds[0]?.requestedAt ?? ''
    expect(await sweep(shop(), new Date(requestedAt)), 'its own request may still send it').toMatchObject({
      failures: 0,
    })
    const another = await payOrder()
    expect(await refund(another.id, request(1))).toMatchObject({ refunds: [{ state: 'requested' }] })
    provider.beforeSending = async () => {}
    expect(await sweep(shop(), new Date(Date.now() + 120_000))).toMatchObject({ refunds: 2, failures: 0 })
    expect(await sentTo(paymentId)).toMatchObject([{ amount: 400 }])
    expect(await paymentOf(id)).toMatchObject({ refunds: [{ state: 'sent' }], obstacle: null })
  })
})

test('a refund that a bug keeps from being sent fails, and is sent by the next sweep', async () => {
  const { id, paymentId } = await payOrder()
  provider.beforeSending = () => Promise.reject(new TypeError('a bug'))
  expect(await refusal(refund(id, request(4)))).toMatchObject({ status: 500 })
  provider.beforeSending = async () => {}
  expect(await sweep(shop(), new Date(Date.now() + 120_000))).toMatchObject({ refunds: 1 })
  expect(await sentTo(paymentId)).toMatchObject([{ amount: 400 }])
})

test('the link to a test payment leads to the page of the stand-in', async () => {
  const { id, paymentId } = await payOrder()
  await refund(id, request(2))
  shop().standIn.controls.openDispute(paymentId)
  const { stripeLink } = await paymentOf(id)
  const page = await fetch(stripeLink ?? '')
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(await page.text()).toMatch(
    /pi_[^]*\$8\.97: succeeded[^]*Refund of \$2\.00: succeeded[^]*Dispute \(fraudulent\): needs response/,
  )
  expect((await fetch(`${stripeLink}0`)).status).toBe(404)
})
