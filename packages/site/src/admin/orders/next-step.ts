import type { CustomerView } from '@priormark/core/orders/customer-view'
import type { Order } from '@priormark/core/orders/order'
import { orderConditions, isMet } from '@priormark/core/orders/order-conditions'
import { isInquiry, stopReason, stopReasonText } from '@priormark/core/orders/order-rules'
import type { OrderPayment } from '@priormark/core/orders/payments/order-payment'
import type { AnchorView } from '@priormark/core/proofs/anchors/endpoints'
import type { ShopDates } from '../platform/session/shop-dates.tsx'
import { mailName, needsResponse, paymentMark } from './order-state-labels.ts'

/** What a person does next with an order, or why there is nothing to do. */
export interface NextStep {
  title: string
  text: string
  /** The action of its button. Without one, there is no button. */
  action?: 'add-link' | 'see-stuck'
}

/** Data about an order from other queries. Undefined while it is unknown. */
interface OrderContext {
  payment: OrderPayment | undefined
  anchors: readonly Pick<AnchorView, 'kind' | 'stuckReason'>[] | undefined
  /** Whether a chain will record the order once it is in a batch, so that no link is needed. */
  isChainRecorded: boolean | undefined
  mails: CustomerView['mails'] | undefined
}

/** Returns the next step of an order. Problems with its money come first, then failed emails, then its record. */
export function nextStep(order: Order, context: OrderContext, dates: ShopDates): NextStep {
  return moneyStep(order, context, dates) ?? mailStep(context) ?? recordStep(order, context, dates)
}

function moneyStep(order: Order, { payment }: OrderContext, dates: ShopDates): NextStep | null {
  const dispute = order.paymentState === 'disputed' ? order.dispute : order.secondDispute
  if (isMet(orderConditions.hasOpenDispute, order)) {
    const title = paymentMark(order, dates).label
    if (dispute === null || !needsResponse(dispute))
      return { title, text: 'Nothing to do until the bank decides.' }
    return isInquiry(dispute)
      ? { title, text: 'Answer the bank in Stripe, or refund the payment in full.' }
      : { title, text: 'Submit your evidence in Stripe.' }
  }
  if (order.hasFailedRefund) return { title: 'Refund it again', text: 'The bank returned the last refund.' }
  if (payment !== undefined && payment.secondPayments.length > 0)
    return { title: 'Refund the second payment', text: 'The customer paid twice.' }
  if (order.paymentState === 'mismatch')
    return { title: 'Check the payment', text: 'What was paid is not what was due.' }
  return null
}

function mailStep({ mails = [] }: OrderContext): NextStep | null {
  const failedMail = mails.find(({ state }) => state === 'failed')
  if (failedMail === undefined) return null
  return {
    title: `The ${mailName(failedMail).toLowerCase()} could not be sent`,
    text: 'The shop tries again. Check the address, or send it again.',
  }
}

function recordStep(
  order: Order,
  { anchors = [], isChainRecorded }: OrderContext,
  dates: ShopDates,
): NextStep {
  const reason = stopReason(order)
  if (reason !== null)
    return { title: 'Nothing to do', text: `${stopReasonText[reason]}, so it won’t be recorded.` }
  if (order.blockchainLink !== null || order.status === 'completed') {
    const date = order.completedAt === null ? '' : ` on ${dates.formatDay(order.completedAt)}`
    return { title: 'Nothing to do', text: `The order was completed${date}.` }
  }
  if (order.status === 'pending')
    return { title: 'Wait for the payment', text: 'It will be recorded once it’s paid.' }
  if (order.startsAt !== null) {
    const day = dates.formatDay(order.startsAt)
    return { title: `Recording starts ${day}`, text: 'Until then the customer can cancel. Nothing to do.' }
  }
  const stuckAnchor = anchors.find(({ stuckReason }) => stuckReason !== null)
  if (stuckAnchor !== undefined)
    return { title: 'Recording is stuck', text: stuckAnchor.stuckReason ?? '', action: 'see-stuck' }
  const isAutomatic = anchors.length > 0 ? anchors.some(({ kind }) => kind !== 'manual') : isChainRecorded
  if (isAutomatic === false) {
    return {
      title: 'Record it and add the link',
      text: 'Record its code or its batch on a blockchain.',
      action: 'add-link',
    }
  }
  return isAutomatic === undefined
    ? { title: 'Waiting to be recorded', text: 'How it is recorded could not be loaded.' }
    : { title: 'Nothing to do', text: 'It is recorded automatically.' }
}
