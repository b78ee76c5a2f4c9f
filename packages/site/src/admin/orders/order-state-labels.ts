import { formatDollars } from '@priormark/core/platform/money'
import type { CustomerMail } from '@priormark/core/orders/customer-view'
import { mailKindLabel } from '@priormark/core/platform/mail-kind'
import type { Dispute, Order, OrderStatus } from '@priormark/core/orders/order'
import { isMarkedPaid } from '@priormark/core/orders/order-conditions'
import { isInquiry, stopReason } from '@priormark/core/orders/order-rules'
import type { Refund, RefundReason } from '@priormark/core/orders/payments/order-payment'
import type { StateMark } from '../platform/ui/StateTag.tsx'
import type { ShopDates } from '../platform/session/shop-dates.tsx'

export const statusMark: Record<OrderStatus, StateMark> = {
  pending: { label: 'Pending', mark: '○', tone: 'neutral' },
  paid: { label: 'Paid', mark: '◐', tone: 'warning' },
  completed: { label: 'Completed', mark: '●', tone: 'success' },
}

type PaymentFacts = Pick<
  Order,
  'paymentState' | 'paymentConfirmed' | 'refundedAmount' | 'dispute' | 'secondDispute' | 'hasFailedRefund'
>

/** The payment state, as Stripe reported it or an administrator confirmed it. */
export function paymentMark(payment: PaymentFacts, dates: ShopDates): StateMark {
  const { paymentState, refundedAmount, dispute, secondDispute, hasFailedRefund } = payment
  if (secondDispute != null && paymentState !== 'disputed')
    return { label: disputeLabel(secondDispute, dates, true), mark: '⚑', tone: 'error' }

  if (hasFailedRefund) return { label: 'Refund failed', mark: '!', tone: 'error' }
  if (isMarkedPaid(payment)) return { label: 'Marked as paid', mark: '✓', tone: 'success' }
  if (paymentState === 'partially_refunded')
    return { label: `Refunded ${formatDollars(refundedAmount)}`, mark: '↩', tone: 'error' }
  if (paymentState === 'disputed') return { label: disputeLabel(dispute, dates), mark: '⚑', tone: 'error' }
  return paymentMarks[paymentState]
}

const paymentMarks: Record<Exclude<Order['paymentState'], 'partially_refunded' | 'disputed'>, StateMark> = {
  paid: { label: 'Paid', mark: '✓', tone: 'success' },
  processing: { label: 'Processing', mark: '…', tone: 'warning' },
  refunded: { label: 'Refunded', mark: '↩', tone: 'error' },
  mismatch: { label: 'Payment mismatch', mark: '≠', tone: 'error' },
  canceled: { label: 'Payment canceled', mark: '✕', tone: 'neutral' },
  unpaid: { label: 'Unpaid', mark: '–', tone: 'neutral' },
}

/** Returns the state of an order in a few words: the problem with its payment, or else its status. */
export function orderStateText(order: PaymentFacts & Pick<Order, 'status'>, dates: ShopDates): string {
  const mark = paymentMark(order, dates)
  return mark.tone === 'error' ? mark.label : statusMark[order.status].label
}

export const refundReasonLabel: Record<RefundReason, string> = {
  requested_by_customer: 'Requested by the customer',
  duplicate: 'Paid twice',
  fraudulent: 'Fraud',
}

/** Returns when the last refund of an order's own payment was sent; null without one. @param refunds newest first */
export function lastRefundedAt(refunds: readonly Refund[]): string | null {
  const sentRefunds = refunds.filter(({ state, isOfSecondPayment }) => state === 'sent' && !isOfSecondPayment)
  return sentRefunds.find(({ refundedAt }) => refundedAt !== null)?.refundedAt ?? null
}

const refundStateText: Record<Refund['state'], string> = {
  requested: 'It is being sent to Stripe.',
  sent: 'Stripe is processing it.',
  rejected: 'It failed.',
}

