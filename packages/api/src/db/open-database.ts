import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { lockDataFolder } from './data-lock.ts'
import { openPglite, openPostgres, type Database } from './orm.ts'

/** Opens the database that is configured; without a `databaseUrl`, PostgreSQL runs in this process on `dataDir`. */
export async function openDatabase({
  databaseUrl,
  dataDir,
}: {
  databaseUrl: string | null
  dataDir: string
}): Promise<Database> {
  if (databaseUrl !== null) return openPostgres(databaseUrl)
  await mkdir(dataDir, { recursive: true })
  const lock = await lockDataFolder(dataDir)
  const { startPglite } = await import('./pglite.ts')
  const pglite = await startPglite({ dataDir: path.join(dataDir, 'database') })
  const database = await openPglite(pglite)
  return {
    ...database,
    async close() {
      await database.close()
      await pglite.close()
      await lock.release()
    },
  }
}
