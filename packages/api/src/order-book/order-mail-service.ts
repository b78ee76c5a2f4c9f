import { randomUUID } from 'node:crypto'
import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import {
  type MailKind,
  type OrderMailKind,
  type RefundMailKind,
  mailKinds,
} from '@priormark/core/platform/mail-kind'
import { isTrue } from '@priormark/core/orders/order-conditions'
import { sql } from 'kysely'
import { conditionSql } from './order-condition-sql.ts'
import type { JobQueue } from '../platform/jobs/job-queue.ts'
import { type Em, forUpdate } from '../platform/database/database.ts'
import { Order, addOrderEvent } from './order-entity.ts'
import { Refund } from './refund-entity.ts'

/** The field of the order that says whether an email of a kind was sent, automatically or manually; null for a kind without one. */
const sentFlags = {
  confirmation: 'confirmationEmailSent',
  fulfillment: 'fulfillmentEmailSent',
  evidence: null,
  refund: null,
  refund_failed: null,
} as const satisfies Record<MailKind, keyof Order | null>

/** Whether an email of a kind was sent, or marked as sent by an administrator. */
export function isMarkedSent(order: Order, kind: MailKind): boolean {
  const flag = sentFlags[kind]
  return flag !== null && order[flag]
}

export function markSent(order: Order, kind: MailKind, isSent: boolean): void {
  const flag = sentFlags[kind]
  if (flag !== null) order[flag] = isSent
}

/** The same as isMarkedSent(), for a query of `order_mail` joined with `orders`. */
const isMarkedSentSql = sql`case order_mail.kind ${sql.join(
  mailKinds.map((kind) => {
    const flag = sentFlags[kind]
    return sql`when ${sql.lit(kind)} then ${flag === null ? sql`false` : conditionSql(isTrue(flag))}`
  }),
  sql` `,
)} end`

/** Whether an email is still to be sent, for the same queries. */
export const isUnsent = sql<boolean>`order_mail.sent_at is null and order_mail.canceled_at is null and not ${isMarkedSentSql}`

/** An email to a customer. Unique keys allow one of each kind per order, or per refund. */
export const OrderMail = defineEntity({
  name: 'OrderMail',
  indexes: [{ properties: ['order'] }],
  uniques: [
    { name: 'order_mail_once_unique', properties: ['order', 'kind'], where: '"refund_id" is null' },
    { name: 'order_mail_refund_unique', properties: ['refund', 'kind'], where: '"refund_id" is not null' },
  ],
  properties: {
    id: p.uuid().primary(),
    order: () => p.manyToOne(Order).deleteRule('cascade'),
    kind: p.enum(mailKinds),
    /** The refund that the email is about; null for an email about the order. */
    refund: () => p.manyToOne(Refund).deleteRule('cascade').nullable(),
    queuedAt: p.datetime(),
    sentAt: p.datetime().nullable(),
    /** When its refund failed; the email must not be sent after that. */
    canceledAt: p.datetime().nullable(),
    attempts: p.integer().default(0),
    lastError: p.text().nullable(),
    /** Until then, only one worker may send this email. */
    claimedUntil: p.datetime().nullable(),
  },
})
export type OrderMail = InferEntity<typeof OrderMail>

/** An email about an order, or about a refund of it. */
type MailSubject = { kind: OrderMailKind; refund?: null } | { kind: RefundMailKind; refund: Refund }

/**
 * Queues an email to the customer once, unless it is marked as sent. Row and job are written in the transaction of `em`,
 * which the caller commits.
 */
export async function queueMail(
  em: Em,
  jobs: JobQueue,
  order: Order,
  { kind, refund = null }: MailSubject,
  actor = 'system',
): Promise<void> {
  // The customer's address was erased.
  if (order.erasedAt != null) return
  if ((await em.findOne(OrderMail, { order, kind, refund })) !== null) return
  const mail = em.create(OrderMail, { id: randomUUID(), order, kind, refund, queuedAt: new Date() })
  // If an administrator has sent it, the row only records that it was due.
  if (!isMarkedSent(order, kind)) await enqueue(em, jobs, mail.id, { order, kind, actor })
}

/**
 * Cancels the email about a refund that failed. If a worker has tried to send it, the customer may have it, so another email
 * corrects it. Locks the row, so that a worker claims it either before or not at all.
 */
export async function correctRefundMail(em: Em, jobs: JobQueue, order: Order, refund: Refund): Promise<void> {
  const mail = await em.findOne(OrderMail, { refund, kind: 'refund' }, forUpdate)
  if (mail === null) return
  mail.canceledAt = new Date()
  if (mail.attempts > 0) await queueMail(em, jobs, order, { kind: 'refund_failed', refund })
}

/**
 * Queues an email again because its content changed. It is sent as a new message, whether or not the first one was sent. Runs
 * in the transaction of `em`, which the caller commits.
 */
export async function requeueOrderMail(
  em: Em,
  jobs: JobQueue,
  order: Order,
  kind: OrderMailKind,
  actor = 'system',
): Promise<void> {
  const mail = await em.findOne(OrderMail, { order, kind })
  if (mail !== null) return requeueMail(em, jobs, { mail, order, actor })
  if (order.erasedAt == null) markSent(order, kind, false)
  await queueMail(em, jobs, order, { kind }, actor)
}

/** Queues the email of a row again, like requeueOrderMail(). */
export async function requeueMail(
  em: Em,
  jobs: JobQueue,
  { mail, order, actor }: { mail: OrderMail; order: Order; actor: string },
): Promise<void> {
  if (order.erasedAt != null) return
  Object.assign(mail, { queuedAt: new Date(), sentAt: null, claimedUntil: null, lastError: null })
  markSent(order, mail.kind, false)
  await enqueue(em, jobs, mail.id, { order, kind: mail.kind, actor })
}

async function enqueue(
  em: Em,
  jobs: JobQueue,
  mailId: string,
  { order, kind, actor }: { order: Order; kind: MailKind; actor: string },
): Promise<void> {
  addOrderEvent(em, order, 'mail_queued', actor, kind)
  await jobs.enqueue(em, 'send-mail', { mailId })
}
