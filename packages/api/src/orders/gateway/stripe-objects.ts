import { AppError } from '@priormark/core/platform/errors'
import * as v from 'valibot'
import type { PaymentEvent } from './payment-gateway.ts'
import type { Stripe } from 'stripe'
import type { Movement } from '../../order-book/money-movement-entity.ts'

const paymentEventTypes = [
  'payment_intent.succeeded',
  'payment_intent.processing',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
] as const

const refundAndDisputeEventTypes = [
  // Sent once the balance transaction of a payment exists, which contains the fee.
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

const StripeId = v.pipe(v.string(), v.regex(/^\w{1,255}$/))
const Payment = v.looseObject({
  id: StripeId,
  last_payment_error: v.nullish(v.looseObject({ message: v.nullish(v.string()) })),
})
const RefundOrDispute = v.looseObject({
  payment_intent: v.nullish(v.union([StripeId, v.looseObject({ id: StripeId })])),
})
const eventSchema = <const T extends string, S extends v.GenericSchema>(types: readonly T[], object: S) =>
  v.looseObject({ id: StripeId, type: v.picklist(types), data: v.looseObject({ object }) })

const PaymentEvents = eventSchema(paymentEventTypes, Payment)
const RefundAndDisputeEvents = eventSchema(refundAndDisputeEventTypes, RefundOrDispute)
const OtherEvents = v.looseObject({
  id: StripeId,
  type: v.pipe(
    v.string(),
    v.check((type) => !stripeEventTypes.some((eventType) => eventType === type)),
  ),
})

/** Reads which payment an event is about. @throws AppError invalid_input if it is not an event, even if it is signed */
export function readStripeEvent(body: unknown): PaymentEvent {
  const payment = v.safeParse(PaymentEvents, body)
  if (payment.success) {
    const { id, type, data } = payment.output
    const isFailure = type === 'payment_intent.payment_failed'
    const failure = isFailure ? (data.object.last_payment_error?.message ?? 'The payment failed.') : null
    return { id, type, paymentId: data.object.id, failure }
  }
  const refundOrDispute = v.safeParse(RefundAndDisputeEvents, body)
  if (refundOrDispute.success) {
    const { id, type, data } = refundOrDispute.output
    const payment = data.object.payment_intent
    const paymentId = typeof payment === 'string' ? payment : (payment?.id ?? null)
    return { id, type, paymentId, failure: null }
  }
  const other = v.safeParse(OtherEvents, body)
  if (other.success) return { id: other.output.id, type: other.output.type, paymentId: null, failure: null }
  throw new AppError('invalid_input', 'This is not an event of the payment service')
}

/** Returns the payment of a charge; none if the charge failed. */
export function chargeMovements(charge: Stripe.Charge): Movement[] {
  if (charge.status !== 'succeeded') return []
  const amountCents = charge.amount_captured
  return [
    {
      id: charge.id,
      kind: 'payment',
      amountCents,
      ...settlementOf(charge.balance_transaction, charge.created),
    },
  ]
}

/** Returns what banks took in disputes and gave back. An inquiry moves nothing. */
export function disputeMovements(disputes: readonly Stripe.Dispute[]): Movement[] {
  return disputes.flatMap(({ amount, balance_transactions: transactions }) =>
    transactions.map((transaction): Movement => {
      const isTaken = transaction.amount < 0
      return {
        id: transaction.id,
        kind: isTaken ? 'dispute' : 'dispute_returned',
        amountCents: isTaken ? -amount : amount,
        ...settlementOf(transaction, transaction.created),
      }
    }),
  )
}

/** Returns what a refund took from the shop, and what came back because it failed. */
export function refundMovements(refund: Stripe.Refund): Movement[] {
  const {
    id,
    amount,
    status,
    balance_transaction: transaction,
    failure_balance_transaction: returnTransaction,
  } = refund
  // A refund that waits for money in the balance has moved nothing yet.
  if (transaction == null && status !== 'succeeded') return []
  const movements: Movement[] = [
    { id, kind: 'refund', amountCents: -amount, ...settlementOf(transaction, refund.created) },
  ]
  if (status !== 'failed' && status !== 'canceled') return movements
  const settlement = settlementOf(returnTransaction, Math.floor(Date.now() / 1000))
  return [...movements, { id: `${id}:failed`, kind: 'refund_failed', amountCents: amount, ...settlement }]
}

/**
 * Returns when money reached or left the balance, and what Stripe took for it. The balance may be in another currency; Stripe's rate
 * converts the fee.
 * @param transaction absent until Stripe has created it, which may be after the payment succeeded
 * @param created when the movement began, in seconds; used while there is no transaction
 */
function settlementOf(
  transaction: string | Stripe.BalanceTransaction | null | undefined,
  created: number,
): Pick<Movement, 'at' | 'feeCents' | 'balanceTransactionId'> {
  if (transaction == null || typeof transaction === 'string')
    return { at: new Date(created * 1000), feeCents: null, balanceTransactionId: null }
  return {
    at: new Date(transaction.created * 1000),
    feeCents: Math.round(transaction.fee / (transaction.exchange_rate ?? 1)),
    balanceTransactionId: transaction.id,
  }
}

/** Whether Stripe reports that the requested object does not exist. */
export function isMissing(error: unknown): boolean {
  return isInvalidRequest(error) && error.code === 'resource_missing'
}

/** Whether Stripe reports that the payment's state does not allow the request. */
export function isUnexpectedState(error: unknown): boolean {
  return isInvalidRequest(error) && error.code === 'payment_intent_unexpected_state'
}

/** Converts Stripe's errors: temporary ones are 'unavailable', rejections are 'payment_provider'. */
export function asAppError(error: unknown): unknown {
  if (!isStripeError(error)) return error
  const unavailableMessage = 'The payment service is not responding. Please try again.'
  if (isTemporary(error)) return new AppError('unavailable', unavailableMessage, { cause: error })
  const rejectedMessage = 'The payment service rejected the request. Please try again later.'
  return new AppError('payment_provider', rejectedMessage, { cause: error })
}

/** The message about a payment that Stripe does not find with the current keys. */
export const unknownPaymentMessage =
  'Stripe does not know this payment: it was made with other keys, such as those of test payments or of another account. Refund it there, or another way.'

/** Like asAppError(), with Stripe's reason for rejecting a refund, which an administrator needs to know. */
export function asRefundError(error: unknown): unknown {
  if (isMissing(error)) return new AppError('payment_provider', unknownPaymentMessage, { cause: error })
  const converted = asAppError(error)
  const isRejected = converted instanceof AppError && converted.code === 'payment_provider'
  if (!isRejected || !isStripeError(error)) return converted
  return new AppError('payment_provider', `Stripe rejected the refund: ${error.message}`, { cause: error })
}

function isTemporary(error: StripeError): boolean {
  return (
    error.type === 'StripeConnectionError' ||
    error.type === 'StripeRateLimitError' ||
    (error.statusCode ?? 0) >= 500
  )
}

type StripeError = InstanceType<typeof Stripe.errors.StripeError>

/** Whether an error comes from Stripe's SDK. Compares `type`, because the SDK's classes are not loaded at the start. */
function isStripeError(error: unknown): error is StripeError {
  return error instanceof Error && 'type' in error && String(error.type).startsWith('Stripe')
}

function isInvalidRequest(error: unknown): error is StripeError {
  return isStripeError(error) && error.type === 'StripeInvalidRequestError'
}
