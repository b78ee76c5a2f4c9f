import type { Order, OrderChange } from '@priormark/core/orders/order'

/** What an administrator can mark on an order without typing anything. */
export type OrderMark = 'mark-paid' | 'confirmation-sent' | 'fulfillment-sent'

/** Everything the dashboard's menu offers for one order, in the menu's order. */
export type OrderAction = 'view' | 'download' | OrderMark | 'add-link'

type ActionFacts = Pick<
  Order,
  'paymentConfirmed' | 'confirmationEmailSent' | 'fulfillmentEmailSent' | 'blockchainLink' | 'fileAvailable'
>

/** The change that a mark makes. */
export const markChange: Record<OrderMark, OrderChange> = {
  'mark-paid': { paymentConfirmed: true },
  'confirmation-sent': { confirmationEmailSent: true },
  'fulfillment-sent': { fulfillmentEmailSent: true },
}

/** The names people read, as the specification writes them. */
export const actionLabel: Record<OrderAction, string> = {
  view: 'View Details',
  download: 'Download File',
  'mark-paid': 'Mark as Paid',
  'confirmation-sent': 'Mark Confirmation Sent',
  'fulfillment-sent': 'Mark Fulfillment Sent',
  'add-link': 'Add Blockchain Link',
}

/** Why an action of the dashboard is not to be had now, in words for its tooltip; null where it is. */
export function dashboardObstacle(order: ActionFacts, action: OrderAction): string | null {
  switch (action) {
    case 'view':
      return null
    case 'download':
      return order.fileAvailable ? null : 'The file is no longer kept'
    case 'mark-paid':
      return order.paymentConfirmed ? 'The payment is confirmed' : null
    case 'confirmation-sent':
      return order.confirmationEmailSent ? 'The confirmation was sent' : null
    case 'fulfillment-sent':
      if (order.fulfillmentEmailSent) return 'The fulfillment e-mail was sent'
      return order.paymentConfirmed ? null : 'The payment is not confirmed'
    case 'add-link':
      if (order.blockchainLink !== null) return 'The order has its link'
      return order.paymentConfirmed ? null : 'The payment is not confirmed'
  }
}

/** The detail screen has its own rule: fulfillment is marked once a link exists (SPEC.md section 4). */
export function detailObstacle(order: ActionFacts, mark: OrderMark): string | null {
  if (mark !== 'fulfillment-sent') return dashboardObstacle(order, mark)
  if (order.fulfillmentEmailSent) return 'The fulfillment e-mail was sent'
  return order.blockchainLink === null ? 'Add the blockchain link first' : null
}

/** The dashboard's menu for one order; 'Mark as Paid' is offered only while the payment is not confirmed. */
export function dashboardActions(order: ActionFacts): { action: OrderAction; obstacle: string | null }[] {
  const all: OrderAction[] = [
    'view',
    'download',
    'mark-paid',
    'confirmation-sent',
    'fulfillment-sent',
    'add-link',
  ]
  return all
    .filter((action) => action !== 'mark-paid' || !order.paymentConfirmed)
    .map((action) => ({ action, obstacle: dashboardObstacle(order, action) }))
}

/** Those of the selected orders that a mark would change. */
export function markable<Facts extends ActionFacts>(orders: readonly Facts[], mark: OrderMark): Facts[] {
  return orders.filter((order) => dashboardObstacle(order, mark) === null)
}
