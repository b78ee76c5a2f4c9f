import { createHash, randomUUID } from 'node:crypto'
import process from 'node:process'
import { MikroORM } from '@mikro-orm/postgresql'
import { openPostgres } from '../src/db/orm.ts'
import type { Em } from '../src/sql/database.ts'
import { checkoutKey, migrationsKey } from './template-keys.ts'

/**
 * A server to create databases on, such as `postgres://user@localhost:5432/postgres`; without it tests run on PGlite.
 */
export const testServerUrl = process.env['TEST_DATABASE_URL'] ?? null

/** A database on the test server: its URL, and how to drop it. */
export interface ServerDatabase {
  url: string
  drop: () => Promise<void>
}

/** A database that tests copy, which is much faster than filling each test's own. */
export interface Template {
  /** Lowercase letters only. */
  kind: string
  /** Changes whenever the result of `fill` changes. */
  key: string
  fill: (url: string) => Promise<void>
}

const migrated: Template = {
  kind: 'migrated',
  key: migrationsKey(),
  async fill(url) {
    const database = await openPostgres(url, { max: 2 })
    await database.migrate()
    await database.close()
  },
}

/** Creates an empty database on the test server. */
export async function createServerDatabase(serverUrl: string): Promise<ServerDatabase> {
  return create(serverUrl, (name) => [`create database ${name}`])
}

/** Creates a migrated, empty database on the test server. */
export async function createMigratedDatabase(serverUrl: string): Promise<ServerDatabase> {
  return cloneTemplate(serverUrl, migrated)
}

/** Copies a template, and creates it first if the server does not have it. */
export async function cloneTemplate(serverUrl: string, template: Template): Promise<ServerDatabase> {
  const source = templateName(template)
  const copy = () => create(serverUrl, (name) => [`create database ${name} template ${source}`])
  try {
    return await copy()
  } catch (error) {
    if (!isMissingDatabase(error)) throw error
    await makeTemplate(serverUrl, template)
    return await copy()
  }
}

const templateLock = 4_157_299

/**
 * Creates a template once, even with concurrent processes. If a process is killed meanwhile, the next call replaces its
 * unfinished template.
 */
async function makeTemplate(serverUrl: string, template: Template): Promise<void> {
  const name = templateName(template)
  const unfinished = `${name}_unfinished`
  await onServer(serverUrl, async (em) => {
    // A session lock, which ends with the process.
    await em.execute('select pg_advisory_lock(?)', [templateLock])
    const existing = await em.execute<{ datname: string }[]>(
      'select datname from pg_database where starts_with(datname, ?)',
      [templatePrefix(template)],
    )
    if (existing.some(({ datname }) => datname === name)) return
    // Templates of an earlier state of this checkout, and unfinished ones.
    for (const { datname } of existing) await em.execute(`drop database ${datname} with (force)`)
    await em.execute(`create database ${unfinished}`)
    await template.fill(addressOf(serverUrl, unfinished))
    await em.execute(`alter database ${unfinished} rename to ${name}`)
  })
}

function templatePrefix({ kind }: Template): string {
  return `priormark_template_${checkoutKey}_${kind}_`
}

function templateName(template: Template): string {
  const key = createHash('sha256').update(template.key).digest('hex').slice(0, 12)
  return `${templatePrefix(template)}${key}`
}

async function create(serverUrl: string, statements: (name: string) => string[]): Promise<ServerDatabase> {
  const name = `priormark_test_${randomUUID().replaceAll('-', '')}`
  await onServer(serverUrl, async (em) => {
    for (const statement of statements(name)) await em.execute(statement)
  })
  return {
    url: addressOf(serverUrl, name),
    drop: () =>
      onServer(serverUrl, async (em) => void (await em.execute(`drop database ${name} with (force)`))),
  }
}

function addressOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

function isMissingDatabase(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '3D000'
}

/** Runs statements on one connection to the test server. */
async function onServer(serverUrl: string, work: (em: Em) => Promise<void>): Promise<void> {
  const server = await MikroORM.init({
    clientUrl: serverUrl,
    pool: { min: 0, max: 1 },
    entities: [],
    discovery: { warnWhenNoEntities: false },
  })
  try {
    await work(server.em.fork())
  } finally {
    await server.close()
  }
}
