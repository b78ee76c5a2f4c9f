import { AppError } from '@priormark/core/errors'
import type { Customer, ErasureAction } from '@priormark/core/customers/endpoints'
import { Order } from '../orders/order-entity.ts'
import { orderSearchPattern } from '../orders/order-search.ts'
import { findOrder } from '../orders/order-service.ts'
import type { Em } from '../sql/database.ts'

/** What erasing would do to an order, and why it must wait where it must. */
export function erasureActionOf(order: Order): { fate: ErasureAction; reason: string | null } {
  const wait = (reason: string) => ({ fate: 'wait' as const, reason })
  if (order.paymentState === 'processing') return wait('Its payment is being processed.')
  if (order.paymentState === 'disputed') {
    return wait('Its payment is disputed: until that is closed, the details are evidence.')
  }
  if (order.paymentState === 'mismatch') {
    return wait('Its payment does not match: settle that at the payment provider first.')
  }
  if (order.paymentConfirmed && order.status !== 'completed' && order.paymentState !== 'refunded') {
    return wait('It is paid and not fulfilled: complete it, or refund it first.')
  }
  return {
    fate: order.paymentConfirmed || order.paymentState === 'refunded' ? 'strip' : 'remove',
    reason: null,
  }
}

/** Every order with the e-mail address of this one, however it is written, oldest first. @throws AppError not_found */
export async function ordersOfCustomer(em: Em, orderId: string): Promise<Order[]> {
  const order = await findOrder(em, orderId)
  if (order.erasedAt != null) throw new AppError('not_found', 'The customer of this order was erased')
  // The search's index narrows it down, and the address itself decides.
  const found = await em.find(
    Order,
    { $or: [{ id: orderId }, { searchText: { $like: orderSearchPattern(order.email) }, erasedAt: null }] },
    { orderBy: { createdAt: 'asc', id: 'asc' } },
  )
  return found.filter(({ email }) => isSameAddress(email, order.email))
}

/** Whether two e-mail addresses are one, to everybody but a mail server that nobody has seen. */
export function isSameAddress(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}

/** Everything held for the address of an order's customer. @throws AppError not_found */
export async function readCustomer(em: Em, orderId: string): Promise<Customer> {
  const orders = await ordersOfCustomer(em, orderId)
  return {
    email: orders.find(({ id }) => id === orderId)?.email ?? '',
    orders: orders.map(customerOrder),
  }
}

/** An order as it is listed for its customer's erasure. */
export function customerOrder(order: Order): Customer['orders'][number] {
  const { id, projectName, status, paymentState } = order
  return {
    id,
    projectName,
    createdAt: order.createdAt.toISOString(),
    status,
    paymentState,
    ...erasureActionOf(order),
  }
}
