import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { openPglite, openPostgres, type Database } from '../src/db/orm.ts'
import { startPglite } from '../src/db/pglite.ts'
import { cacheFolder } from './cache-folder.ts'
import { createMigratedDatabase, testServerUrl } from './database-server.ts'
import { migrationsKey } from './template-keys.ts'

/** A database of the test's own, with all tables. Closing it drops it. */
export async function openTestDatabase(): Promise<Database> {
  return testServerUrl === null ? await openOnPglite() : await openOnServer(testServerUrl)
}

async function openOnServer(serverUrl: string): Promise<Database> {
  const { url, drop } = await createMigratedDatabase(serverUrl)
  const database = await openPostgres(url)
  return {
    ...database,
    close: async () => {
      await database.close()
      await drop()
    },
  }
}

async function openOnPglite(): Promise<Database> {
  const pglite = await startPglite({ loadDataDir: await template() })
  const database = await openPglite(pglite)
  return {
    ...database,
    close: async () => {
      await database.close()
      await pglite.close()
    },
  }
}

/** A migrated database as a file: making one takes seconds, loading it a fraction. One file for each set of migrations. */
async function template(): Promise<Blob> {
  const file = path.join(cacheFolder, `pglite-${migrationsKey()}.tar`)
  const known = await readFile(file).catch(() => null)
  if (known !== null) return new Blob([known])
  const pglite = await startPglite()
  const database = await openPglite(pglite)
  await database.migrate()
  await database.close()
  const dump = await pglite.dumpDataDir('none')
  await pglite.close()
  await mkdir(cacheFolder, { recursive: true })
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, await dump.bytes())
  await rename(draft, file)
  for (const name of await readdir(cacheFolder)) {
    if (name.endsWith('.tar') && name !== path.basename(file))
      await rm(path.join(cacheFolder, name), { force: true })
  }
  return dump
}
