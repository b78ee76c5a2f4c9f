import { LockMode } from '@mikro-orm/core'
import { orderConditions } from '@priormark/core/orders/order-conditions'
import { paymentStopReason } from '@priormark/core/orders/order-rules'
import { hoursBefore, removeEach, type SweepDeps } from '../platform/storage/sweep.ts'
import { sql } from 'kysely'
import { conditionSql } from '../order-book/order-condition-sql.ts'
import type { Em } from '../platform/database/database.ts'
import { queries } from './tables.ts'
import { Order, addOrderEvent } from '../order-book/order-entity.ts'

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
  const dueOrders = (em: Em) =>
    queries(em).selectFrom('orders').select('id').where('storage_key', 'is not', null)
      .where(sql<boolean>`(status = 'completed' and completed_at < ${before}
        or status = 'pending' and payment_state <> 'processing' and updated_at < ${hoursBefore(now, unpaidHours)}
        or ${conditionSql(orderConditions.isEnded)} and updated_at < ${before})`)
  const orders = await dueOrders(database.fork()).orderBy('created_at').execute()
  return removeEach(
    orders.map(({ id }) => id),
    log,
    'files of completed, unpaid and stopped orders',
    (id) =>
      database.fork().transactional(async (em) => {
        const order = await em.findOne(Order, id, { lockMode: LockMode.PESSIMISTIC_WRITE })
        const due = await dueOrders(em).where('id', '=', id).executeTakeFirst()
        if (!order?.storageKey || due === undefined) return false
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
