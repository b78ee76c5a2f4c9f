import { AppError } from '@priormark/core/platform/errors'
import * as v from 'valibot'
import type { PaymentEvent } from './payment-gateway.ts'

const paymentEventTypes = [
  'payment_intent.succeeded',
  'payment_intent.processing',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
] as const

const refundAndDisputeEventTypes = [
  // Tells that Stripe has booked a payment and knows its fee.
  'charge.updated',
  'charge.refunded',
  'refund.failed',
  'refund.updated',
  'charge.refund.updated',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
] as const

/** The events that Stripe should send to the webhook; others are acknowledged and ignored. */
export const stripeEventTypes = [...paymentEventTypes, ...refundAndDisputeEventTypes] as const

const Name = v.pipe(v.string(), v.regex(/^\w{1,255}$/))
const Payment = v.looseObject({
  id: Name,
  last_payment_error: v.nullish(v.looseObject({ message: v.nullish(v.string()) })),
})
const RefundOrDispute = v.looseObject({
  payment_intent: v.nullish(
    v.union([
      Name,
      v.pipe(
        v.looseObject({ id: Name }),
        v.transform(({ id }) => id),
      ),
    ]),
  ),
})
const event = <const T extends string, S extends v.GenericSchema>(types: readonly T[], object: S) =>
  v.looseObject({ id: Name, type: v.picklist(types), data: v.looseObject({ object }) })

const PaymentEvents = event(paymentEventTypes, Payment)
const RefundAndDisputeEvents = event(refundAndDisputeEventTypes, RefundOrDispute)
const OtherEvents = v.looseObject({
  id: Name,
  type: v.pipe(
    v.string(),
    v.check((type) => !stripeEventTypes.some((eventType) => eventType === type)),
  ),
})

/**
 * Reads which payment an event is about.
 * @throws AppError invalid_input if it is not an event, even if it is signed
 */
export function readStripeEvent(given: unknown): PaymentEvent {
  const payment = v.safeParse(PaymentEvents, given)
  if (payment.success) {
    const { id, type, data } = payment.output
    const failed = type === 'payment_intent.payment_failed'
    const failure = failed ? (data.object.last_payment_error?.message ?? 'The payment failed.') : null
    return { id, type, paymentId: data.object.id, failure }
  }
  const refundOrDispute = v.safeParse(RefundAndDisputeEvents, given)
  if (refundOrDispute.success) {
    const { id, type, data } = refundOrDispute.output
    return { id, type, paymentId: data.object.payment_intent ?? null, failure: null }
  }
  const other = v.safeParse(OtherEvents, given)
  if (other.success) return { id: other.output.id, type: other.output.type, paymentId: null, failure: null }
  throw new AppError('invalid_input', 'This is not an event of the payment service')
}
