import { LockMode } from '@mikro-orm/core'
import { hoursBefore, removeEach, type SweepDeps } from '../../platform/storage/sweep.ts'
import { removeParts } from './upload-service.ts'
import { inCamelCase } from '../../platform/database/rows.ts'
import { queries } from '../tables.ts'
import { Upload, PartialUpload } from './upload-entity.ts'

/**
 * Deletes abandoned uploads and the parts of unfinished ones. A part without an upload is left over from an interrupted joining
 * or sweep.
 * @returns how many uploads were deleted
 */
export async function sweepUploads(deps: SweepDeps & { unpaidHours: number }): Promise<number> {
  const { database, storage, now = new Date(), unpaidHours } = deps
  const whole = await sweepWholeUploads(deps)
  const em = database.fork()
  const partial = await em.nativeDelete(PartialUpload, { createdAt: { $lt: hoursBefore(now, unpaidHours) } })
  const parts = await queries(em)
    .selectFrom('upload_part')
    .leftJoin('partial_upload', 'partial_upload.id', 'upload_part.upload_id')
    .select(inCamelCase('upload_part.id', 'upload_part.storage_key'))
    .where('partial_upload.id', 'is', null)
    .execute()
  const keys = new Map(parts.map(({ id, storageKey }) => [id, storageKey]))
  await removeEach([...keys.keys()], deps.log, 'parts of uploads', async (id) => {
    await removeParts(em, storage, [{ id, storageKey: keys.get(id) ?? '' }])
    return true
  })
  return whole + partial
}

/**
 * Deletes uploads that never became an order. The file is deleted before its row, so the next sweep finishes an interrupted one.
 * The row is locked, so no order can be created from an upload that is being deleted.
 * @returns how many were deleted
 */
async function sweepWholeUploads({
  database,
  storage,
  log,
  now = new Date(),
  unpaidHours,
}: SweepDeps & { unpaidHours: number }): Promise<number> {
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