/** Describes a refund: '$4.00, refunded by admin, Nov 23, 2026, 2:05 PM UTC. Reason: requested by the customer.' */
export function refundText(refund: Refund, { formatMoment }: ShopDates): string {
  const { isOfSecondPayment, reason, state, requestedBy, requestedAt, refundedAt } = refund
  const isDone = state === 'sent' && refundedAt !== null
  const amount = `${formatDollars(refund.amount)}${isOfSecondPayment ? ' of a second payment' : ''}`
  const verb = refund.isMadeAnotherWay ? 'refunded another way, recorded' : isDone ? 'refunded' : 'requested'
  const actor = requestedBy === 'stripe' ? 'in Stripe' : `by ${requestedBy}`
  const date = formatMoment(isDone ? refundedAt : requestedAt)
  const reasonText = reason === null ? '' : ` Reason: ${refundReasonLabel[reason].toLowerCase()}.`
  const problem = isDone ? '' : ` ${refund.failure ?? refundStateText[state]}`
  return `${amount}, ${verb} ${actor}, ${date}.${reasonText}${problem}`
}

/** Whether the shop can still respond to a dispute or an inquiry in Stripe. */
export function needsResponse({ status }: Dispute): boolean {
  return status.endsWith('needs_response')
}

function disputeLabel(dispute: Dispute | null, { formatDay }: ShopDates, isSecondPayment = false): string {
  if (dispute?.status === 'lost') return 'Dispute lost'
  const state = dispute !== null && isInquiry(dispute) ? 'Inquiry' : 'Disputed'
  const label = isSecondPayment ? `Second payment: ${state.toLowerCase()}` : state
  if (dispute?.respondBy == null || !needsResponse(dispute)) return label
  return `${label}, respond by ${formatDay(dispute.respondBy)}`
}

/** Says what a dispute means for the shop, and until when it can respond. */
export function disputeText(dispute: Dispute, dates: ShopDates, payment = 'this payment'): string {
  const { reason, status, respondBy } = dispute
  if (status === 'lost') return 'The dispute is lost: the cardholder keeps the money.'
  if (isInquiry(dispute)) return inquiryText(dispute, dates, payment)
  const problem = `The cardholder disputes ${payment} (${reason.replaceAll('_', ' ')}).`
  if (!needsResponse(dispute)) return `${problem} The bank is reviewing it.`
  return respondBy === null
    ? `${problem} Submit your evidence in Stripe.`
    : `${problem} Submit your evidence in Stripe by ${dates.formatMoment(respondBy)}, or the money is lost.`
}

function inquiryText(dispute: Dispute, { formatMoment }: ShopDates, payment: string): string {
  const { reason, respondBy } = dispute
  const question = `The cardholder’s bank asks about ${payment} (${reason.replaceAll('_', ' ')}). It took no money.`
  if (!needsResponse(dispute)) return `${question} It is reviewing your answer; a full refund settles it too.`
  const deadline = respondBy === null ? '' : ` by ${formatMoment(respondBy)}`
  return `${question} Answer in Stripe${deadline}, or refund the payment in full. Otherwise it can become a dispute.`
}

/** Names an email of an order: 'Evidence email', 'Refund email ($4.00)'. */
export function mailName({ kind, refund }: Pick<CustomerMail, 'kind' | 'refund'>): string {
  return refund === null ? mailKindLabel[kind] : `${mailKindLabel[kind]} (${formatDollars(refund.amount)})`
}

export const mailStateLabel: Record<CustomerMail['state'], string> = {
  absent: 'Not sent',
  waiting: 'Waiting to be sent',
  failed: 'Sending failed',
  sent: 'Sent',
  marked: 'Marked as sent',
}

/** Says when an order without a certificate gets one, or why it gets none. */
export function noCertificateText(order: Pick<Order, 'status' | 'paymentState' | 'dispute'>): string {
  switch (stopReason(order)) {
    case 'refunded':
    case 'dispute_lost':
      return 'There is no certificate, because the work won’t be recorded.'
    case 'disputed':
      return 'There is no certificate unless you win the dispute.'
    case null:
      return 'The certificate becomes available once the order is in a batch.'
  }
}
