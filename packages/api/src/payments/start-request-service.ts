import { LockMode } from '@mikro-orm/core'
import { AppError } from '@priormark/core/errors'
import { startRequestText } from '@priormark/core/payments/start-request'
import { startRecording } from '../fulfillment/confirm-payment.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { Order } from '../orders/order-entity.ts'
import { addOrderEvent } from '../orders/order-timeline.ts'
import type { Em } from '../sql/database.ts'

/**
 * Keeps on the order that its customer asked to begin within the cancellation period: the moment, the wording's version and,
 * in the timeline, the wording itself. The first request stands. One that comes after the payment begins the work.
 * @throws AppError not_found
 */
export async function requestStart(
  em: Em,
  jobs: JobQueue,
  { orderId, version }: { orderId: string; version: string },
): Promise<void> {
  await em.transactional(async (tx) => {
    const order = await tx.findOne(Order, orderId, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (order === null) throw new AppError('not_found', 'There is no such order')
    if (order.startRequestedAt != null || order.erasedAt != null) return
    order.startRequestedAt = new Date()
    order.startRequestVersion = version
    order.updatedAt = new Date()
    addOrderEvent(tx, order, 'start_requested', 'customer', startRequestText)
    if (order.paymentConfirmed) await startRecording(tx, jobs, order)
  })
}
