import { LockMode } from '@mikro-orm/core'
import { paymentStopReason } from '@priormark/core/orders/order-rules'
import { hoursBefore, removeEach, type SweepDeps } from '../platform/storage/sweep.ts'
import { Order } from '../order-book/order-entity.ts'
import { addOrderEvent } from '../order-book/order-timeline.ts'

function reasonOf(order: Order): string {
  if (order.status === 'completed') return 'completion'
  if (order.status === 'pending') return 'the last activity, unpaid'
  return paymentStopReason(order) === 'refunded' ? 'the refund' : 'the lost dispute'
}

/**
 * Deletes the files of orders that were completed, refunded or lost in a dispute `retentionDays` ago, and of orders that remained
 * unpaid for `unpaidHours` after the last activity. The order keeps its fingerprint and gets a timeline event. The file is deleted
 * before the row is updated, so the next sweep finishes an interrupted one.
 * @returns how many files were deleted
 */
export async function sweepRetention({
  database,
  storage,
  log,
  now = new Date(),
  retentionDays,
  unpaidHours,
}: SweepDeps & { retentionDays: number; unpaidHours: number }): Promise<number> {
  const before = hoursBefore(now, retentionDays * 24)
  const due = {
    storageKey: { $ne: null },
    $or: [
      { status: 'completed' as const, completedAt: { $lt: before } },
      {
        status: 'pending' as const,
        paymentState: { $ne: 'processing' as const },
        updatedAt: { $lt: hoursBefore(now, unpaidHours) },
      },
      { status: 'paid' as const, paymentState: 'refunded' as const, updatedAt: { $lt: before } },
      {
        status: 'paid' as const,
        paymentState: 'disputed' as const,
        dispute: { status: 'lost' },
        updatedAt: { $lt: before },
      },
    ],
  }
  const orders = await database.fork().find(Order, due, { fields: ['id'], orderBy: { createdAt: 'asc' } })
  return removeEach(
    orders.map(({ id }) => id),
    log,
    'files of completed, unpaid and stopped orders',
    (id) =>
      database.fork().transactional(async (em) => {
        const order = await em.findOne(Order, { id, ...due }, { lockMode: LockMode.PESSIMISTIC_WRITE })
        if (!order?.storageKey) return false
        await storage.remove(order.storageKey)
        order.storageKey = null
        order.uploadNetwork = null
        order.updatedAt = now
        addOrderEvent(
          em,
          order,
          'file_removed',
          'system',
          `Kept for ${order.status === 'pending' ? `${unpaidHours} hours` : `${retentionDays} days`} after ${reasonOf(order)}`,
        )
        return true
      }),
  )
}
