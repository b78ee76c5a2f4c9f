import { formatCents } from '@priormark/core/platform/money'
import type { Dispute, PaymentState } from '@priormark/core/orders/order'
import { isMet, orderConditions } from '@priormark/core/orders/order-conditions'
import { isInquiry } from '@priormark/core/orders/order-rules'
import type { Payment } from '../gateway/payment-gateway.ts'

/** The price of an order, which its payment must match. */
type PaymentTerms = Pick<Payment, 'currency'> & { amountCents: number }

/** Returns a payment's state for its order. Only the order's amount and currency count as paid. */
export function paymentStateOf(terms: PaymentTerms, payment: Payment): PaymentState {
  if (payment.status === 'open') return 'unpaid'
  if (payment.status !== 'succeeded') return payment.status
  if (payment.dispute !== null) return 'disputed'
  if (payment.refundedCents > 0 && payment.refundedCents >= payment.receivedCents) return 'refunded'
  if (payment.receivedCents !== terms.amountCents || payment.currency !== terms.currency) return 'mismatch'
  return payment.refundedCents > 0 ? 'partially_refunded' : 'paid'
}

/** Whether an order in this state counts as paid; a partial refund does not change that. */
export function isPaidState(paymentState: PaymentState): boolean {
  return isMet(orderConditions.isPaidByCard, { paymentState })
}

/** Describes the state in a few words for the order's timeline. */
export function describeState(state: PaymentState, terms: PaymentTerms, payment: Payment): string {
  const refundedAmount = formatCents(payment.refundedCents)
  const price = formatAmount(terms.amountCents, terms.currency)
  switch (state) {
    case 'unpaid':
      return 'The payment is open again'
    case 'processing':
      return 'The payment is being processed'
    case 'canceled':
      return 'The unpaid payment was canceled'
    case 'paid':
      return `${price} is paid and not contested`
    case 'partially_refunded':
      return `Refunded ${refundedAmount} of ${price}`
    case 'refunded':
      return `Refunded in full: ${refundedAmount}`
    case 'disputed':
      return payment.dispute?.status === 'lost'
        ? 'The dispute is lost: the cardholder keeps the money'
        : describeDispute(payment.dispute, 'the payment')
    case 'mismatch':
      return `Received ${formatAmount(payment.receivedCents, payment.currency)} with ${payment.id}, but ${price} was due`
  }
}

/** Describes an open dispute or inquiry in a few words for the timeline. @param what such as 'the payment' */
export function describeDispute(dispute: Dispute | null, what: string): string {
  const reason = dispute?.reason ?? 'no reason given'
  return dispute !== null && isInquiry(dispute)
    ? `The cardholder’s bank asks about ${what}: ${reason}`
    : `The cardholder disputes ${what}: ${reason}`
}

/** Describes a payment that is not the order's own in a few words for the timeline. @param isHeld whether the shop has its money */
export function describeSecondPayment(payment: Payment, isHeld: boolean): string {
  const receivedAmount = formatAmount(payment.receivedCents, payment.currency)
  if (isHeld)
    return `Received ${receivedAmount} by a second payment, ${payment.id}. Refund one of the two in Stripe.`
  const isLost = payment.dispute?.status === 'lost'
  return `The second payment of ${receivedAmount} is settled: ${isLost ? 'the cardholder has the money back' : 'it was refunded'} (${payment.id})`
}

function formatAmount(cents: number, currency: string): string {
  return `${formatCents(cents)} ${currency.toUpperCase()}`
}
