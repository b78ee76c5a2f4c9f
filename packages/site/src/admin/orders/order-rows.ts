import type { Order } from '@priormark/core/orders/order'
import { isMet, tabConditions } from '@priormark/core/orders/order-conditions'
import { createRowCursor } from '../platform/ui/row-keys.ts'

/** The current row of the list of orders. */
export const orderCursor = createRowCursor('order')

/** Returns the path of an order's screen: at its Order Progress tab if the order is still to be fulfilled. */
export function orderPath(order: Order): string {
  const needsFulfillment = isMet(tabConditions['to-fulfill'], order)
  return `/admin/orders/${order.id}${needsFulfillment ? '?tab=progress' : ''}`
}
