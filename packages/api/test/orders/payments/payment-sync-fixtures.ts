import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import { Order, OrderEvent } from '../../../src/order-book/order-entity.ts'
import type { Payment, PaymentGateway } from '../../../src/orders/gateway/payment-gateway.ts'
import { syncPayment } from '../../../src/orders/payments/payment-sync.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { addOrder } from './payment-fixtures.ts'
import { recordedQueue } from '../../../testing/recorded-queue.ts'

export const paid = (id: string): Payment => ({
  id,
  clientSecret: 'secret',
  status: 'succeeded',
  orderId: null,
  receivedCents: 897,
  refundedCents: 0,
  currency: 'usd',
  dispute: null,
  movements: [],
})

export const dispute = { reason: 'fraudulent', status: 'needs_response', respondBy: null }

/** Opens a database for the tests of a file, and syncs payments of its orders with what a provider would say. */
export function useSyncedPayments() {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database.close())

  /** Adds an order with its payment to the database. */
  async function orderWithPayment(details: Partial<Order> = {}): Promise<{ id: string; paymentId: string }> {
    const paymentId = `pi_${randomBytes(8).toString('hex')}`
    const id = await addOrder(
      { database },
      { updatedAt: new Date(0), paymentIntentId: paymentId, ...details },
    )
    return { id, paymentId }
  }

  /** Syncs a payment in this state at the provider; `asked` runs while the provider is asked. */
  function sync(
    payment: Payment | null | Map<string, Payment>,
    paymentId: string,
    asked: () => Promise<void> = async () => {},
  ) {
    const notAsked = () => Promise.reject(new Error('Only retrieve is called'))
    const gateway: PaymentGateway = {
      checkout: notAsked,
      create: notAsked,
      cancel: notAsked,
      refunds: async () => [],
      refund: notAsked,
      dashboardLink: async (id) => id,
      readEvent: notAsked,
      check: notAsked,
      async *eventsSince() {},
      retrieve: async (id) => {
        await asked()
        return payment instanceof Map ? (payment.get(id) ?? null) : payment
      },
    }
    return syncPayment(database.fork(), { gateway, jobs: recordedQueue() }, paymentId)
  }

  const readOrder = (id: string) => database.fork().findOneOrFail(Order, id)
  /** Returns the timeline's events about the payment. */
  const readTimeline = async (order: string) => {
    const filter = { order, kind: { $in: ['marked_paid', 'payment_state'] } } as const
    const events = await database.fork().find(OrderEvent, filter, { orderBy: { at: 'asc' } })
    return events.map(({ kind, actor, detail }) => [kind, actor, detail])
  }

  return { orderWithPayment, sync, readOrder, readTimeline, fork: () => database.fork() }
}
