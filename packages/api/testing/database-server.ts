import { createHash, randomUUID } from 'node:crypto'
import process from 'node:process'
import pg from 'pg'
import { openPostgres } from '../src/operations/database/orm.ts'
import { returnTo, takeSnapshot, type RunSql, type Snapshot } from './database-reset.ts'
import { openQueue } from '../src/platform/jobs/boss-queue.ts'
import type { Database } from '../src/platform/database/database.ts'
import { silentLog } from './silent-log.ts'
import { checkoutKey, tablesKey } from './template-keys.ts'

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
  key: tablesKey(),
  async fill(url) {
    const database = await openPostgres(url, { max: 2 })
    await createTables(database)
    await database.close()
  },
}

/** Creates all tables of a server, also those of its jobs. */
export async function createTables(database: Database): Promise<void> {
  await database.migrate()
  const jobs = await openQueue({ database, log: silentLog })
  await jobs.stop()
}

/** Creates an empty database on the test server. */
export async function createServerDatabase(serverUrl: string): Promise<ServerDatabase> {
  return create(serverUrl, (name) => [`create database ${name}`])
}

/** Creates a migrated, empty database on the test server. */
export async function createMigratedDatabase(serverUrl: string): Promise<ServerDatabase> {
  return cloneTemplate(serverUrl, migrated)
}

/** Copies of a template whose tests have ended. Emptying one takes a tenth of the time that a new copy takes. */
interface Copies {
  snapshot: Snapshot | null
  idle: string[]
}

const copiesByTemplate = new Map<string, Copies>()

/**
 * Returns a copy of a template, if possible one that an earlier test of this process has closed. Creates the template
 * first if the server does not have it.
 */
export async function cloneTemplate(serverUrl: string, template: Template): Promise<ServerDatabase> {
  const source = templateName(template)
  const copies = copiesByTemplate.get(source) ?? { snapshot: null, idle: [] }
  copiesByTemplate.set(source, copies)
  const url = (await reuse(serverUrl, copies)) ?? (await copyOf(serverUrl, template, source)).url
  copies.snapshot ??= await connect(url, takeSnapshot)
  return { url, drop: async () => void copies.idle.push(url) }
}

/** Returns an idle copy in its first state, or null. A copy that a test has changed too much is dropped. */
async function reuse(serverUrl: string, { snapshot, idle }: Copies): Promise<string | null> {
  const url = idle.pop()
  if (url === undefined || snapshot === null) return null
  const name = new URL(url).pathname.slice(1)
  const renamed = newName()
  try {
    // What an earlier test left running loses its connection, and the new name keeps it out.
    const server = serverConnection(serverUrl)
    await server.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [
      name,
    ])
    await server.query(`alter database ${name} rename to ${renamed}`)
    const reusable = addressOf(serverUrl, renamed)
    if (await connect(reusable, (run) => returnTo(snapshot, run))) return reusable
  } catch {
    // Fails for a user who may create databases but not disable triggers; a new copy works for everyone.
  }
  // A database whose connections do not end in time is left to `dropLeftovers`.
  await connect(serverUrl, async (run) => {
    for (const each of [name, renamed]) await run(`drop database if exists ${each} with (force)`)
  }).catch(() => undefined)
  return null
}

async function copyOf(serverUrl: string, template: Template, source: string): Promise<ServerDatabase> {
  const copy = () => create(serverUrl, (name) => [`create database ${name} template ${source}`])
  try {
    return await copy()
  } catch (error) {
    if (!isMissingDatabase(error)) throw error
    await makeTemplate(serverUrl, template)
    return await copy()
  }
}

const servers = new Map<string, pg.Pool>()

/** Returns this process's connection to a server. A new one for each test would take longer than its statements. */
function serverConnection(serverUrl: string): pg.Pool {
  const existing = servers.get(serverUrl)
  if (existing !== undefined) return existing
  const pool = new pg.Pool({
    connectionString: serverUrl,
    max: 1,
    idleTimeoutMillis: 0,
    // It does not keep the process running.
    allowExitOnIdle: true,
  })
  // A lost connection is replaced.
  pool.on('error', () => {})
  servers.set(serverUrl, pool)
  return pool
}

/** Runs statements on a connection of their own. */
async function connect<T>(url: string, work: (run: RunSql) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(
      async (sql, parameters) => (await client.query<Record<string, unknown>>(sql, parameters)).rows,
    )
  } finally {
    await client.end()
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
  await connect(serverUrl, async (run) => {
    // A session lock, which ends with the process.
    await run('select pg_advisory_lock($1)', [templateLock])
    const existing = await run('select datname from pg_database where starts_with(datname, $1)', [
      templatePrefix(template),
    ])
    if (existing.some(({ datname }) => datname === name)) return
    // Templates of an earlier state of this checkout, and unfinished ones.
    for (const { datname } of existing) await run(`drop database ${String(datname)} with (force)`)
    await run(`create database ${unfinished}`)
    await template.fill(addressOf(serverUrl, unfinished))
    await run(`alter database ${unfinished} rename to ${name}`)
  })
}

function templatePrefix({ kind }: Template): string {
  return `priormark_template_${checkoutKey}_${kind}_`
}

function templateName(template: Template): string {
  const key = createHash('sha256').update(template.key).digest('hex').slice(0, 12)
  return `${templatePrefix(template)}${key}`
}

let leftoversDropped: Promise<void> | null = null

async function create(serverUrl: string, statements: (name: string) => string[]): Promise<ServerDatabase> {
  const name = newName()
  leftoversDropped ??= dropLeftovers(serverUrl)
  await leftoversDropped
  await connect(serverUrl, async (run) => {
    for (const statement of statements(name)) await run(statement)
  })
  return {
    url: addressOf(serverUrl, name),
    drop: async () => {
      // One whose connections do not end in time is left to `dropLeftovers`.
      await connect(serverUrl, (run) => run(`drop database ${name} with (force)`)).catch(() => undefined)
    },
  }
}

const leftoversLock = 4_157_300
const testPrefix = `priormark_test_${checkoutKey}_`

function newName(): string {
  return `${testPrefix}${process.pid}_${randomUUID().slice(0, 8)}`
}

/** Drops what processes of this checkout left behind: their idle copies, and what a killed test could not drop. */
async function dropLeftovers(serverUrl: string): Promise<void> {
  await connect(serverUrl, async (run) => {
    // Another process may be dropping the same ones.
    await run('select pg_advisory_lock($1)', [leftoversLock])
    const existing = await run('select datname from pg_database where starts_with(datname, $1)', [testPrefix])
    for (const name of existing.map(({ datname }) => String(datname))) {
      const pid = Number(name.slice(testPrefix.length).split('_')[0])
      if (!isRunning(pid)) await run(`drop database if exists ${name} with (force)`)
    }
  })
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
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
