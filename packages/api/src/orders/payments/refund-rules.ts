import { isMarkedPaid } from '@priormark/core/orders/order-conditions'
import { isInquiry } from '@priormark/core/orders/order-rules'
import type { Order } from '../../order-book/order-entity.ts'
import type { Refund } from '../../order-book/refund-entity.ts'
import { isPaidState } from './payment-state.ts'

type RefundedOrder = Pick<
  Order,
  | 'paymentConfirmed'
  | 'paymentIntentId'
  | 'paymentState'
  | 'amountCents'
  | 'refundedCents'
  | 'dispute'
  | 'secondPaymentIds'
  | 'secondDispute'
>
type StoredRefund = Pick<Refund, 'state' | 'paymentId' | 'amountCents'>

/** Returns why the order's own payment cannot be refunded through the provider, or null. */
export function refundObstacle(order: RefundedOrder, refunds: readonly StoredRefund[]): string | null {
  if (isBeingSent(refunds)) return sendingText
  if (order.paymentState !== 'refunded' && isRefundedOutside(order, refunds))
    return 'Stripe received no money for this order. Return it the way it came, then record that here.'
  switch (order.paymentState) {
    case 'refunded':
      return 'Fully refunded.'
    case 'disputed':
      return disputeObstacle(order)
    case 'mismatch':
      return order.secondPaymentIds == null
        ? 'The amount doesn’t match the order. Refund it in Stripe.'
        : 'The customer paid twice. Refund the second payment first.'
    default:
      if (isPaidState(order.paymentState) && order.paymentIntentId != null) return null
      return 'Stripe received no money for this order.'
  }
}

/** Returns why a second payment of the order cannot be refunded, or null. */
export function secondPaymentObstacle(
  order: RefundedOrder,
  refunds: readonly StoredRefund[],
  paymentId: string,
): string | null {
  if (isBeingSent(refunds)) return sendingText
  if (order.secondPaymentIds?.includes(paymentId) !== true) return 'This payment was already refunded.'
  const dispute = order.secondDispute?.paymentId === paymentId ? order.secondDispute : null
  return dispute === null || isInquiry(dispute) ? null : disputedText
}

/** Returns why no refund that was made another way can be recorded, or null. */
export function otherWayObstacle(order: RefundedOrder, refunds: readonly StoredRefund[]): string | null {
  if (!isRefundedOutside(order, refunds))
    return 'Only an order that was paid another way can be refunded that way.'
  // If the customer paid after the refund was recorded, the order would be both refunded and paid.
  if (order.paymentState === 'unpaid' && order.paymentIntentId != null)
    return 'The open card payment of this order is being canceled. Try again in a minute.'
  return refundableCents(order) === 0 ? 'Fully refunded.' : null
}

/** Returns how much of the price can still be refunded, in cents. */
export function refundableCents({ amountCents, refundedCents }: RefundedOrder): number {
  return amountCents - refundedCents
}

const sendingText = 'A refund is being sent. Wait until Stripe has it.'
const disputedText = 'A disputed payment can’t be refunded. Respond to the dispute in Stripe.'

function isBeingSent(refunds: readonly StoredRefund[]): boolean {
  return refunds.some(({ state }) => state === 'requested')
}

/** Whether refunds are made another way: the provider has none of the money, or all refunds so far were made another way. */
function isRefundedOutside(order: RefundedOrder, refunds: readonly StoredRefund[]): boolean {
  if (!order.paymentConfirmed) return false
  if (isMarkedPaid(order)) return true
  const otherWayRefunds = refunds.filter(({ paymentId }) => paymentId == null)
  const cents = otherWayRefunds.reduce((sum, { amountCents }) => sum + amountCents, 0)
  return cents > 0 && cents === order.refundedCents
}

function disputeObstacle(order: RefundedOrder): string | null {
  if (order.dispute?.status === 'lost')
    return 'The dispute is lost: the cardholder already has the money back.'
  if (order.dispute == null || !isInquiry(order.dispute)) return disputedText
  return refundableCents(order) === 0 ? 'Fully refunded.' : null
}
