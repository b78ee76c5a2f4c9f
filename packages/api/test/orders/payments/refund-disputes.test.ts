import { describe, expect, test } from 'vitest'
import { refusal } from '../../../testing/visitor.ts'
import { eventually, untilDelivered } from './payment-fixtures.ts'
import { request, useRefunds } from './refund-fixtures.ts'

const { idsIn, orderOf, paymentOf, payOrder, refund, shop } = useRefunds()

describe('a dispute', () => {
  test('shows its deadline, blocks refunds, and leaves To Fulfill until it is won', async () => {
    const { id, paymentId, projectName } = await payOrder()
    shop().standIn.controls.openDispute(paymentId)
    const read = () => orderOf(id)
    await eventually(async () => expect((await read()).paymentState).toBe('disputed'))
    const { dispute } = await read()
    expect(dispute).toMatchObject({ reason: 'fraudulent', status: 'needs_response' })
    expect(Date.parse(dispute?.respondBy ?? '')).toBeGreaterThan(Date.now())
    expect(await idsIn('to-fulfill', projectName)).toEqual([])
    expect(await idsIn('disputed', projectName)).toEqual([id])
    expect(await idsIn('refunded', projectName)).toEqual([])
    expect(await refusal(refund(id, request(1)))).toMatchObject({
      serverMessage: 'A disputed payment can’t be refunded. Respond to the dispute in Stripe.',
    })

    shop().standIn.controls.submitEvidence(paymentId)
    await eventually(async () => expect((await read()).dispute?.status).toBe('under_review'))
    shop().standIn.controls.closeDispute(paymentId, 'won')
    await eventually(async () => expect(await read()).toMatchObject({ paymentState: 'paid', dispute: null }))
    expect(await idsIn('to-fulfill', projectName)).toEqual([id])
  })
})

describe('an inquiry', () => {
  test('is settled by a full refund', async () => {
    const { id, paymentId } = await payOrder()
    shop().standIn.controls.openInquiry(paymentId)
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
  shop().standIn.controls.openDispute(paymentId)
  shop().standIn.controls.closeDispute(paymentId, 'lost')
  await untilDelivered(shop())
  const obstacle = 'The dispute is lost: the cardholder already has the money back.'
  expect(await paymentOf(id)).toMatchObject({ obstacle, refundable: 0 })
})
