import type { Order } from '@priormark/core/orders/order'
import { isMet, tabConditions } from '@priormark/core/orders/order-conditions'
import type { OrderAction } from '@priormark/core/orders/order-rules'
import { createRowCursor } from '../platform/ui/row-keys.ts'

/** The current row of the list of orders. */
export const orderCursor = createRowCursor('order')

/** The address of an order's own screen, which shows the progress first if the order is still to be fulfilled. */
export function orderPath(order: Order): string {
  const isToDo = isMet(tabConditions['to-fulfill'], order)
  return `/admin/orders/${order.id}${isToDo ? '?tab=progress' : ''}`
}

/** Called with the action that was chosen for an order. */
export type OnOrderAction = (order: Order, action: OrderAction) => void

/** What the menu of an order gets. */
export interface OrderMenuProps {
  order: Order
  onAction: OnOrderAction
}

/** Loads the menu of an order, and antd's Dropdown with it. */
export const loadOrderMenu = async () => (await import('./OpenOrderMenu.tsx')).OpenOrderMenu
