import type { Order, OrderChange } from '@priormark/core/orders/order'
import { isMet, tabConditions } from '@priormark/core/orders/order-conditions'
import {
  actionObstacle,
  type ActionFacts,
  type OrderAction,
  type OrderMark,
} from '@priormark/core/orders/order-rules'
import { createRowCursor } from '../platform/ui/row-keys.ts'

/** The current row of the list of orders. */
export const orderCursor = createRowCursor('order')

/** Returns the path of an order's screen: at its Order Progress tab if the order is still to be fulfilled. */
export function orderPath(order: Order): string {
  const needsFulfillment = isMet(tabConditions['to-fulfill'], order)
  return `/admin/orders/${order.id}${needsFulfillment ? '?tab=progress' : ''}`
}

/** The change to an order that each mark makes. */
export const markChange: Record<OrderMark, OrderChange> = {
  'mark-paid': { paymentConfirmed: true },
  'confirmation-sent': { confirmationEmailSent: true },
  'fulfillment-sent': { fulfillmentEmailSent: true },
}

export const actionLabel: Record<OrderAction, string> = {
  view: 'View Details',
  download: 'Download File',
  'mark-paid': 'Mark as Paid',
  'confirmation-sent': 'Mark Confirmation Sent',
  'fulfillment-sent': 'Mark Fulfillment Sent',
  'add-link': 'Add Blockchain Link',
}

const menuActions: readonly OrderAction[] = [
  'view',
  'download',
  'mark-paid',
  'confirmation-sent',
  'fulfillment-sent',
  'add-link',
]

/** The dashboard's menu for one order. 'Mark as Paid' is offered only while the payment is not confirmed. */
export function dashboardActions(order: ActionFacts): { action: OrderAction; obstacle: string | null }[] {
  return menuActions
    .filter((action) => action !== 'mark-paid' || !order.paymentConfirmed)
    .map((action) => ({ action, obstacle: actionObstacle(order, action) }))
}

/**
 * Returns the orders that a bulk mark changes. Marking as paid skips payments that were canceled, are being processed or do
 * not match: a person must look at each of them.
 */
export function markableOrders<Facts extends ActionFacts>(
  orders: readonly Facts[],
  mark: OrderMark,
): Facts[] {
  return orders.filter(
    (order) =>
      actionObstacle(order, mark) === null && (mark !== 'mark-paid' || order.paymentState === 'unpaid'),
  )
}
