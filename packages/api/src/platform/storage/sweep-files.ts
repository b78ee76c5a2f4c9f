import { sql } from 'kysely'
import * as v from 'valibot'
import type { Log } from '../logging/log.ts'
import type { Em, Database } from '../database/database.ts'
import { readRow, readRows } from '../database/rows.ts'
import { type FileStorage, fileExists } from './file-storage.ts'
import { markOwner, ownerKey, readOwner, readShopId } from './storage-owner.ts'

/** A file without a row is a stray after this time: no upload takes a day, and rows are inserted within minutes. */
const strayAfterHours = 24
const batchSize = 5_000
/** Failed writes never leave more strays. If there are more, the database is likely to be the wrong one. */
const maxStrays = { count: 20, share: 0.01 }
/** In an unmarked storage, this many files may belong to uploads in progress whose rows are about to be inserted. */
const maxInProgress = 2
/** The number of ids in a log line. */
const maxLoggedIds = 20

/**
 * Deletes leftovers of failed writes and files without a row, and reports rows without a file. Lists the storage once and keeps
 * only file names in memory. Deletes no files without a row if the storage belongs to another shop, or if there are too many of
 * them: the database may be the wrong one, or an old one.
 */
export async function sweepFiles({ database, storage, log, now = new Date() }: SweepDeps): Promise<{
  /** How many files of interrupted writes, and how many without a row, were deleted. */
  temporary: number
  strays: number
  /** Ids of the orders and uploads whose file is missing. */
  missing: string[]
}> {
  const cutoff = hoursBefore(now, strayAfterHours)
  const temporary = await storage.sweepTemporary(cutoff)
  if (temporary > 0) log.info({ removed: temporary }, 'sweep: removed files of interrupted uploads')

  const em = database.fork()
  const storedKeys = new Set<string>()
  const recentKeys = new Set<string>()
  const unreferenced: string[] = []
  let batch: string[] = []
  const checkBatch = async () => {
    unreferenced.push(...(await findUnreferenced(em, batch)))
    batch = []
  }
  for await (const { key, modifiedAt } of storage.list()) {
    if (key === ownerKey) continue
    storedKeys.add(key)
    if (modifiedAt >= cutoff) recentKeys.add(key)
    batch.push(key)
    if (batch.length === batchSize) await checkBatch()
  }
  await checkBatch()
  const strays = unreferenced.filter((key) => !recentKeys.has(key))
  const problem =
    (await findOwnershipProblem({ em, storage, storedKeys, unreferenced, strays, log })) ??
    (strays.length > Math.max(maxStrays.count, storedKeys.size * maxStrays.share)
      ? 'there are too many of them'
      : null)
  let removed = 0
  if (problem === null) {
    // Checked again, because rows may have been added during the listing.
    const unlisted = (await findUnreferenced(em, strays)).map((id) => ({ id }))
    const remove = ({ id }: { id: string }) => storage.remove(id)
    removed = await removeEach(unlisted, log, 'files without a row in the database', remove)
  } else {
    log.error(
      { strays: strays.length },
      `sweep: removed no files without a row in the database, because ${problem}. Check that the database and the files belong together.`,
    )
  }

  const missingIds = await findRowsWithoutFile(em, storage, storedKeys)
  if (missingIds.length > 0) {
    log.error(
      { missing: missingIds.length, ids: missingIds.slice(0, maxLoggedIds) },
      'sweep: files of orders or uploads are missing',
    )
  }
  return { temporary, strays: removed, missing: missingIds }
}

/**
 * Returns why the storage may not be this shop's, or null if it is. An unmarked storage counts as this shop's, and is marked, if
 * no more files lack a row than works have one: works have random names, so another shop's database would have a row for none
 * of them. The same holds for a new storage with only a few uploads in progress.
 */
async function findOwnershipProblem(input: {
  em: Em
  storage: FileStorage
  storedKeys: Set<string>
  unreferenced: string[]
  strays: string[]
  log: Log
}): Promise<string | null> {
  const { em, storage, storedKeys, unreferenced, strays, log } = input
  const shopId = await readShopId(em)
  const owner = await readOwner(storage)
  if (owner === shopId) return null
  if (owner !== null) return `the file storage is another shop's (if it is not, remove its file ${ownerKey})`
  const referencedWorks = countWorks(storedKeys) - countWorks(unreferenced)
  const isLikelyInProgress = strays.length === 0 && unreferenced.length <= maxInProgress
  if (unreferenced.length > referencedWorks && !isLikelyInProgress)
    return `the file storage is not marked, and most of its files have no row (if it is this shop's, write ${shopId} into its file ${ownerKey})`
  try {
    await markOwner(storage, shopId)
  } catch (error) {
    // Sweeping is even more urgent if the disk is full; the next sweep marks the storage.
    log.error({ err: error }, 'sweep: the file storage could not be marked as this shop’s')
  }
  return null
}

/** Does not count images: they are named by their content, so another database with the same posts has rows for them too. */
function countWorks(keys: Iterable<string>): number {
  let workCount = 0
  for (const key of keys) if (!key.slice(2).startsWith('/image-')) workCount += 1
  return workCount
}

const Key = v.object({ key: v.string() })

async function findUnreferenced(em: Em, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const rows = await readRows(em, Key)`
    select key from json_array_elements_text(${JSON.stringify(keys)}::json) as listed(key)
    where not exists (select from orders where storage_key = key)
      and not exists (select from upload where storage_key = key)
      and not exists (select from upload_part where storage_key = key)
      and not exists (select from blog_image
                      where left(source_sha256, 16) = substring(key from '^../image-([0-9a-f]{16})-'))`
  return rows.map(({ key }) => key)
}

const RowWithFile = v.object({ id: v.string(), key: v.string() })
const rowsWithFiles = sql`select id, storage_key as key from orders where storage_key is not null
  union all select id, storage_key from upload union all select id, storage_key from upload_part`

/** Looks up each unlisted file again, because files may have been added or deleted during the listing. */
async function findRowsWithoutFile(em: Em, storage: FileStorage, storedKeys: Set<string>): Promise<string[]> {
  const rows = await readRows(em, RowWithFile)`${rowsWithFiles}`
  const missingIds: string[] = []
  for (const { id, key } of rows) {
    if (storedKeys.has(key) || (await fileExists(storage, key))) continue
    const { isKept } = await readRow(em, v.object({ isKept: v.boolean() }))`
      select exists (select from (${rowsWithFiles}) as kept where id = ${id} and key = ${key}) as "isKept"`
    if (isKept) missingIds.push(id)
  }
  return missingIds
}

export interface SweepDeps {
  database: Database
  storage: FileStorage
  log: Log
  /** The time from which ages are counted; by default now. */
  now?: Date
}

export function hoursBefore(now: Date, hours: number): Date {
  return new Date(now.getTime() - hours * 3_600_000)
}

/**
 * Removes items one by one. A failure is logged with the item's id and does not stop the others.
 * @param remove returns false if there was nothing to remove
 * @returns how many were removed
 */
export async function removeEach<Item extends { id: string }>(
  items: readonly Item[],
  log: Log,
  itemNames: string,
  remove: (item: Item) => Promise<boolean | void>,
): Promise<number> {
  let removed = 0
  for (const item of items) {
    try {
      if ((await remove(item)) !== false) removed += 1
    } catch (error) {
      log.error({ err: error, id: item.id }, `sweep: could not remove one of the ${itemNames}`)
    }
  }
  if (removed > 0) log.info({ removed }, `sweep: removed ${itemNames}`)
  return removed
}
