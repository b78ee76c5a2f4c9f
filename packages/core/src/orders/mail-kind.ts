/**
 * Emails that an order has once: the payment arrived, the work is in a block, and its evidence once that block is final. The
 * last one is sent again when every anchor of the work is final.
 */
export const orderMailKinds = ['confirmation', 'fulfillment', 'evidence'] as const
export type OrderMailKind = (typeof orderMailKinds)[number]

/** All emails to a customer about an order. Each refund has its own. */
export const mailKinds = [...orderMailKinds, 'refund'] as const
export type MailKind = (typeof mailKinds)[number]
