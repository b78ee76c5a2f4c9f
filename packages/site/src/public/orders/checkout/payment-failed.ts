import type { StripeError } from '@stripe/stripe-js'

/** Returns the toast for a failed payment. */
export function paymentFailed(message: string | undefined) {
  return {
    title: 'Payment Failed',
    description: message ?? 'There was an error processing your payment. Please try again.',
    variant: 'destructive' as const,
  }
}

/** The toast for an order that was paid another way while the checkout was open. */
export const alreadyPaid = {
  title: 'This order is already paid',
  description: 'Your card wasn’t charged.',
}

/** Stays above the pay button after the bank declines. */
export const declinedMessage = 'Your bank didn’t approve this. You haven’t been charged.'

/** Shown when it is unknown whether the provider got the payment. A retry detects a payment that succeeded. */
export const unknownMessage =
  'We couldn’t reach the payment service. Please try again: you can’t be charged twice for this order.'

/** Shown for a payment that has been canceled: after a day, or because the order was paid another way. */
const closedMessage =
  'This checkout is no longer open. Reload the page to see whether the order is still to be paid.'

const bankRefusals: readonly (string | undefined)[] = [
  'card_declined',
  'payment_intent_authentication_failure',
]

/** Returns the message that stays above the pay button after a failed attempt. */
export function failureMessage({
  type,
  code,
  message,
}: Pick<StripeError, 'type' | 'code' | 'message'>): string {
  if (code === 'payment_intent_unexpected_state') return closedMessage
  if (bankRefusals.includes(code)) return declinedMessage
  if (type === 'card_error') return `${message ?? 'Your card wasn’t accepted.'} You haven’t been charged.`
  return unknownMessage
}
