import { sql } from 'kysely'
import * as v from 'valibot'
import type { Log } from '../logging/log.ts'
import type { Em, Database } from '../database/database.ts'
import { readRow, readRows } from '../database/rows.ts'
import { type FileStorage, fileExists } from './file-storage.ts'
import { markOwner, ownerKey, readOwner, readShopId } from './storage-owner.ts'

/** A file gets its row within minutes; no upload takes a day. */
const strayAfterHours = 24
const batchSize = 5_000
/** More files without rows than failed writes ever leave behind: then the database is more likely to be wrong. */
const maxStrays = { count: 20, share: 0.01 }
/** In an unmarked storage, this many files may belong to uploads in progress whose rows are about to be inserted. */
const maxInProgress = 2
/** The number of ids in a log line. */
const idsLogged = 20

/**
 * Makes files and rows agree: deletes leftovers of failed writes and files without a row, and reports rows without a file.
 * Lists the storage once and keeps only file names in memory. Deletes no files without a row if the storage belongs to
 * another shop, or if there are too many of them: the database may be the wrong one, or an old one.
 */
export async function sweepFiles({ database, storage, log, now = new Date() }: SweepDeps): Promise<{
  temporary: number
  strays: number
  /** Ids of the orders and uploads whose file is missing. */
  missing: string[]
}> {
  const before = hoursBefore(now, strayAfterHours)
  const temporary = await storage.sweepTemporary(before)
  if (temporary > 0) log.info({ removed: temporary }, 'sweep: removed files of broken uploads')

  const em = database.fork()
  const stored = new Set<string>()
  const young = new Set<string>()
  const unknown: string[] = []
  let asked: string[] = []
  const lookUp = async () => {
    unknown.push(...(await unknownKeys(em, asked)))
    asked = []
  }
  for await (const { key, modifiedAt } of storage.list()) {
    if (key === ownerKey) continue
    stored.add(key)
    if (modifiedAt >= before) young.add(key)
    asked.push(key)
    if (asked.length === batchSize) await lookUp()
  }
  await lookUp()
  const old = unknown.filter((key) => !young.has(key))
  const problem =
    (await findOwnershipProblem(em, storage, { stored, unknown, old, log })) ??
    (old.length > Math.max(maxStrays.count, stored.size * maxStrays.share)
      ? 'too many files without a row'
      : null)
  let strays = 0
  if (problem === null) {
    // Checked again, because rows may have been added during the listing.
    strays = await removeEach(await unknownKeys(em, old), log, 'files without a row', (key) =>
      storage.remove(key),
    )
  } else {
    log.error(
      { strays: old.length },
      `sweep: ${problem}, nothing removed. Check that the database and the files belong together.`,
    )
  }

  const missing = await rowsWithoutFile(em, storage, stored)
  if (missing.length > 0) {
    log.error(
      { missing: missing.length, ids: missing.slice(0, idsLogged) },
      'sweep: rows whose file is missing',
    )
  }
  return { temporary, strays, missing }
}

/**
 * Returns why the storage may not be this shop's, or null if it is. An unmarked storage counts as this shop's if the shop
 * knows as many works in it as there are unknown files: works have random names, so another database knows none. New
 * storages are empty or nearly so.
 */
async function findOwnershipProblem(
  em: Em,
  storage: FileStorage,
  { stored, unknown, old, log }: { stored: Set<string>; unknown: string[]; old: string[]; log: Log },
): Promise<string | null> {
  const shopId = await readShopId(em)
  const owner = await readOwner(storage)
  if (owner === shopId) return null
  if (owner !== null) return `the file storage is another shop's (if it is not, remove its file ${ownerKey})`
  const knownWorks = countWorks(stored) - countWorks(unknown)
  const isLikelyInProgress = old.length === 0 && unknown.length <= maxInProgress
  if (unknown.length > knownWorks && !isLikelyInProgress)
    return `the file storage is not marked, and most of its files have no row (if it is this shop's, write ${shopId} into its file ${ownerKey})`
  try {
    await markOwner(storage, shopId)
  } catch (error) {
    // Sweeping is even more urgent if the disk is full; the next sweep marks the storage.
    log.error({ err: error }, 'sweep: the file storage could not be marked as this shop’s')
  }
  return null
}

/** Images are named by their content, so a database with the same posts knows them too. */
function countWorks(keys: Iterable<string>): number {
  let works = 0
  for (const key of keys) if (!key.slice(2).startsWith('/image-')) works += 1
  return works
}

const Key = v.object({ key: v.string() })

async function unknownKeys(em: Em, keys: string[]): Promise<string[]> {
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

/** Checks each suspect again, because files may have been added or deleted during the listing. */
async function rowsWithoutFile(em: Em, storage: FileStorage, stored: Set<string>): Promise<string[]> {
  const rows = await readRows(em, RowWithFile)`${rowsWithFiles}`
  const missing: string[] = []
  for (const { id, key } of rows) {
    if (stored.has(key) || (await fileExists(storage, key))) continue
    const { isKept } = await readRow(em, v.object({ isKept: v.boolean() }))`
      select exists (select from (${rowsWithFiles}) as kept where id = ${id} and key = ${key}) as "isKept"`
    if (isKept) missing.push(id)
  }
  return missing
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
export async function removeEach(
  ids: string[],
  log: Log,
  what: string,
  remove: (id: string) => Promise<boolean | void>,
): Promise<number> {
  let removed = 0
  for (const id of ids) {
    try {
      if ((await remove(id)) !== false) removed += 1
    } catch (error) {
      log.error({ err: error, id }, `sweep: ${what} could not be removed`)
    }
  }
  if (removed > 0) log.info({ removed }, `sweep: removed ${what}`)
  return removed
}
