import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { migrations } from '../src/db/migrations/list.ts'
import { openPglite, openPostgres, type Database } from '../src/db/orm.ts'
import { startPglite } from '../src/db/pglite.ts'

/** A server to make databases on, such as `postgres://user@localhost:5432/postgres`; without it tests run on PGlite. */
export const testServerUrl = process.env['TEST_DATABASE_URL'] ?? null

const cacheFolder = path.resolve(import.meta.dirname, '../../../node_modules/.cache/priormark')

/** A database of the test's own, with all tables. Closing it drops it. */
export async function openTestDatabase(): Promise<Database> {
  return testServerUrl === null ? await openOnPglite() : await openOnServer(testServerUrl)
}

/** A fresh database on the test server: its address, and what removes it. */
export async function createServerDatabase(
  serverUrl: string,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `priormark_test_${randomUUID().replaceAll('-', '')}`
  await onServer(serverUrl, `create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => onServer(serverUrl, `drop database ${name} with (force)`) }
}

async function openOnServer(serverUrl: string): Promise<Database> {
  const { url, drop } = await createServerDatabase(serverUrl)
  const database = await openPostgres(url)
  await database.migrate()
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
  const file = path.join(cacheFolder, `pglite-${await migrationsKey()}.tar`)
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

async function migrationsKey(): Promise<string> {
  const folder = path.resolve(import.meta.dirname, '../src/db/migrations')
  const changes = await Promise.all(
    (await readdir(folder)).map(async (name) => (await stat(path.join(folder, name))).mtimeMs),
  )
  return `${migrations.length}-${Math.max(...changes)}`
}

async function onServer(serverUrl: string, statement: string): Promise<void> {
  const server = await openPostgres(serverUrl, { max: 1 })
  try {
    await server.fork().execute(statement)
  } finally {
    await server.close()
  }
}
