import type { Order, OrderChange } from '@priormark/core/orders/order'

/** A mark that an administrator sets with one click. */
export type OrderMark = 'mark-paid' | 'confirmation-sent' | 'fulfillment-sent'

/** Everything that the dashboard's menu offers for one order. */
export type OrderAction = 'view' | 'download' | OrderMark | 'add-link'

type ActionFacts = Pick<
  Order,
  | 'paymentConfirmed'
  | 'paymentState'
  | 'confirmationEmailSent'
  | 'fulfillmentEmailSent'
  | 'blockchainLink'
  | 'fileAvailable'
>

/** The change that a mark makes. */
export const markChange: Record<OrderMark, OrderChange> = {
  'mark-paid': { paymentConfirmed: true },
  'confirmation-sent': { confirmationEmailSent: true },
  'fulfillment-sent': { fulfillmentEmailSent: true },
}

/** The names of the actions. */
export const actionLabel: Record<OrderAction, string> = {
  view: 'View Details',
  download: 'Download File',
  'mark-paid': 'Mark as Paid',
  'confirmation-sent': 'Mark Confirmation Sent',
  'fulfillment-sent': 'Mark Fulfillment Sent',
  'add-link': 'Add Blockchain Link',
}

/** Returns why an action of the dashboard is disabled, for its tooltip. Null if it is enabled. */
export function dashboardObstacle(order: ActionFacts, action: OrderAction): string | null {
  switch (action) {
    case 'view':
      return null
    case 'download':
      return order.fileAvailable ? null : 'The file has been deleted'
    case 'mark-paid':
      return order.paymentConfirmed ? 'The payment is already confirmed' : null
    case 'confirmation-sent':
      return order.confirmationEmailSent ? 'The confirmation email was already sent' : null
    case 'fulfillment-sent':
      if (order.fulfillmentEmailSent) return 'The fulfillment email was already sent'
      return order.paymentConfirmed ? null : 'The payment isn’t confirmed'
    case 'add-link':
      if (order.blockchainLink !== null) return 'The order already has a link'
      return order.paymentConfirmed ? null : 'The payment isn’t confirmed'
  }
}

/** Like dashboardObstacle, except that the detail screen marks fulfillment only once a link exists. */
export function detailObstacle(order: ActionFacts, mark: OrderMark): string | null {
  if (mark !== 'fulfillment-sent') return dashboardObstacle(order, mark)
  if (order.fulfillmentEmailSent) return 'The fulfillment email was already sent'
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

/**
 * Returns the orders that a bulk mark changes. Marking as paid skips payments that were canceled, are being processed or do
 * not match: a person must look at each of them.
 */
export function bulkMarkable<Facts extends ActionFacts>(orders: readonly Facts[], mark: OrderMark): Facts[] {
  return orders.filter(
    (order) =>
      dashboardObstacle(order, mark) === null && (mark !== 'mark-paid' || order.paymentState === 'unpaid'),
  )
}

/** Returns '1 order' or '3 orders'. */
export function countOfOrders(count: number): string {
  return count === 1 ? '1 order' : `${count} orders`
}

/** Says which email the server sends at once when an order's link is saved, if any. */
export function linkMailText({
  email,
  blockchainLink,
  fulfillmentEmailSent,
}: Pick<Order, 'email' | 'blockchainLink' | 'fulfillmentEmailSent'>): string {
  if (email === '') return 'No email is sent: the customer’s data was erased.'
  if (blockchainLink !== null) return `This emails the customer the corrected link now: ${email}.`
  if (fulfillmentEmailSent) return 'No email is sent: the fulfillment is marked as sent.'
  return `This emails the customer now: ${email}.`
}
