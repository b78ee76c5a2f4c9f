import type { PaymentState } from '@priormark/core/orders/order'
import { describe, expect, it } from 'vitest'
import type { Payment } from '../../../src/orders/gateway/payment-gateway.ts'
import { dispute, paid, useSyncedPayments } from './payment-sync-fixtures.ts'

const { orderWithPayment, sync, readOrder, readTimeline } = useSyncedPayments()

describe('syncPayment with another payment than the order’s own', () => {
  it('asks a person to look, once', async () => {
    const { id, paymentId } = await orderWithPayment({ refundedCents: 5 })
    const other = { ...paid('pi_other'), orderId: id, receivedCents: 500 }
    await sync(other, 'pi_other')
    await sync(other, 'pi_other')
    expect(await readOrder(id)).toMatchObject({
      paymentIntentId: paymentId,
      paymentState: 'mismatch',
      refundedCents: 5,
      paymentConfirmed: false,
    })
    expect(await readTimeline(id)).toEqual([
      [
        'payment_state',
        'stripe',
        'Received $5.00 USD by a second payment, pi_other. Refund one of the two in Stripe.',
      ],
    ])
  })

  it.each<[title: string, change: Partial<Payment>, how: string]>([
    ['refunded', { refundedCents: 897 }, 'it was refunded'],
    ['charged back', { dispute: { ...dispute, status: 'lost' } }, 'the cardholder has the money back'],
  ])('lets the own payment decide again once the second one is %s', async (_title, change, how) => {
    const { id, paymentId } = await orderWithPayment()
    const other = `pi_other_${how.length}`
    const second = { ...paid(other), orderId: id }
    const both = new Map([paid(paymentId), second].map((one) => [one.id, one]))
    await sync(both, paymentId)
    await sync(both, other)
    await sync(both, paymentId)
    expect(await readOrder(id)).toMatchObject({ paymentState: 'mismatch', secondPaymentIds: [other] })
    await sync(both.set(other, { ...second, ...change }), other)
    expect(await readOrder(id)).toMatchObject({
      paymentIntentId: paymentId,
      paymentState: 'paid',
      secondPaymentIds: null,
    })
    expect((await readTimeline(id)).map(([, , detail]) => detail)).toEqual([
      null,
      `Received $8.97 USD by a second payment, ${other}. Refund one of the two in Stripe.`,
      `The second payment of $8.97 USD is settled: ${how} (${other})`,
      '$8.97 USD is paid and not contested',
    ])
  })

  it('continues with the second payment if the own one is refunded', async () => {
    const { id, paymentId } = await orderWithPayment()
    const second = { ...paid('pi_kept'), orderId: id }
    const both = new Map([paid(paymentId), second].map((one) => [one.id, one]))
    await sync(both, paymentId)
    await sync(both, 'pi_kept')
    const order = await sync(both.set(paymentId, { ...paid(paymentId), refundedCents: 897 }), paymentId)
    expect(order).toMatchObject({
      paymentIntentId: 'pi_kept',
      paymentState: 'paid',
      refundedCents: 0,
      secondPaymentIds: null,
    })
  })

  it('continues with the second payment if the dispute of the own one is lost', async () => {
    const { id, paymentId } = await orderWithPayment()
    const second = { ...paid('pi_held'), orderId: id }
    const open = { ...paid(paymentId), dispute }
    const both = new Map([open, second].map((one) => [one.id, one]))
    await sync(paid(paymentId), paymentId)
    await sync(both, paymentId)
    await sync(both, 'pi_held')
    expect(await readOrder(id)).toMatchObject({ paymentState: 'disputed' })
    await sync(both.set(paymentId, { ...open, dispute: { ...dispute, status: 'lost' } }), paymentId)
    expect(await readOrder(id)).toMatchObject({
      paymentIntentId: 'pi_held',
      paymentState: 'paid',
      secondPaymentIds: null,
      dispute: null,
    })
  })

  it('continues with a second payment that arrives after the dispute of the own one was lost', async () => {
    const { id, paymentId } = await orderWithPayment()
    const lost = { ...paid(paymentId), dispute: { ...dispute, status: 'lost' } }
    await sync(lost, paymentId)
    await sync({ ...paid('pi_later'), orderId: id }, 'pi_later')
    expect(await readOrder(id)).toMatchObject({ paymentIntentId: 'pi_later', paymentState: 'paid' })
  })

  it.each<[end: string, change: Partial<Payment>, state: PaymentState]>([
    ['won', {}, 'mismatch'],
    ['lost', { dispute: { ...dispute, status: 'lost' } }, 'paid'],
  ])('notes the dispute of the second one until it is %s', async (end, change, state) => {
    const { id, paymentId } = await orderWithPayment()
    const other = `pi_contested_${end}`
    const second = { ...paid(other), orderId: id }
    const both = new Map([paid(paymentId), second].map((one) => [one.id, one]))
    await sync(both, paymentId)
    await sync(both, other)
    await sync(both.set(other, { ...second, dispute }), other)
    expect((await readTimeline(id)).at(-1)).toEqual([
      'payment_state',
      'stripe',
      `The cardholder disputes the second payment: fraudulent (${other})`,
    ])
    await sync(both, paymentId)
    await sync(both.set(other, { ...second, dispute: { ...dispute, status: 'under_review' } }), other)
    expect(await readOrder(id)).toMatchObject({
      paymentState: 'mismatch',
      secondDispute: { paymentId: other, reason: 'fraudulent', status: 'under_review' },
    })
    await sync(both.set(other, { ...second, ...change }), other)
    expect(await readOrder(id)).toMatchObject({ paymentState: state, secondDispute: null })
    const details = (await readTimeline(id)).map(([, , detail]) => detail)
    expect(details.filter((detail) => detail?.includes('dispute') === true)).toEqual([
      `The cardholder disputes the second payment: fraudulent (${other})`,
      `The dispute of the second payment is closed (${other})`,
    ])
  })

  it.each<PaymentState>(['unpaid', 'canceled', 'refunded'])(
    'takes it if the own one is %s',
    async (state) => {
      const { id } = await orderWithPayment({ paymentState: state })
      const other = `pi_instead_of_${state}`
      await sync({ ...paid(other), orderId: id }, other)
      expect(await readOrder(id)).toMatchObject({ paymentIntentId: other, paymentState: 'paid' })
      expect(await readTimeline(id)).toContainEqual([
        'payment_state',
        'stripe',
        `${other} now pays for the order`,
      ])
    },
  )

  it.each<PaymentState>(['refunded', 'disputed'])(
    'notes one of a wrong amount and leaves the order %s',
    async (paymentState) => {
      const { id, paymentId } = await orderWithPayment({ paymentState })
      const other = `pi_beside_${paymentState}`
      await sync({ ...paid(other), orderId: id, receivedCents: 500 }, other)
      expect(await readOrder(id)).toMatchObject({
        paymentIntentId: paymentId,
        paymentState,
        secondPaymentIds: [other],
      })
    },
  )

  it('keeps the others when one of several is refunded', async () => {
    const { id, paymentId } = await orderWithPayment()
    const two = ['pi_one_more', 'pi_yet_one_more']
    const all = new Map([paymentId, ...two].map((one) => [one, { ...paid(one), orderId: id }]))
    for (const one of all.keys()) await sync(all, one)
    expect(await readOrder(id)).toMatchObject({ secondPaymentIds: two })
    await sync(
      all.set('pi_one_more', { ...paid('pi_one_more'), orderId: id, refundedCents: 897 }),
      'pi_one_more',
    )
    expect(await readOrder(id)).toMatchObject({
      paymentState: 'mismatch',
      secondPaymentIds: ['pi_yet_one_more'],
    })
  })

  it('shows the open dispute of the own one although a second one is held', async () => {
    const { id, paymentId } = await orderWithPayment()
    await sync(paid(paymentId), paymentId)
    await sync({ ...paid('pi_meanwhile'), orderId: id }, 'pi_meanwhile')
    await sync({ ...paid(paymentId), dispute }, paymentId)
    expect(await readOrder(id)).toMatchObject({
      paymentState: 'disputed',
      secondPaymentIds: ['pi_meanwhile'],
    })
  })

  it.each<[refundedCents: number, state: PaymentState]>([
    [0, 'unpaid'],
    [200, 'partially_refunded'],
  ])(
    'returns to money that came another way, %i cents of which were refunded, once the card is refunded',
    async (refundedCents, paymentState) => {
      const other = `pi_on_top_${refundedCents}`
      const paidOutside = { paymentConfirmed: true, paymentIntentId: null, refundedCents } as const
      const { id } = await orderWithPayment({
        ...paidOutside,
        paymentState: 'mismatch',
        secondPaymentIds: [other],
      })
      await sync({ ...paid(other), orderId: id, refundedCents: 897 }, other)
      expect(await readOrder(id)).toMatchObject({ ...paidOutside, paymentState, secondPaymentIds: null })
    },
  )

  it('leaves an order refunded whose money was returned another way', async () => {
    const details = { paymentConfirmed: true, paymentIntentId: null, paymentState: 'refunded' } as const
    const all = { ...details, refundedCents: 897 }
    const { id } = await orderWithPayment({ ...all, secondPaymentIds: ['pi_afterwards'] })
    await sync({ ...paid('pi_afterwards'), orderId: id, refundedCents: 897 }, 'pi_afterwards')
    expect(await readOrder(id)).toMatchObject({ ...all, secondPaymentIds: null })
  })

  it('forgets the card payment of an order that was paid another way once that is refunded', async () => {
    const { id, paymentId } = await orderWithPayment({ paymentConfirmed: true, status: 'paid' })
    await sync({ ...paid(paymentId), refundedCents: 897 }, paymentId)
    expect(await readOrder(id)).toMatchObject({
      paymentIntentId: null,
      paymentState: 'unpaid',
      secondPaymentIds: null,
    })
  })

  it.each<[title: string, change: Partial<Payment>]>([
    ['is open', { status: 'open', receivedCents: 897 }],
    ['was refunded', { refundedCents: 897 }],
  ])('changes nothing if it %s', async (_title, change) => {
    const { id } = await orderWithPayment()
    expect(await sync({ ...paid('pi_other'), orderId: id, ...change }, 'pi_other')).toMatchObject({ id })
    expect(await readOrder(id)).toMatchObject({ paymentState: 'unpaid' })
    expect(await readTimeline(id)).toEqual([])
  })

  it('asks a person to look if only a part of it was refunded', async () => {
    const { id } = await orderWithPayment({ paymentState: 'paid' })
    await sync({ ...paid('pi_other'), orderId: id, refundedCents: 896 }, 'pi_other')
    expect(await readOrder(id)).toMatchObject({ paymentState: 'mismatch' })
  })

  it('leaves the open payment of an order that was paid another way', async () => {
    const { id, paymentId } = await orderWithPayment({ paymentConfirmed: true, status: 'paid' })
    await sync({ ...paid('pi_by_card'), orderId: id }, 'pi_by_card')
    expect(await readOrder(id)).toMatchObject({
      paymentIntentId: paymentId,
      paymentState: 'mismatch',
      secondPaymentIds: ['pi_by_card'],
    })
  })

  it('does not let it pay for an order whose money came and was partly returned another way', async () => {
    const details = { paymentConfirmed: true, paymentIntentId: null, refundedCents: 200 } as const
    const { id } = await orderWithPayment({ ...details, paymentState: 'partially_refunded' })
    await sync({ ...paid('pi_too_much'), orderId: id }, 'pi_too_much')
    expect(await readOrder(id)).toMatchObject({ ...details, secondPaymentIds: ['pi_too_much'] })
  })

  it('stays a mismatch until all of several are refunded', async () => {
    const details = { paymentConfirmed: true, paymentIntentId: null, paymentState: 'mismatch' } as const
    const { id } = await orderWithPayment({ ...details, secondPaymentIds: ['pi_first', 'pi_last'] })
    const refund = (one: string) => sync({ ...paid(one), orderId: id, refundedCents: 897 }, one)
    await refund('pi_first')
    expect(await readOrder(id)).toMatchObject({ ...details, secondPaymentIds: ['pi_last'] })
    await refund('pi_last')
    expect(await readOrder(id)).toMatchObject({ paymentState: 'unpaid', secondPaymentIds: null })
  })

  it('keeps the dispute of one while nothing is wrong with another', async () => {
    const { id, paymentId } = await orderWithPayment()
    await sync(paid(paymentId), paymentId)
    await sync({ ...paid('pi_disputed'), orderId: id, dispute }, 'pi_disputed')
    await sync({ ...paid('pi_undisputed'), orderId: id }, 'pi_undisputed')
    expect(await readOrder(id)).toMatchObject({ secondDispute: { paymentId: 'pi_disputed' } })
  })

  it('takes it once its dispute is won if the own one was refunded meanwhile', async () => {
    const { id, paymentId } = await orderWithPayment()
    const second = { ...paid('pi_won'), orderId: id }
    const both = new Map([paid(paymentId), { ...second, dispute }].map((one) => [one.id, one]))
    await sync(both, paymentId)
    await sync(both, 'pi_won')
    await sync(both.set(paymentId, { ...paid(paymentId), refundedCents: 897 }), paymentId)
    expect(await readOrder(id)).toMatchObject({ secondDispute: { paymentId: 'pi_won' } })
    await sync(both.set('pi_won', second), 'pi_won')
    expect(await readOrder(id)).toMatchObject({
      paymentIntentId: 'pi_won',
      paymentState: 'paid',
      secondDispute: null,
    })
  })
})
