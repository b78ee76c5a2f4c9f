import { LockMode } from '@mikro-orm/core'
import { hoursBefore, removeEach, type SweepInput } from '../storage/sweep.ts'
import { Upload } from './upload-entity.ts'

/**
 * Deletes uploads that never became an order. The file goes before its row, so the next sweep finishes an interrupted one.
 * The row is locked, so no order can be created from an upload that is being deleted.
 * @returns how many were deleted
 */
export async function sweepUploads({
  database,
  storage,
  log,
  now = new Date(),
  unpaidHours,
}: SweepInput & { unpaidHours: number }): Promise<number> {
  const before = hoursBefore(now, unpaidHours)
  const abandoned = await database
    .fork()
    .find(Upload, { createdAt: { $lt: before } }, { fields: ['id'], orderBy: { createdAt: 'asc' } })
  return removeEach(
    abandoned.map(({ id }) => id),
    log,
    'abandoned uploads',
    (id) =>
      database.fork().transactional(async (em) => {
        const upload = await em.findOne(Upload, id, { lockMode: LockMode.PESSIMISTIC_WRITE })
        if (upload === null) return false
        await storage.remove(upload.storageKey)
        em.remove(upload)
        return true
      }),
  )
}
