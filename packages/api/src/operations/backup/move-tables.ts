import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { IsolationLevel } from '@mikro-orm/core'
import { openDatabase } from '../database/open-database.ts'
import { openPostgres } from '../database/orm.ts'
import type { Log } from '../../platform/logging/log.ts'
import { openStorage } from '../../platform/storage/open-storage.ts'
import { claimStorage } from '../../platform/storage/storage-owner.ts'
import type { BackupConfig } from './make-backup.ts'
import { dumpTables, readMigrations } from './table-rows.ts'
import { prepareTables, loadTables } from './load-tables.ts'
import type { BackupTable } from './manifest.ts'

/**
 * Copies the shop of a stopped server from its data folder to an empty PostgreSQL database, and compares every row. The
 * embedded database and the files stay in place; the files are marked as belonging to the new database.
 * @throws Error with a message to print
 */
export async function moveToPostgres(config: BackupConfig, { log }: { log: Log }): Promise<BackupTable[]> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl === null) throw new Error('Set DATABASE_URL to the empty PostgreSQL database to move into.')
  if (!existsSync(path.join(dataDir, 'database')))
    throw new Error(`There is no database in ${dataDir}. Set DATA_DIR to the folder to move from.`)
  const storage = await openStorage(config)
  const source = await openDatabase({ databaseUrl: null, dataDir })
  const folder = await mkdtemp(path.join(dataDir, 'backup-'))
  const target = await openPostgres(databaseUrl)
  try {
    await source.migrate()
    const names = await readMigrations(source.fork())
    const tables = await source
      .fork()
      .transactional((em) => dumpTables(em, folder), { isolationLevel: IsolationLevel.REPEATABLE_READ })
    await prepareTables(target, names, log)
    await target.fork().transactional(async (em) => {
      await loadTables(em, folder, tables)
      await claimStorage(em, storage)
    })
    return tables
  } finally {
    await rm(folder, { recursive: true, force: true })
    await target.close()
    await source.close()
  }
}
