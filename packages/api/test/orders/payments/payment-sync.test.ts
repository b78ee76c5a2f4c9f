import { AppError } from '@priormark/core/platform/errors'
import type { PaymentState } from '@priormark/core/orders/order'
import { describe, expect, it } from 'vitest'
import { Order } from '../../../src/order-book/order-entity.ts'
import type { Payment } from '../../../src/orders/gateway/payment-gateway.ts'
import { dispute, paid, useSyncedPayments } from './payment-sync-fixtures.ts'

const { orderWithPayment, sync, readOrder, readTimeline, fork } = useSyncedPayments()

const touch = (id: string) => fork().execute('update orders set version = version + 1 where id = ?', [id])

describe('syncPayment', () => {
  it('returns null for a payment that the provider does not know', async () => {
    const { id, paymentId } = await orderWithPayment()
    expect(await sync(null, paymentId)).toBeNull()
    expect(await readOrder(id)).toMatchObject({ paymentState: 'unpaid' })
  })

  // A fixed title, because Stryker finds tests by title.
  const unknownId = '00000000-0000-4000-8000-000000000000'
  it.each([null, 'no-uuid', unknownId])('returns null for a payment of no order: %s', async (orderId) => {
    expect(await sync({ ...paid('pi_none'), orderId }, 'pi_none')).toBeNull()
  })

  it('finds the order for which a payment was created before the order refers to it', async () => {
    const { id } = await orderWithPayment({ paymentIntentId: null })
    const order = await sync({ ...paid('pi_new'), orderId: id }, 'pi_new')
    expect(order).toMatchObject({ id, paymentIntentId: 'pi_new', paymentState: 'paid', status: 'paid' })
  })

  it('records a payment once, with only the confirmation in the timeline', async () => {
    const { id, paymentId } = await orderWithPayment()
    await sync(paid(paymentId), paymentId)
    const order = await readOrder(id)
    expect(order).toMatchObject({ paymentState: 'paid', paymentConfirmed: true, refundedCents: 0 })
    expect(order.updatedAt.getTime()).toBeGreaterThan(0)
    await sync(paid(paymentId), paymentId)
    expect(await readTimeline(id)).toEqual([['marked_paid', 'stripe', null]])
    expect((await readOrder(id)).updatedAt).toEqual(order.updatedAt)
  })

  it.each<PaymentState>(['unpaid', 'processing', 'canceled'])(
    'reports the card payment of an order that was marked as paid while it was %s as a second one',
    async (paymentState) => {
      const { id, paymentId } = await orderWithPayment({
        paymentConfirmed: true,
        status: 'paid',
        paymentState,
      })
      await sync(paid(paymentId), paymentId)
      expect(await readOrder(id)).toMatchObject({
        paymentIntentId: null,
        paymentState: 'mismatch',
        secondPaymentIds: [paymentId],
      })
      expect(await readTimeline(id)).toEqual([
        [
          'payment_state',
          'stripe',
          `Received $8.97 USD by a second payment, ${paymentId}. Refund one of the two in Stripe.`,
        ],
      ])
    },
  )

  it('keeps the canceled payment of an order that was marked as paid', async () => {
    const { id, paymentId } = await orderWithPayment({ paymentConfirmed: true, status: 'paid' })
    await sync({ ...paid(paymentId), status: 'canceled', receivedCents: 0 }, paymentId)
    expect(await readOrder(id)).toMatchObject({ paymentIntentId: paymentId, paymentState: 'canceled' })
  })

  it('changes nothing for an unpaid payment of an order whose money was returned another way', async () => {
    const refunded = { paymentState: 'refunded', refundedCents: 897 } as const
    const { id, paymentId } = await orderWithPayment({ paymentConfirmed: true, ...refunded })
    await sync({ ...paid(paymentId), status: 'canceled', receivedCents: 0 }, paymentId)
    expect(await readOrder(id)).toMatchObject(refunded)
  })

  it('notes once that a dispute is lost', async () => {
    const { id, paymentId } = await orderWithPayment()
    await sync({ ...paid(paymentId), dispute }, paymentId)
    const lost = { ...paid(paymentId), dispute: { ...dispute, status: 'lost' } }
    for (let times = 0; times < 2; times++) {
      await sync(lost, paymentId)
      expect((await readTimeline(id)).map(([, , detail]) => detail)).toEqual([
        'The cardholder disputes the payment: fraudulent',
        'The dispute is lost: the cardholder keeps the money',
      ])
    }
  })

  it('notes a refund that arrived with the payment', async () => {
    const { id, paymentId } = await orderWithPayment()
    await sync({ ...paid(paymentId), refundedCents: 100 }, paymentId)
    expect(await readOrder(id)).toMatchObject({ paymentState: 'partially_refunded', paymentConfirmed: true })
    const timeline = await readTimeline(id)
    expect(timeline).toContainEqual(['payment_state', 'stripe', 'Refunded $1.00 of $8.97 USD'])
    expect(timeline).toHaveLength(2)
    await sync({ ...paid(paymentId), refundedCents: 200 }, paymentId)
    expect(await readTimeline(id)).toHaveLength(3)
  })

  it.each<[from: PaymentState, change: Partial<Payment>, expected: PaymentState]>([
    ['mismatch', { refundedCents: 897 }, 'refunded'],
    ['mismatch', { dispute }, 'disputed'],
    ['canceled', {}, 'paid'],
    ['paid', { receivedCents: 896 }, 'mismatch'],
    ['processing', { status: 'canceled', receivedCents: 0 }, 'canceled'],
  ])('changes from %s with %o to %s', async (paymentState, change, expected) => {
    const { id, paymentId } = await orderWithPayment({ paymentState })
    await sync({ ...paid(paymentId), ...change }, paymentId)
    expect(await readOrder(id)).toMatchObject({ paymentState: expected })
  })

  it('confirms nothing that is disputed, open or wrong', async () => {
    for (const change of [{ dispute }, { status: 'open' as const }, { receivedCents: 1 }]) {
      const { id, paymentId } = await orderWithPayment()
      await sync({ ...paid(paymentId), ...change }, paymentId)
      expect(await readOrder(id)).toMatchObject({ paymentConfirmed: false, status: 'pending' })
    }
  })

  it('takes a second payment if the own one was never paid', async () => {
    const { id } = await orderWithPayment()
    await sync({ ...paid('pi_only'), orderId: id }, 'pi_only')
    expect(await readOrder(id)).toMatchObject({ paymentIntentId: 'pi_only', paymentState: 'paid' })
  })

  it('asks the provider again if the order changed in the meantime', async () => {
    const { id, paymentId } = await orderWithPayment()
    let asked = 0
    const order = await sync(paid(paymentId), paymentId, async () => {
      asked += 1
      if (asked === 1) await touch(id)
    })
    expect(asked).toBe(2)
    expect(order).toMatchObject({ paymentState: 'paid' })
  })

  it('returns null if the order is deleted in the meantime', async () => {
    const { id, paymentId } = await orderWithPayment()
    const deleteOrder = () => fork().nativeDelete(Order, { id })
    expect(await sync(paid(paymentId), paymentId, async () => void (await deleteOrder()))).toBeNull()
  })

  it('gives up after ten attempts if the order keeps changing', async () => {
    const { id, paymentId } = await orderWithPayment()
    let asked = 0
    const result = sync(paid(paymentId), paymentId, async () => {
      asked += 1
      await touch(id)
    })
    await expect(result).rejects.toEqual(
      new AppError('conflict', 'The order is being changed. Please try again.'),
    )
    expect(asked).toBe(10)
    expect(await readOrder(id)).toMatchObject({ paymentState: 'unpaid' })
  })
})
