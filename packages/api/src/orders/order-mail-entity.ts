import { defineEntity, p } from '@mikro-orm/core'
import { Order } from './order-entity.ts'

const mailKinds = ['confirmation', 'fulfillment'] as const
export type MailKind = (typeof mailKinds)[number]

/** The order's flag that says whether the email of a kind was sent. */
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
    /** Until then, only one worker may send this email. */
    claimedUntil: p.datetime().nullable(),
  },
})

/** An email to a customer. A unique key allows one of each kind per order. */
export class OrderMail extends OrderMailSchema.class {}
OrderMailSchema.setClass(OrderMail)
