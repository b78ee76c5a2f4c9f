import { hoursBefore, removeEach, type SweepDeps } from '../../platform/storage/sweep-files.ts'
import { removeParts } from './upload-service.ts'
import { inCamelCase } from '../../platform/database/rows.ts'
import { queries } from '../tables.ts'
import { Upload, PartialUpload } from './upload-entity.ts'
import { orderConditions } from '@priormark/core/orders/order-conditions'
import { paymentStopReason } from '@priormark/core/orders/order-rules'
import { sql } from 'kysely'
import { conditionSql } from '../../order-book/order-condition-sql.ts'
import { type Em, forUpdate } from '../../platform/database/database.ts'
import { Order, addOrderEvent } from '../../order-book/order-entity.ts'

/**
 * Deletes abandoned uploads and the parts of unfinished ones. A part without an upload remains if joining the parts or a sweep was
 * interrupted.
 * @returns how many uploads were deleted
 */
export async function sweepUploads(deps: SweepDeps & { unpaidFileHours: number }): Promise<number> {
  const { database, storage, now = new Date(), unpaidFileHours } = deps
  const cutoff = hoursBefore(now, unpaidFileHours)
  const wholeCount = await sweepWholeUploads(deps, cutoff)
  const em = database.fork()
  const partialCount = await em.nativeDelete(PartialUpload, { createdAt: { $lt: cutoff } })
  const parts = await queries(em)
    .selectFrom('upload_part')
    .leftJoin('partial_upload', 'partial_upload.id', 'upload_part.upload_id')
    .select(inCamelCase('upload_part.id', 'upload_part.storage_key'))
    .where('partial_upload.id', 'is', null)
    .execute()
  await removeEach(parts, deps.log, 'parts of uploads', (part) => removeParts(em, storage, [part]))
  return wholeCount + partialCount
}

/**
 * Deletes uploads that never became an order. The file is deleted before its row, so the next sweep finishes an interrupted one.
 * The row is locked, so no order can be created from an upload that is being deleted.
 * @returns how many were deleted
 */
async function sweepWholeUploads({ database, storage, log }: SweepDeps, cutoff: Date): Promise<number> {
  const abandonedUploads = await database
    .fork()
    .find(Upload, { createdAt: { $lt: cutoff } }, { fields: ['id'], orderBy: { createdAt: 'asc' } })
  return removeEach(abandonedUploads, log, 'abandoned uploads', ({ id }) =>
    database.fork().transactional(async (em) => {
      const upload = await em.findOne(Upload, id, forUpdate)
      if (upload === null) return false
      await storage.remove(upload.storageKey)
      em.remove(upload)
    }),
  )
}

/** Names the event from which the retention of an order's file is counted. */
function retentionStart(order: Order): string {
  if (order.status === 'completed') return 'completion'
  if (order.status === 'pending') return 'the last activity, unpaid'
  return paymentStopReason(order) === 'refunded' ? 'the refund' : 'the lost dispute'
}

/**
 * Deletes the files of orders that were completed, refunded or lost in a dispute `fileRetentionDays` ago, and of orders that remained
 * unpaid for `unpaidFileHours` after the last activity. The order keeps its fingerprint and gets a timeline event. The file is deleted
 * before the row is updated, so the next sweep finishes an interrupted one.
 * @returns how many files were deleted
 */
export async function sweepRetention({
  database,
  storage,
  log,
  now = new Date(),
  fileRetentionDays,
  unpaidFileHours,
}: SweepDeps & { fileRetentionDays: number; unpaidFileHours: number }): Promise<number> {
  const cutoff = hoursBefore(now, fileRetentionDays * 24)
  const selectDueOrders = (em: Em) =>
    queries(em).selectFrom('orders').select('id').where('storage_key', 'is not', null)
      .where(sql<boolean>`(status = 'completed' and completed_at < ${cutoff}
        or status = 'pending' and payment_state <> 'processing' and updated_at < ${hoursBefore(now, unpaidFileHours)}
        or ${conditionSql(orderConditions.isEnded)} and updated_at < ${cutoff})`)
  const orders = await selectDueOrders(database.fork()).orderBy('created_at').execute()
  return removeEach(orders, log, 'files of completed, unpaid and stopped orders', ({ id }) =>
    database.fork().transactional(async (em) => {
      const order = await em.findOne(Order, id, forUpdate)
      const dueOrder = await selectDueOrders(em).where('id', '=', id).executeTakeFirst()
      if (!order?.storageKey || dueOrder === undefined) return false
      await storage.remove(order.storageKey)
      Object.assign(order, { storageKey: null, uploadNetwork: null, updatedAt: now })
      const duration = order.status === 'pending' ? `${unpaidFileHours} hours` : `${fileRetentionDays} days`
      const detail = `Kept for ${duration} after ${retentionStart(order)}`
      addOrderEvent(em, order, 'file_removed', 'system', detail)
    }),
  )
}
