import path from 'node:path'
import { prepareDataFolder } from '../../platform/storage/data-folder.ts'
import { scheduledLimits } from '../../platform/database/failover-pool.ts'
import type { Database, Em } from '../../platform/database/database.ts'
import { lockDataFolder, type LockOptions } from './data-lock.ts'
import { openPglite, openPostgres, type PostgresOptions } from './orm.ts'
import { randomBytes } from 'node:crypto'
import { fallbackPrice } from '@priormark/core/platform/limits'
import { centsFromDollars } from '@priormark/core/platform/money'
import { sql } from 'kysely'
import { ensureSetting } from '../../platform/database/setting-service.ts'
import { queries } from '../tables.ts'

/** Opens the configured database. Without `databaseUrl`, PostgreSQL runs in this process on `dataDir`. */
export async function openDatabase(
  { databaseUrl, dataDir }: { databaseUrl: string | null; dataDir: string },
  { isBackup, onBackup, ...options }: PostgresOptions & LockOptions = {},
): Promise<Database> {
  if (databaseUrl !== null) return openPostgres(databaseUrl, options)
  await prepareDataFolder(dataDir)
  const lock = await lockDataFolder(dataDir, { isBackup, onBackup })
  return releaseAfterwards(openFolder(path.join(dataDir, 'database')), () => lock.release())
}

/** Releases what a database needs after it was closed, or if it cannot be opened. */
async function releaseAfterwards(
  opening: Promise<Database>,
  release: () => Promise<void>,
): Promise<Database> {
  try {
    const database = await opening
    const close = async () => {
      await database.close()
      await release()
    }
    return { ...database, close }
  } catch (error) {
    await release()
    throw error
  }
}

/** One for the scheduled job, one for what it reads beside its transaction, and one for a backup at the same time. */
const scheduledConnections = 3

/** Opens connections with limits for scheduled work. They are direct, because a pooler may share them with requests. */
export async function openForSchedules(
  { databaseUrl, databaseDirectUrl }: { databaseUrl: string | null; databaseDirectUrl: string | null },
  database: Database,
): Promise<Database> {
  if (databaseUrl === null) return database
  return openPostgres(databaseDirectUrl ?? databaseUrl, {
    max: scheduledConnections,
    limits: scheduledLimits,
  })
}

/** Opens the PGlite database in a folder that only this process may open. Closing it releases the folder. */
export async function openFolder(folder: string): Promise<Database> {
  const { startPglite } = await import('./pglite.ts')
  const pglite = await startPglite({ dataDir: folder })
  return releaseAfterwards(openPglite(pglite), () => pglite.close())
}

/** Inserts the rows that every database needs: the price and the key that signs cookies. Idempotent. */
export async function ensureInitialRows(em: Em): Promise<{ sessionKey: string }> {
  await queries(em)
    .insertInto('service_price')
    .values({
      id: 1,
      amount_cents: centsFromDollars(fallbackPrice.checkout),
      updated_at: sql<Date>`now()`,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const newKey = randomBytes(32).toString('base64url')
  return { sessionKey: await ensureSetting(em, 'session-key', newKey) }
}
