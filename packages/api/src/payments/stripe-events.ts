import type { Stripe } from 'stripe'
import type { PaymentEvent } from './payment-gateway.ts'

/** The events Stripe should send to the webhook; others are acknowledged and ignored. */
export const stripeEventTypes = [
  'payment_intent.succeeded',
  'payment_intent.processing',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
] as const

/** Reads of an event what matters here: which payment to look at again. */
export function readStripeEvent(event: Stripe.Event): PaymentEvent {
  const base = { id: event.id, type: event.type, failure: null }
  switch (event.type) {
    case 'payment_intent.payment_failed': {
      const { id, last_payment_error: error } = event.data.object
      return { ...base, paymentId: id, failure: error?.message ?? 'The payment failed.' }
    }
    case 'payment_intent.succeeded':
    case 'payment_intent.processing':
    case 'payment_intent.canceled':
      return { ...base, paymentId: event.data.object.id }
    case 'charge.refunded':
    case 'refund.failed':
    case 'charge.dispute.created':
    case 'charge.dispute.closed':
      return { ...base, paymentId: idOf(event.data.object.payment_intent) }
    default:
      return { ...base, paymentId: null }
  }
}

function idOf(thing: string | { id: string } | null): string | null {
  return typeof thing === 'object' && thing !== null ? thing.id : thing
}
