import { ensureLeaf } from '../anchors/leaf-service.ts'
import type { Em } from '../db/orm.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { queueOrderMail, requeueOrderMail } from '../mail/mail-service.ts'
import type { Order } from './order-entity.ts'
import { addOrderEvent } from './order-timeline.ts'

/**
 * pending -> paid, once: the flag, the status, the timeline, the confirmation mail and the leaf that is to be anchored in
 * one transaction of `em`, which the caller commits. Does nothing to an order that is confirmed already. A customer who paid
 * without asking us to begin at once may cancel first: that leaf is made by addMissingLeaves() when the time is over. What an
 * administrator marks as paid begins on their word.
 * @param actor 'stripe' or an administrator's name
 */
export async function confirmPayment(em: Em, jobs: JobQueue, order: Order, actor: string): Promise<void> {
  if (order.paymentConfirmed) return
  order.paymentConfirmed = true
  order.paidAt = new Date()
  if (order.status === 'pending') order.status = 'paid'
  addOrderEvent(em, order, 'marked_paid', actor)
  await queueOrderMail(em, jobs, order, 'confirmation')
  if (order.startRequestedAt != null || actor !== 'stripe') await begin(em, jobs, order)
}

/** Makes the leaf of a confirmed order, and has it anchored. In the transaction of `em`, which the caller commits. */
export async function begin(em: Em, jobs: JobQueue, order: Order): Promise<void> {
  await ensureLeaf(em, order)
  await jobs.enqueue(em, 'anchor', {})
}

/** paid -> completed by its link, which is mailed. Another link later replaces the former, and is mailed too. */
export async function completeWithLink(
  em: Em,
  jobs: JobQueue,
  order: Order,
  link: string,
  actor: string,
): Promise<void> {
  if (order.blockchainLink === link && order.status === 'completed') return
  const isCorrection = order.blockchainLink != null
  order.blockchainLink = link
  order.status = 'completed'
  order.completedAt ??= new Date()
  addOrderEvent(em, order, 'link_added', actor, link)
  await (isCorrection ? requeueOrderMail : queueOrderMail)(em, jobs, order, 'fulfillment')
}
