import { randomUUID } from 'node:crypto'
import type { MailKind } from '@priormark/core/orders/mail-kind'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { Em } from '../sql/database.ts'
import type { Order } from './order-entity.ts'
import { isFlagged, OrderMail, setFlag } from './order-mail-entity.ts'
import { addOrderEvent } from './order-timeline.ts'

/** Queues an email to the customer once, unless it is marked as sent. Row and job are written in the transaction of `em`, which the caller commits. */
export async function queueOrderMail(
  em: Em,
  jobs: JobQueue,
  order: Order,
  kind: MailKind,
  actor = 'system',
): Promise<void> {
  // Nothing to send to: the customer's address was erased.
  if (order.erasedAt != null) return
  const known = await em.findOne(OrderMail, { order, kind })
  if (known !== null) return
  const mail = em.create(OrderMail, { id: randomUUID(), order, kind, queuedAt: new Date() })
  // An administrator sent it: the row only notes that it was due.
  if (isFlagged(order, kind)) return
  addOrderEvent(em, order, 'mail_queued', actor, kind)
  await jobs.enqueue(em, 'send-mail', { mailId: mail.id })
}

/**
 * Queues an email again because its content changed. It is sent as a new message, whether or not the first one was sent. In
 * the transaction of `em`, which the caller commits.
 */
export async function requeueOrderMail(
  em: Em,
  jobs: JobQueue,
  order: Order,
  kind: MailKind,
  actor = 'system',
): Promise<void> {
  // Nothing to send to: the customer's address was erased.
  if (order.erasedAt != null) return
  setFlag(order, kind, false)
  const mail = await em.findOne(OrderMail, { order, kind })
  if (mail === null) return queueOrderMail(em, jobs, order, kind, actor)
  Object.assign(mail, { queuedAt: new Date(), sentAt: null, claimedUntil: null, lastError: null })
  addOrderEvent(em, order, 'mail_queued', actor, kind)
  await jobs.enqueue(em, 'send-mail', { mailId: mail.id })
}
