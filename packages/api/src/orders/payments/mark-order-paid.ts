import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { Order } from '../../order-book/order-entity.ts'
import { queueOrderMail } from '../../order-book/order-mail-service.ts'
import { addOrderEvent } from '../../order-book/order-timeline.ts'
import { ensureLeaf } from '../../proofs/leaves/leaf-service.ts'
import type { Em } from '../../platform/database/database.ts'

/**
 * Moves an order from pending to paid, once: flag, status, timeline, confirmation email and leaf, in the transaction of `em`,
 * which the caller commits. Idempotent. A customer who did not ask for an immediate start may still cancel, so addMissingLeaves()
 * makes that leaf after the cancellation period.
 * @param actor 'stripe' or an administrator's name
 */
export async function markOrderPaid(em: Em, jobs: JobQueue, order: Order, actor: string): Promise<void> {
  if (order.paymentConfirmed) return
  order.paymentConfirmed = true
  order.paidAt = new Date()
  order.uploadNetwork = null
  if (order.status === 'pending') order.status = 'paid'
  addOrderEvent(em, order, 'marked_paid', actor)
  await queueOrderMail(em, jobs, order, 'confirmation')
  if (order.startRequestedAt != null) await startRecording(em, jobs, order)
}

/** Makes the leaf of a confirmed order and queues its anchoring, in the transaction of `em`, which the caller commits. */
export async function startRecording(em: Em, jobs: JobQueue, order: Order): Promise<void> {
  await ensureLeaf(em, order)
  await jobs.enqueue(em, 'anchor', {})
}
