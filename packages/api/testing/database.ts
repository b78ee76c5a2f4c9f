import { randomUUID } from 'node:crypto'
import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { ensureFirstAdmin } from '../src/staff/auth/admin-service.ts'
import { ensureInitialRows } from '../src/operations/database/open-database.ts'
import { openPglite, openPostgres } from '../src/operations/database/orm.ts'
import { startPglite } from '../src/operations/database/pglite.ts'
import type { Database } from '../src/platform/database/database.ts'
import { administrator } from './administrator.ts'
import { cacheFolder } from './cache-folder.ts'
import { returnTo, takeSnapshot, type RunSql, type Snapshot } from './database-reset.ts'
import {
  cloneTemplate,
  createMigratedDatabase,
  createTables,
  testServerUrl,
  type ServerDatabase,
  type Template,
} from './database-server.ts'
import { longLimits } from './long-limits.ts'
import { sourcesKey, tablesKey } from './template-keys.ts'

/** Opens a migrated database for one test. Closing it drops it. */
export async function openTestDatabase(): Promise<Database> {
  return testServerUrl === null
    ? await openOnPglite()
    : await openCopy(await createMigratedDatabase(testServerUrl))
}

/** Opens a database as after a first start: initial rows and an administrator. Closing it drops it. */
export async function openAppDatabase(): Promise<Database> {
  if (testServerUrl !== null) return await openCopy(await cloneTemplate(testServerUrl, started))
  const database = await openOnPglite()
  await makeFirstRows(database)
  return database
}

const started: Template = {
  kind: 'app',
  key: sourcesKey(),
  async fill(url) {
    const database = await openPostgres(url, { max: 2 })
    await createTables(database)
    await makeFirstRows(database)
    await database.close()
  },
}

async function makeFirstRows(database: Database): Promise<void> {
  await ensureInitialRows(database.fork())
  await ensureFirstAdmin(database.fork(), administrator)
}

async function openCopy({ url, drop }: ServerDatabase): Promise<Database> {
  const database = await openPostgres(url, { limits: longLimits })
  return {
    ...database,
    close: async () => {
      await database.close()
      await drop()
    },
  }
}

/** Databases that tests of this process have closed. Emptying one takes a tenth of the time that loading one takes. */
const idle: PGlite[] = []
let snapshot: Snapshot | null = null

async function openOnPglite(): Promise<Database> {
  const pglite = (await reuse()) ?? (await startPglite({ loadDataDir: await template() }))
  snapshot ??= await takeSnapshot(runOn(pglite))
  const database = await openPglite(pglite)
  return {
    ...database,
    close: async () => {
      await database.close()
      idle.push(pglite)
    },
  }
}

/** Returns an idle database in its first state, or null. One that a test has changed too much is closed. */
async function reuse(): Promise<PGlite | null> {
  const pglite = idle.pop()
  if (pglite === undefined || snapshot === null) return null
  if (await returnTo(snapshot, runOn(pglite))) return pglite
  await pglite.close()
  return null
}

function runOn(pglite: PGlite): RunSql {
  return async (sql, parameters) =>
    parameters === undefined
      ? ((await pglite.exec(sql)).at(-1)?.rows ?? [])
      : (await pglite.query<Record<string, unknown>>(sql, parameters)).rows
}

/**
 * Returns a migrated database with the tables of jobs as a file. Creating it takes seconds, loading much less. There is one
 * file per set of migrations, made once: of processes that make it at the same time, all use that of the first.
 */
async function template(): Promise<Blob> {
  const file = path.join(cacheFolder, `pglite-${tablesKey()}.tar`)
  const cached = await readFile(file).catch(() => null)
  if (cached !== null) return new Blob([cached])
  const pglite = await startPglite()
  const database = await openPglite(pglite)
  await createTables(database)
  await database.close()
  const dump = await pglite.dumpDataDir('none')
  await pglite.close()
  await mkdir(cacheFolder, { recursive: true })
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, await dump.bytes())
  await link(draft, file).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  })
  await rm(draft)
  for (const name of await readdir(cacheFolder)) {
    if (name.endsWith('.tar') && name !== path.basename(file))
      await rm(path.join(cacheFolder, name), { force: true })
  }
  return new Blob([await readFile(file)])
}
