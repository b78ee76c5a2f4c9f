import type { StripeError } from '@stripe/stripe-js'

/** The toast for an order that was paid another way while the checkout was open. */
export const alreadyPaid = {
  title: 'This order is already paid',
  description: 'Your card wasn’t charged.',
}

const fallbackMessage = 'There was an error processing your payment. Please try again.'

/** After the bank has refused, here or on its own page. */
export const declinedMessage = declined(fallbackMessage)

/** Shown when it is unknown whether the provider got the payment. A retry detects a payment that succeeded. */
export const unknownMessage = `${fallbackMessage} You can’t be charged twice for this order.`

/** Shown for a payment that has been canceled: after a day, or because the order was paid another way. */
const closedMessage =
  'This checkout is no longer open. Reload the page to see whether the order is still to be paid.'

/** Returns what is shown above the pay button after a failed attempt. */
export function failureMessage({
  type,
  code,
  message = fallbackMessage,
}: Pick<StripeError, 'type' | 'code' | 'message'>): string {
  if (code === 'payment_intent_unexpected_state') return closedMessage
  const isDeclined = type === 'card_error' || code === 'payment_intent_authentication_failure'
  return isDeclined ? declined(message) : unknownMessage
}

function declined(message: string): string {
  return `${message} You haven’t been charged.`
}
