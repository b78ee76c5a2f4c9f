import { isMet, orderConditions } from '@priormark/core/orders/order-conditions'
import { AppError } from '@priormark/core/platform/errors'
import { sql } from 'kysely'
import { Order, findOrder, lockOrder } from '../../order-book/order-entity.ts'
import { findVisitorOrder } from '../order-service.ts'
import { addOrderEvent } from '../../order-book/order-timeline.ts'
import type { Em } from '../../platform/database/database.ts'
import { queries } from '../tables.ts'
import type { Payment } from '../gateway/payment-gateway.ts'
import { syncPayment, type PaymentDeps } from './payment-sync.ts'

const maxAttempts = 5

/**
 * Opens the payment of an order. An order has one payment, which is reused as long as a card can be tried with it.
 * @param orderId the order of a link, which opens on any device; by default the visitor's newest order
 * @throws AppError not_found, order_paid, unavailable, payment_provider
 */
export async function openPayment(
  em: Em,
  deps: PaymentDeps,
  { visitorIds, orderId }: { visitorIds: readonly string[]; orderId?: string | undefined },
): Promise<{ order: Order; clientSecret: string }> {
  const { id } =
    orderId === undefined
      ? await findVisitorOrder(em, { visitorIds, openedOrderId: null })
      : await findOrder(em, orderId)
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const order = await em.findOneOrFail(Order, id, { refresh: true })
    if (isPaid(order)) throw new AppError('order_paid', 'This order is already paid')
    const formerId = order.paymentIntentId ?? null
    const former = formerId === null ? null : await deps.gateway.retrieve(formerId)
    if (former?.status === 'open') {
      await recordActivity(em, id)
      return { order, clientSecret: former.clientSecret }
    }
    if (former !== null && former.status !== 'canceled') {
      await syncPayment(em, deps, former.id)
      throw new AppError('order_paid', 'This order is already paid')
    }
    // Amount and currency of an order never change, so two concurrent calls with one key create one payment.
    const payment = await deps.gateway.create({
      orderId: id,
      orderNumber: order.number,
      amountCents: order.amountCents,
      currency: order.currency,
      idempotencyKey: formerId === null ? `order-${id}` : `order-${id}-after-${formerId}`,
    })
    const payable = await storePayment(em, id, formerId, payment)
    if (payable !== null) return { order: payable, clientSecret: payment.clientSecret }
  }
  throw new AppError('conflict', 'The order is being changed. Please try again.')
}

/**
 * Cancels the open payment of an order that is about to be marked as paid, so that the customer does not pay twice. If the card
 * was faster, the order is paid by it. The sweeper cancels it later if the provider does not respond.
 */
export async function closePayment(em: Em, deps: PaymentDeps, orderId: string): Promise<void> {
  const order = await em.findOne(Order, orderId, { refresh: true })
  if (order?.paymentIntentId == null || !isMet(orderConditions.isUnsettled, order)) return
  try {
    await deps.gateway.cancel(order.paymentIntentId)
    await syncPayment(em, deps, order.paymentIntentId)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

/** Records that the customer is active: the file of an unpaid order is deleted some time after the last activity. */
async function recordActivity(em: Em, orderId: string): Promise<void> {
  // Does not change the order's version, which administrators' changes compare.
  await queries(em)
    .updateTable('orders')
    .set({ updated_at: sql`now()` })
    .where('id', '=', orderId)
    .execute()
}

function isPaid(order: Order): boolean {
  const open: Order['paymentState'][] = ['unpaid', 'canceled']
  return order.paymentConfirmed || !open.includes(order.paymentState)
}

/** Stores the payment on the order. Returns null if a concurrent request stored another one. */
async function storePayment(
  em: Em,
  orderId: string,
  formerId: string | null,
  payment: Payment,
): Promise<Order | null> {
  return em.transactional(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order.paymentIntentId === payment.id) return order
    if ((order.paymentIntentId ?? null) !== formerId || isPaid(order)) return null
    order.paymentIntentId = payment.id
    order.paymentState = 'unpaid'
    order.updatedAt = new Date()
    addOrderEvent(tx, order, 'payment_started', 'customer', payment.id)
    return order
  })
}
