import { LockMode } from '@mikro-orm/core'
import { Order } from '../orders/order-entity.ts'
import { addOrderEvent } from '../orders/order-timeline.ts'
import { hoursBefore, removeEach, type SweepInput } from './sweep.ts'

/**
 * Removes the files of orders that were completed long enough ago, and of orders that nobody paid in the same time: a
 * stranger's work is not kept without a reason. The order stays, with a line in its timeline and its fingerprint. The
 * file goes before the row says so: what stops in between is taken up by the next sweep. @returns how many files went
 */
export async function sweepRetention({
  database,
  storage,
  log,
  now = new Date(),
  retentionDays,
}: SweepInput & { retentionDays: number }): Promise<number> {
  const before = hoursBefore(now, retentionDays * 24)
  const due = {
    storageKey: { $ne: null },
    $or: [
      { status: 'completed' as const, completedAt: { $lt: before } },
      {
        status: 'pending' as const,
        paymentState: { $ne: 'processing' as const },
        createdAt: { $lt: before },
      },
    ],
  }
  const orders = await database.fork().find(Order, due, { fields: ['id'], orderBy: { createdAt: 'asc' } })
  return removeEach(
    orders.map(({ id }) => id),
    log,
    'files of completed and of unpaid orders',
    (id) =>
      database.fork().transactional(async (em) => {
        const order = await em.findOne(Order, { id, ...due }, { lockMode: LockMode.PESSIMISTIC_WRITE })
        if (!order?.storageKey) return false
        await storage.remove(order.storageKey)
        order.storageKey = null
        order.updatedAt = now
        addOrderEvent(
          em,
          order,
          'file_removed',
          'system',
          `Kept for ${retentionDays} days after ${order.status === 'completed' ? 'completion' : 'ordering, unpaid'}`,
        )
        return true
      }),
  )
}
