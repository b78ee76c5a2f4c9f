import { defineEntity, p } from '@mikro-orm/core'
import { Order } from './order-entity.ts'

const mailKinds = ['confirmation', 'fulfillment'] as const
export type MailKind = (typeof mailKinds)[number]

/** The flag of the order that says whether a mail of a kind has left. */
export const sentFlags = {
  confirmation: 'confirmationEmailSent',
  fulfillment: 'fulfillmentEmailSent',
} as const satisfies Record<MailKind, keyof Order>

const OrderMailSchema = defineEntity({
  name: 'OrderMail',
  tableName: 'order_mail',
  uniques: [{ properties: ['order', 'kind'] }],
  properties: {
    id: p.uuid().primary(),
    order: () => p.manyToOne(Order).deleteRule('cascade'),
    kind: p.enum(mailKinds),
    queuedAt: p.datetime(),
    sentAt: p.datetime().nullable(),
    attempts: p.integer().default(0),
    lastError: p.text().nullable(),
    /** Until then one worker is sending this mail, and no other may. */
    claimedUntil: p.datetime().nullable(),
  },
})

/** A mail owed to a customer. One of each kind an order: the unique key is what makes it once. */
export class OrderMail extends OrderMailSchema.class {}
OrderMailSchema.setClass(OrderMail)
