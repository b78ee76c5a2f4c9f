/**
 * Emails to a customer: the payment arrived, the work is in a block, and its evidence once that block is final. The last
 * one is sent again when every anchor of the work is final.
 */
export const mailKinds = ['confirmation', 'fulfillment', 'evidence'] as const
export type MailKind = (typeof mailKinds)[number]
