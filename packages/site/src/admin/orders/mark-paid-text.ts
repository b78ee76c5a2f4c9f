import type { Order } from '@priormark/core/orders/order'
import { cancellationDays } from '@priormark/core/settings/policy/start-request'

type MarkedOrder = Pick<Order, 'email' | 'confirmationEmailSent' | 'startRequestedAt'>

/** Says what happens when orders are marked as paid. */
export function markPaidText(orders: readonly MarkedOrder[]): string {
  return `${mailText(orders)} ${recordingText(orders)}`
}

function mailText(orders: readonly MarkedOrder[]): string {
  const mailed = orders.filter(({ email, confirmationEmailSent }) => email !== '' && !confirmationEmailSent)
  if (mailed.length === 0) {
    const reason = orders.some(({ confirmationEmailSent }) => confirmationEmailSent)
      ? 'it is marked as sent'
      : 'the customer’s data was erased'
    return `No confirmation email is sent: ${reason}.`
  }
  if (mailed.length === orders.length) return 'The customer gets the confirmation email now.'
  return `The confirmation email is sent now for ${mailed.length} of these ${orders.length} orders. For the others it is marked as sent, or the customer’s data was erased.`
}

function recordingText(orders: readonly MarkedOrder[]): string {
  const started = orders.filter(({ startRequestedAt }) => startRequestedAt !== null)
  const later = `in ${cancellationDays} days, when the customer can’t cancel anymore, or as soon as the customer chooses “Start right away” on the order page.`
  if (started.length === orders.length) return 'Recording starts now.'
  if (started.length === 0) return `Recording starts ${later}`
  return `Recording starts now for ${started.length} of these ${orders.length} orders. For the others it starts ${later}`
}
