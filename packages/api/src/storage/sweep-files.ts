import { AppError } from '@priormark/core/errors'
import type { Em } from '../db/orm.ts'
import type { FileStorage } from './file-storage.ts'
import { hoursBefore, removeEach, type SweepInput } from './sweep.ts'

/** A file gets its row within minutes of being written; a day is far past any upload in hand. */
const strayAfterHours = 24
const batchSize = 5_000
/** More strays than writing ever leaves behind: the database is then the likelier one to be wrong. */
const mostStrays = { count: 20, share: 0.01 }
/** How many ids of a long list a line of the log holds. */
const idsLogged = 20

export interface FilesSwept {
  temporary: number
  strays: number
  /** Ids of the orders and uploads whose file is gone. */
  missing: string[]
}

/**
 * Makes files and rows agree: removes what writing left behind and files that no row knows, and reports rows whose file is
 * gone. One listing of the storage; what it holds in memory is a name a file (files leave with retention). Where too many
 * files have no row it removes none of them: it may be looking at another shop's storage, or at an empty database.
 */
export async function sweepFiles({
  database,
  storage,
  log,
  now = new Date(),
}: SweepInput): Promise<FilesSwept> {
  const before = hoursBefore(now, strayAfterHours)
  const temporary = await storage.sweepTemporary(before)
  if (temporary > 0) log.info({ removed: temporary }, 'sweep: removed files of broken uploads')

  const em = database.fork()
  const stored = new Set<string>()
  let old: string[] = []
  const unknown: string[] = []
  const lookUp = async () => {
    unknown.push(...(await unknownKeys(em, old)))
    old = []
  }
  for await (const { key, modifiedAt } of storage.list()) {
    stored.add(key)
    if (modifiedAt >= before) continue
    old.push(key)
    if (old.length === batchSize) await lookUp()
  }
  await lookUp()
  let strays = 0
  if (unknown.length > Math.max(mostStrays.count, stored.size * mostStrays.share)) {
    log.error(
      { strays: unknown.length },
      'sweep: too many files without a row, nothing removed: is this the right database?',
    )
  } else {
    // Looked up again: the listing may have taken long enough for a row to come.
    strays = await removeEach(await unknownKeys(em, unknown), log, 'files without a row', async (key) => {
      await storage.remove(key)
      return true
    })
  }

  const missing = await rowsWithoutFile(em, storage, stored)
  if (missing.length > 0) {
    log.error({ missing: missing.length, ids: missing.slice(0, idsLogged) }, 'sweep: rows whose file is gone')
  }
  return { temporary, strays, missing }
}

async function unknownKeys(em: Em, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const rows = await em.execute<{ key: string }[]>(
    `select key from json_array_elements_text(?::json) as listed(key)
     where not exists (select from orders where storage_key = key)
       and not exists (select from upload where storage_key = key)
       and not exists (select from blog_image
                       where left(source_sha256, 16) = substring(key from '^../image-([0-9a-f]{16})-'))`,
    [JSON.stringify(keys)],
  )
  return rows.map(({ key }) => key)
}

const rowsWithFiles = `select id, storage_key as key from orders where storage_key is not null
  union all select id, storage_key from upload`

/** Each suspect is looked at again: a file may have come or gone with its row while the listing ran. */
async function rowsWithoutFile(em: Em, storage: FileStorage, stored: Set<string>): Promise<string[]> {
  const rows = await em.execute<{ id: string; key: string }[]>(rowsWithFiles)
  const missing: string[] = []
  for (const { id, key } of rows) {
    if (stored.has(key) || !(await isGone(storage, key))) continue
    const [still] = await em.execute<unknown[]>(
      `select from (${rowsWithFiles}) as kept where id = ? and key = ?`,
      [id, key],
    )
    if (still !== undefined) missing.push(id)
  }
  return missing
}

async function isGone(storage: FileStorage, key: string): Promise<boolean> {
  try {
    const { content } = await storage.read(key)
    content.destroy()
    return false
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return true
    throw error
  }
}
