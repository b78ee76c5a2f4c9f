import { LockMode } from '@mikro-orm/core'
import { AppError } from '@priormark/core/errors'
import { Order } from '../orders/order-entity.ts'
import { findOrder, findVisitorOrder } from '../orders/order-service.ts'
import { addOrderEvent } from '../orders/order-timeline.ts'
import type { Em } from '../sql/database.ts'
import type { Payment } from './payment-gateway.ts'
import { syncPayment, type PaymentDeps } from './payment-sync.ts'

/** An order and the payment that a card can be tried with. */
export interface OpenPayment {
  order: Order
  clientSecret: string
}

export interface PaymentSessionInput {
  visitorIds: readonly string[]
  /** The order of a link, which can be opened on any device; without it the visitor's newest order is meant. */
  orderId?: string | undefined
}

const maxAttempts = 5

/**
 * Prepares the payment of an order: one payment an order, and the same one again while a card can be tried with it.
 * @throws AppError not_found, order_paid, unavailable, payment_provider
 */
export async function createPaymentSession(
  em: Em,
  deps: PaymentDeps,
  { visitorIds, orderId }: PaymentSessionInput,
): Promise<OpenPayment> {
  const { id } =
    orderId === undefined
      ? await findVisitorOrder(em, { visitorIds, openedOrderId: null })
      : await findOrder(em, orderId)
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const order = await em.findOneOrFail(Order, id, { refresh: true })
    if (isPaid(order)) throw new AppError('order_paid', 'This order is already paid')
    const former = order.paymentIntentId ?? null
    const known = former === null ? null : await deps.gateway.retrieve(former)
    if (known?.status === 'open') {
      await keepFile(em, id)
      return { order, clientSecret: known.clientSecret }
    }
    if (known !== null && known.status !== 'canceled') {
      await syncPayment(em, deps, known.id)
      throw new AppError('order_paid', 'This order is already paid')
    }
    const payment = await createPayment(deps, order, former)
    const kept = await keepPayment(em, id, former, payment)
    if (kept !== null) return { order: kept, clientSecret: payment.clientSecret }
  }
  throw new AppError('conflict', 'The order is being changed. Please try again.')
}

/** Notes that the customer is still there: the file of an unpaid order is removed some time after the last activity. */
async function keepFile(em: Em, orderId: string): Promise<void> {
  // Not a change of the order, whose version administrators compare.
  await em.execute('update orders set updated_at = now() where id = ?', [orderId])
}

function isPaid(order: Order): boolean {
  const open: Order['paymentState'][] = ['unpaid', 'canceled']
  return order.paymentConfirmed || !open.includes(order.paymentState)
}

/** Amount and currency are the order's, which never change; so two calls at once, with one key, are one payment. */
async function createPayment(
  { gateway }: PaymentDeps,
  order: Order,
  former: string | null,
): Promise<Payment> {
  return gateway.create({
    orderId: order.id,
    amountCents: order.amountCents,
    currency: order.currency,
    idempotencyKey: former === null ? `order-${order.id}` : `order-${order.id}-after-${former}`,
  })
}

/** Notes the payment on the order; null where somebody else noted another one meanwhile. */
async function keepPayment(
  em: Em,
  orderId: string,
  former: string | null,
  payment: Payment,
): Promise<Order | null> {
  return em.transactional(async (tx) => {
    const order = await tx.findOneOrFail(Order, orderId, {
      lockMode: LockMode.PESSIMISTIC_WRITE,
      refresh: true,
    })
    if (order.paymentIntentId === payment.id) return order
    if ((order.paymentIntentId ?? null) !== former || isPaid(order)) return null
    order.paymentIntentId = payment.id
    order.paymentState = 'unpaid'
    order.updatedAt = new Date()
    addOrderEvent(tx, order, 'payment_started', 'customer', payment.id)
    return order
  })
}

/** Records the state of a visitor's payment. @throws AppError not_found where no order has this payment */
export async function confirmOrderPayment(em: Em, deps: PaymentDeps, paymentId: string): Promise<Order> {
  const known = await em.findOne(Order, { paymentIntentId: paymentId })
  const order = known === null ? null : await syncPayment(em, deps, paymentId)
  if (order === null) throw new AppError('not_found', 'There is no such payment')
  return order
}
