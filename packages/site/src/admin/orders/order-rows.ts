import type { Order } from '@priormark/core/orders/order'
import { isMet, tabConditions } from '@priormark/core/orders/order-conditions'
import { createRowCursor } from '../platform/ui/row-keys.ts'

/** The current row of the list of orders. */
export const orderCursor = createRowCursor('order')

/** The address of an order's own screen, which shows the progress first if the order is still to be fulfilled. */
export function orderPath(order: Order): string {
  const isToDo = isMet(tabConditions['to-fulfill'], order)
  return `/admin/orders/${order.id}${isToDo ? '?tab=progress' : ''}`
}
