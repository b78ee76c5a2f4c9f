import { LockMode } from '@mikro-orm/core'
import { hoursBefore, removeEach, type SweepInput } from '../storage/sweep.ts'
import { PartialUpload } from './partial-upload-entity.ts'
import { removeParts } from './partial-upload-service.ts'
import { Upload } from './upload-entity.ts'

/**
 * Removes abandoned uploads and the parts of those that were never finished. A part whose upload is gone is left over from
 * joining or from an earlier sweep that was stopped. @returns how many uploads went
 */
export async function sweepUploads(input: SweepInput & { unpaidHours: number }): Promise<number> {
  const { database, storage, now = new Date(), unpaidHours } = input
  const whole = await sweepWholeUploads(input)
  const em = database.fork()
  const partial = await em.nativeDelete(PartialUpload, { createdAt: { $lt: hoursBefore(now, unpaidHours) } })
  const parts = await em.execute<{ id: string; storageKey: string }[]>(
    `select id, storage_key as "storageKey" from upload_part
     where not exists (select from partial_upload where id = upload_id)`,
  )
  const keys = new Map(parts.map(({ id, storageKey }) => [id, storageKey]))
  await removeEach([...keys.keys()], input.log, 'parts of uploads', async (id) => {
    await removeParts(em, storage, [{ id, storageKey: keys.get(id) ?? '' }])
    return true
  })
  return whole + partial
}

/**
 * Removes uploads that never became an order, the file before its row: what stops in between is taken up by the next sweep.
 * The row is locked, so an order cannot be made of an upload whose file is on its way out. @returns how many went
 */
async function sweepWholeUploads({
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
