import { defineEntity, p } from '@mikro-orm/core'
import { mailKinds, type MailKind } from '@priormark/core/platform/mail-kind'
import { Order } from './order-entity.ts'
import { Refund } from './refund-entity.ts'

/** The flag of the order that says whether a mail of a kind was sent, automatically or manually; null for a kind without one. */
const sentFlags = {
  confirmation: 'confirmationEmailSent',
  fulfillment: 'fulfillmentEmailSent',
  evidence: null,
  refund: null,
  refund_failed: null,
} as const satisfies Record<MailKind, keyof Order | null>

/** Whether a mail of a kind was sent, or marked as sent by an administrator. */
export function isFlagged(order: Order, kind: MailKind): boolean {
  const flag = sentFlags[kind]
  return flag !== null && order[flag]
}

export function setFlag(order: Order, kind: MailKind, isSent: boolean): void {
  const flag = sentFlags[kind]
  if (flag !== null) order[flag] = isSent
}

/** The same as isFlagged, for a query of `order_mail` joined with `orders`. */
export const flagCondition = `case order_mail.kind when 'confirmation' then orders.confirmation_email_sent
  when 'fulfillment' then orders.fulfillment_email_sent else false end`

export const OrderMailSchema = defineEntity({
  name: 'OrderMail',
  tableName: 'order_mail',
  indexes: [
    {
      name: 'order_mail_once_unique',
      expression:
        'create unique index "order_mail_once_unique" on "order_mail" ("order_id", "kind") where "refund_id" is null',
    },
    {
      name: 'order_mail_refund_unique',
      expression:
        'create unique index "order_mail_refund_unique" on "order_mail" ("refund_id", "kind") where "refund_id" is not null',
    },
    { properties: ['order'] },
  ],
  properties: {
    id: p.uuid().primary(),
    order: () => p.manyToOne(Order).deleteRule('cascade'),
    kind: p.enum(mailKinds),
    /** What it is about; null for an email about the order. */
    refund: () => p.manyToOne(Refund).deleteRule('cascade').nullable(),
    queuedAt: p.datetime(),
    sentAt: p.datetime().nullable(),
    /** Since then it must not be sent: its refund failed. */
    canceledAt: p.datetime().nullable(),
    attempts: p.integer().default(0),
    lastError: p.text().nullable(),
    /** Until then, only one worker may send this email. */
    claimedUntil: p.datetime().nullable(),
  },
})

/** An email to a customer. Unique keys allow one of each kind per order, or per refund. */
export class OrderMail extends OrderMailSchema.class {}
OrderMailSchema.setClass(OrderMail)
