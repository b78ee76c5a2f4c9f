import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { lockDataFolder } from '../database/data-lock.ts'
import { openFolder } from '../database/open-database.ts'
import { openPostgres } from '../database/orm.ts'
import type { Log } from '../../platform/logging/log.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FileStorage } from '../../platform/storage/file-storage.ts'
import { skipOrderNumbers } from '../../order-book/order-entity.ts'
import { prepareDataFolder } from '../../platform/storage/data-folder.ts'
import { openStorage } from '../../platform/storage/open-storage.ts'
import { removeShopId, ownerKey } from '../../platform/storage/storage-owner.ts'
import type { BackupConfig } from './make-backup.ts'
import { tableFile } from './table-rows.ts'
import { prepareTables, loadTables } from './load-tables.ts'
import { openBackup } from './encryption.ts'
import { fileEntry, tableEntry, type Manifest } from './manifest.ts'
import { removeFileReferences } from './referenced-files.ts'
import { checkArchive, entriesOf } from './read-archive.ts'

/**
 * Restores a backup into an empty database and storage. Verifies all of it first, and changes nothing if anything is wrong.
 * Files are written before the database refers to them.
 * @throws Error with a message to print
 */
export async function restoreBackup(
  config: BackupConfig,
  { from, log }: { from: string; log: Log },
): Promise<Manifest> {
  const manifest = await checkArchive(await openBackup(from, config.keys))
  const storage = await openStorage(config)
  await assertNoOtherFiles(storage, manifest)
  await prepareDataFolder(config.dataDir)
  const target = await openTarget(config)
  const folder = await mkdtemp(path.join(config.dataDir, 'backup-'))
  try {
    await prepareTables(target.database, manifest.migrations, log)
    // The storage contains only this shop's files, so any old owner mark is invalid. The next start writes a new one.
    await storage.remove(ownerKey)
    await unpack(await openBackup(from, config.keys), { manifest, storage, folder })
    await loadRows(target.database, { manifest, folder })
    await target.moveIntoPlace()
    return manifest
  } finally {
    await rm(folder, { recursive: true, force: true })
    await target.close()
  }
}

/** Files from an earlier attempt are allowed and are overwritten. */
async function assertNoOtherFiles(storage: FileStorage, manifest: Manifest): Promise<void> {
  const backupKeys = new Set(manifest.files.map(({ key }) => key))
  for await (const { key } of storage.list()) {
    if (backupKeys.has(key) || key === ownerKey) continue
    throw new Error(
      `The file storage is not empty: it contains ${key}. Nothing was changed. Specify an empty one.`,
    )
  }
}

/** Extracts tables into a folder and files into the storage. */
async function unpack(
  content: Readable,
  { manifest, storage, folder }: { manifest: Manifest; storage: FileStorage; folder: string },
): Promise<void> {
  const tables = new Map(manifest.tables.map(({ name }) => [tableEntry(name), name]))
  const files = new Map(manifest.files.map((file) => [fileEntry(file.key), file]))
  for await (const { name, body } of entriesOf(content)) {
    const table = tables.get(name)
    const file = files.get(name)
    if (table !== undefined) {
      await pipeline(body, createWriteStream(tableFile(folder, table), { flags: 'wx', mode: 0o600 }))
    } else if (file !== undefined) {
      const storedFile = await storage.write(file.key, body, { maxBytes: file.bytes })
      if (storedFile.sha256 !== file.sha256)
        throw new Error(`The file ${file.key} changed while it was copied. Try again.`)
    } else {
      body.resume()
    }
  }
}

/** Loads all rows in one transaction. @throws Error with a message that says what was left behind */
async function loadRows(
  database: Database,
  { manifest, folder }: { manifest: Manifest; folder: string },
): Promise<void> {
  try {
    await database.fork().transactional(async (em) => {
      await loadTables(em, folder, manifest.tables)
      await removeFileReferences(em, manifest.gone)
      await skipOrderNumbers(em)
      // The original shop may still be running, so this copy gets a new id and owns its files separately.
      await removeShopId(em)
    })
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`The database was left empty; the files of the backup were written. ${reason}`, { cause })
  }
}

/** Opens the empty database. `moveIntoPlace` renames its folder once it is complete. */
async function openTarget({ databaseUrl, dataDir }: BackupConfig) {
  if (databaseUrl !== null) {
    const database = await openPostgres(databaseUrl)
    return { database, moveIntoPlace: async () => {}, close: () => database.close() }
  }
  const lock = await lockDataFolder(dataDir)
  const databaseDir = path.join(dataDir, 'database')
  const partialDir = path.join(dataDir, 'database.part')
  try {
    if ((await readdir(databaseDir).catch(() => [])).length > 0) {
      throw new Error(`${dataDir} already contains a database. Nothing was changed. Specify an empty folder.`)
    }
    await rm(partialDir, { recursive: true, force: true })
    const database = await openFolder(partialDir)
    let databaseClose: Promise<void> | null = null
    const closeDatabase = () => (databaseClose ??= database.close())
    return {
      database,
      async moveIntoPlace() {
        await closeDatabase()
        await rm(databaseDir, { recursive: true, force: true })
        await rename(partialDir, databaseDir)
      },
      async close() {
        try {
          await closeDatabase()
        } finally {
          await rm(partialDir, { recursive: true, force: true })
          await lock.release()
        }
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}
