import { randomBytes } from 'node:crypto'
import { AppError } from '@priormark/core/errors'
import type { PaymentState } from '@priormark/core/orders/order'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Order } from '../../src/orders/order-entity.ts'
import { OrderEvent } from '../../src/orders/order-event-entity.ts'
import type { Payment, PaymentGateway } from '../../src/payments/payment-gateway.ts'
import { giveUpPayment, syncPayment } from '../../src/payments/payment-sync.ts'
import type { Database } from '../../src/sql/database.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { addOrder } from './payment-fixtures.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** Adds an order with its payment to the database. */
async function orderWithPayment(details: Partial<Order> = {}): Promise<{ id: string; paymentId: string }> {
  const paymentId = `pi_${randomBytes(8).toString('hex')}`
  const id = await addOrder({ database }, { updatedAt: new Date(0), paymentIntentId: paymentId, ...details })
  return { id, paymentId }
}

const paid = (id: string): Payment => ({
  id,
  clientSecret: 'secret',
  status: 'succeeded',
  orderId: null,
  receivedCents: 897,
  refundedCents: 0,
  currency: 'usd',
  dispute: null,
  disputed: null,
})

const dispute = { reason: 'fraudulent', status: 'needs_response', respondBy: null }

/** Syncs a payment in this state at the provider; `asked` runs while the provider is asked. */
function sync(
  payment: Payment | null | Map<string, Payment>,
  paymentId: string,
  asked: () => Promise<void> = async () => {},
) {
  const notAsked = () => Promise.reject(new Error('Only retrieve is called'))
  const gateway: PaymentGateway = {
    mode: 'embedded',
    publishableKey: '',
    create: notAsked,
    cancel: notAsked,
    refunds: async () => [],
    refund: notAsked,
    dashboardLink: (id) => id,
    readEvent: notAsked,
    check: notAsked,
    async *eventsSince() {},
    retrieve: async (id) => {
      await asked()
      return payment instanceof Map ? (payment.get(id) ?? null) : payment
    },
  }
  return syncPayment(database.fork(), { gateway, jobs: { enqueue: async () => {} } }, paymentId)
}

const readOrder = (id: string) => database.fork().findOneOrFail(Order, id)
/** Returns the timeline's events about the payment. */
const readTimeline = async (order: string) => {
  const filter = { order, kind: { $in: ['marked_paid', 'payment_state'] } } as const
  const events = await database.fork().find(OrderEvent, filter, { orderBy: { at: 'asc' } })
  return events.map(({ kind, actor, detail }) => [kind, actor, detail])
}
const touch = (id: string) =>
  database.fork().execute('update orders set version = version + 1 where id = ?', [id])

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

  it('reports the card payment of an order that was marked as paid as a second one', async () => {
    const { id, paymentId } = await orderWithPayment({ paymentConfirmed: true, status: 'paid' })
    await sync(paid(paymentId), paymentId)
    expect(await readTimeline(id)).toEqual([
      [
        'payment_state',
        'stripe',
        `Received $8.97 USD by a second payment, ${paymentId}. Refund one of both in Stripe.`,
      ],
    ])
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

  describe('with another payment than the order’s own', () => {
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
          'Received $5.00 USD by a second payment, pi_other. Refund one of both in Stripe.',
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
      expect(await readOrder(id)).toMatchObject({ paymentState: 'mismatch', otherPaymentIds: [other] })
      await sync(both.set(other, { ...second, ...change }), other)
      expect(await readOrder(id)).toMatchObject({
        paymentIntentId: paymentId,
        paymentState: 'paid',
        otherPaymentIds: null,
      })
      expect((await readTimeline(id)).map(([, , detail]) => detail)).toEqual([
        null,
        `Received $8.97 USD by a second payment, ${other}. Refund one of both in Stripe.`,
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
      await sync(both.set(paymentId, { ...paid(paymentId), refundedCents: 897 }), paymentId)
      expect(await readOrder(id)).toMatchObject({
        paymentIntentId: 'pi_kept',
        paymentState: 'paid',
        refundedCents: 0,
        otherPaymentIds: null,
      })
    })

    it('continues with the second payment if the dispute of the own one is lost', async () => {
      const { id, paymentId } = await orderWithPayment()
      const second = { ...paid('pi_held'), orderId: id }
      const takenAt = new Date('2026-11-20T08:00:00Z')
      const disputed = { amountCents: 897, takenAt, returnedAt: null }
      const open = { ...paid(paymentId), dispute, disputed }
      const both = new Map([open, second].map((one) => [one.id, one]))
      await sync(paid(paymentId), paymentId)
      await sync(both, paymentId)
      await sync(both, 'pi_held')
      expect(await readOrder(id)).toMatchObject({ paymentState: 'disputed', disputedCents: 897 })
      await sync(both.set(paymentId, { ...open, dispute: { ...dispute, status: 'lost' } }), paymentId)
      expect(await readOrder(id)).toMatchObject({
        paymentIntentId: 'pi_held',
        paymentState: 'paid',
        otherPaymentIds: null,
        dispute: null,
        disputedCents: 0,
        disputedAt: null,
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
      await sync(both, paymentId)
      await sync(both.set(other, { ...second, dispute: { ...dispute, status: 'under_review' } }), other)
      expect(await readOrder(id)).toMatchObject({
        paymentState: 'mismatch',
        otherDispute: { paymentId: other, reason: 'fraudulent', status: 'under_review' },
      })
      await sync(both.set(other, { ...second, ...change }), other)
      expect(await readOrder(id)).toMatchObject({ paymentState: state, otherDispute: null })
      const details = (await readTimeline(id)).map(([, , detail]) => detail)
      expect(details.filter((detail) => detail?.includes('dispute') === true)).toEqual([
        `The cardholder disputes the second payment: fraudulent (${other})`,
        `The dispute of the second payment is closed (${other})`,
      ])
    })

    it('takes it if the own one was never paid', async () => {
      const { id } = await orderWithPayment()
      await sync({ ...paid('pi_only'), orderId: id }, 'pi_only')
      expect(await readOrder(id)).toMatchObject({ paymentIntentId: 'pi_only', paymentState: 'paid' })
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
    const deleteOrder = () => database.fork().nativeDelete(Order, { id })
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

describe('giveUpPayment', () => {
  it.each<PaymentState>(['unpaid', 'processing'])('closes a payment that is %s', async (paymentState) => {
    const { id, paymentId } = await orderWithPayment({ paymentState, refundedCents: 5 })
    await giveUpPayment(database.fork(), id, paymentId)
    expect(await readOrder(id)).toMatchObject({ paymentState: 'canceled', refundedCents: 5 })
    expect(await readTimeline(id)).toEqual([
      ['payment_state', 'system', `The payment service does not know ${paymentId}`],
    ])
  })

  it('leaves other payments, and those with a final state, unchanged', async () => {
    const { id } = await orderWithPayment()
    await giveUpPayment(database.fork(), id, 'pi_former')
    expect(await readOrder(id)).toMatchObject({ paymentState: 'unpaid' })
    const decided = await orderWithPayment({ paymentState: 'paid' })
    await giveUpPayment(database.fork(), decided.id, decided.paymentId)
    expect(await readOrder(decided.id)).toMatchObject({ paymentState: 'paid' })
    expect(await readTimeline(decided.id)).toEqual([])
  })
})
