import { isMet, orderConditions, stopConditions, type ConditionFacts } from './order-conditions.ts'
import { stopReasons, type Dispute, type Order, type StopReason } from './order.ts'

/** A mark that an administrator sets with one click. */
export type OrderMark = 'mark-paid' | 'confirmation-sent' | 'fulfillment-sent'

/** Everything that can be done with one order. */
export type OrderAction = 'view' | 'download' | OrderMark | 'add-link'

/** What decides which actions an order allows. */
export type ActionFacts = Pick<
  Order,
  | 'paymentConfirmed'
  | 'paymentState'
  | 'confirmationEmailSent'
  | 'fulfillmentEmailSent'
  | 'blockchainLink'
  | 'fileAvailable'
>

/** Returns why the payment of an order stops it, whether or not the order is completed; null after a refund in part. */
export function paymentStopReason(
  order: Pick<ConditionFacts, 'paymentState' | 'dispute'>,
): StopReason | null {
  return stopReasons.find((reason) => isMet(stopConditions[reason], order)) ?? null
}

/**
 * Returns why an order is not recorded, the only source for that on every page, in every email and document. Null for an order
 * that is completed, because its record stays, and for one that will be recorded once it is paid.
 */
export function stopReason(
  order: Pick<ConditionFacts, 'paymentState' | 'dispute' | 'status'>,
): StopReason | null {
  return isMet(orderConditions.isStopped, order) ? paymentStopReason(order) : null
}

/** How administrators read why an order is stopped. */
export const stopReasonText: Record<StopReason, string> = {
  refunded: 'The payment was refunded',
  disputed: 'The payment is disputed',
  dispute_lost: 'The dispute is lost',
}

/** Whether the bank only asks about a payment: it took no money, and a full refund settles the matter. */
export function isInquiry({ status }: Pick<Dispute, 'status'>): boolean {
  return status.startsWith('warning_')
}

/** Returns why an action is not possible on the dashboard in words. Null if it is. */
export function actionObstacle(order: ActionFacts, action: OrderAction): string | null {
  switch (action) {
    case 'view':
      return null
    case 'download':
      return order.fileAvailable ? null : 'The file has been deleted'
    case 'mark-paid':
      return order.paymentConfirmed ? 'The payment is already confirmed' : null
    case 'confirmation-sent':
      return order.confirmationEmailSent ? 'The confirmation email was already sent' : null
    case 'fulfillment-sent':
      if (order.fulfillmentEmailSent) return 'The fulfillment email was already sent'
      return order.paymentConfirmed ? null : 'The payment isn’t confirmed'
    case 'add-link':
      if (order.blockchainLink !== null) return 'The order already has a link'
      return order.paymentConfirmed ? null : 'The payment isn’t confirmed'
  }
}

/** Like actionObstacle(), for an order's own screen, where the fulfillment can be marked as sent only once the order has a link. */
export function detailObstacle(order: ActionFacts, action: OrderAction): string | null {
  const needsLink = action === 'fulfillment-sent' && order.blockchainLink === null
  return actionObstacle(order, action) ?? (needsLink ? 'Add the blockchain link first' : null)
}

/**
 * Says which emails follow when an order's link is saved.
 * @param isEvidenceMailed whether the evidence is mailed later, once the record on a chain is final
 */
export function linkMailText(
  order: Pick<Order, 'email' | 'blockchainLink' | 'fulfillmentEmailSent'>,
  isEvidenceMailed: boolean,
): string {
  const { email, blockchainLink, fulfillmentEmailSent } = order
  if (email === '') return 'No email is sent: the customer’s data was erased.'
  if (blockchainLink === null && fulfillmentEmailSent) {
    return isEvidenceMailed
      ? `No fulfillment email is sent: it is marked as sent. The evidence is emailed to ${email} once its blockchain record is final.`
      : 'No email is sent: the fulfillment is marked as sent.'
  }
  const mailText =
    blockchainLink === null
      ? `This emails the customer now: ${email}.`
      : `This emails the customer the corrected link now: ${email}.`
  return isEvidenceMailed
    ? `${mailText} Another email, with the complete evidence, follows once its blockchain record is final.`
    : mailText
}

/**
 * Says what a link proves to the customer if it is saved before the order has a code to record.
 * @param isEvidenceMailed whether a chain records the code later
 */
export function missingCodeText({ startsAt }: Pick<Order, 'startsAt'>, isEvidenceMailed: boolean): string {
  return [
    'This order has no code to record yet, so the transaction at your link can’t contain it.',
    isEvidenceMailed
      ? 'Only the blockchain record that follows will prove a date to the customer.'
      : 'The evidence that the customer gets won’t prove a date.',
    ...(startsAt === null ? [] : ['The order shows its code once recording starts.']),
  ].join(' ')
}
