import { raw } from '@mikro-orm/core'
import { AppError } from '@priormark/core/platform/errors'
import { shownEmail } from '@priormark/core/platform/email-address'
import type { Customer, ErasureAction } from '@priormark/core/orders/customers/endpoints'
import { isMet, orderConditions } from '@priormark/core/orders/order-conditions'
import { Order, customerAddress, customerAddressSql, findOrder } from '../../order-book/order-entity.ts'
import type { Em } from '../../platform/database/database.ts'

/** Returns what erasing would do to an order, and the reason if it must wait. */
export function erasureActionOf(order: Order): { action: ErasureAction; reason: string | null } {
  const wait = (reason: string) => ({ action: 'wait' as const, reason })
  if (order.paymentState === 'processing') return wait('Its payment is being processed.')
  if (isMet(orderConditions.hasOpenDispute, order)) {
    return wait('Its payment is disputed, and the details are evidence until the dispute is closed.')
  }
  if (isMet(orderConditions.isMismatched, order)) {
    return wait('Its payment does not match. Resolve that at the payment provider first.')
  }
  const isSealable = isMet(orderConditions.isSealable, order)
  if (order.paymentConfirmed && order.status !== 'completed' && isSealable) {
    return wait('It is paid but not completed. Complete or refund it first.')
  }
  return { action: order.paymentConfirmed || !isSealable ? 'strip' : 'remove', reason: null }
}

/** Returns all orders of an order's customer, by email address, oldest first. @throws AppError not_found */
export async function findCustomerOrders(em: Em, orderId: string): Promise<Order[]> {
  const order = await findOrder(em, orderId)
  if (order.erasedAt != null) throw new AppError('not_found', 'This customer’s data has been erased')
  return findByAddress(em, order.email)
}

/** Returns all orders of an email address, ignoring case, oldest first. */
function findByAddress(em: Em, address: string): Promise<Order[]> {
  return em.find(
    Order,
    { [raw(customerAddressSql)]: customerAddress(address), erasedAt: null },
    { orderBy: { createdAt: 'asc', id: 'asc' } },
  )
}

/**
 * Returns the paid orders of an email address, oldest first. The address of an unpaid order is not verified: if the
 * shop sent it an email that names the work, anyone could use that to send a text to a stranger.
 */
export async function findPaidByAddress(em: Em, address: string): Promise<Order[]> {
  return (await findByAddress(em, address)).filter(({ paymentConfirmed }) => paymentConfirmed)
}

/** Whether two email addresses are the same, as practically all mail servers see it. */
export function isSameAddress(one: string, other: string): boolean {
  return customerAddress(one) === customerAddress(other)
}

/** Returns everything stored about the customer of an order. @throws AppError not_found */
export async function readCustomer(em: Em, orderId: string): Promise<Customer> {
  const orders = await findCustomerOrders(em, orderId)
  return {
    email: shownEmail(orders.find(({ id }) => id === orderId)?.email ?? ''),
    orders: orders.map(customerOrderView),
  }
}

/** Returns an order as the erasure dialog lists it. */
export function customerOrderView(order: Order): Customer['orders'][number] {
  const { id, projectName, status, paymentState } = order
  const createdAt = order.createdAt.toISOString()
  return { id, projectName, createdAt, status, paymentState, ...erasureActionOf(order) }
}
