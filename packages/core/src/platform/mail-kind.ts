/**
 * Emails that an order has once: the payment arrived, the work is in a block, and its evidence once that block is final. The
 * last one is sent again when every anchor of the work is final.
 */
export const orderMailKinds = ['confirmation', 'fulfillment', 'evidence'] as const
export type OrderMailKind = (typeof orderMailKinds)[number]

/** Emails about one refund: it is on its way, or the bank could not accept it after that was mailed. */
export const refundMailKinds = ['refund', 'refund_failed'] as const
export type RefundMailKind = (typeof refundMailKinds)[number]

/** All emails to a customer about an order. */
export const mailKinds = [...orderMailKinds, ...refundMailKinds] as const
export type MailKind = (typeof mailKinds)[number]

export const mailKindLabel: Record<MailKind, string> = {
  confirmation: 'Confirmation email',
  fulfillment: 'Fulfillment email',
  evidence: 'Evidence email',
  refund: 'Refund email',
  refund_failed: 'Failed refund email',
}
