import type { Order } from '@priormark/core/orders/order'
import type { OrderAction } from '@priormark/core/orders/order-rules'
import { createRowCursor } from '../platform/ui/row-keys.ts'

/** The current row of the list of orders. */
export const orderCursor = createRowCursor('order')

/** The address of an order's own screen. */
export function orderPath(id: string): string {
  return `/admin/orders/${id}`
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
