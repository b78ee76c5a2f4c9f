import type { PGlite } from '@electric-sql/pglite'
import type { Constructor, Options } from '@mikro-orm/core'
import { Migrator, TSMigrationGenerator, type Migration } from '@mikro-orm/migrations'
import type { AbstractSqlConnection, AbstractSqlDriver } from '@mikro-orm/sql'
import pg, { type Pool } from 'pg'
import { type Database, type Em, isTemporary } from '../../platform/database/database.ts'
import {
  guardPool,
  withoutStatementLimit,
  type GuardOptions,
} from '../../platform/database/connection-pool.ts'
import { entities } from './entities.ts'
import { migrations } from './migrations/list.ts'

const migrationsLock = 4_157_201

type MigrationClass = Constructor<Migration>

const options = (migrationsList: MigrationClass[]) =>
  ({
    entities,
    extensions: [Migrator],
    forceUtcTimezone: true,
    migrations: {
      migrationsList,
      path: new URL('./migrations', import.meta.url).pathname,
      generator: TSMigrationGenerator,
      snapshot: false,
      silent: true,
    },
  }) satisfies Partial<Options<AbstractSqlDriver>>

export interface PostgresOptions extends Partial<GuardOptions> {
  /** The most connections. */
  max?: number
  /** For tests of migrations. */
  migrationsList?: MigrationClass[]
}

/** Opens PostgreSQL. @param url a `postgres://` address */
export async function openPostgres(
  url: string,
  { max = 10, limits = null, migrationsList = migrations, ...guard }: PostgresOptions = {},
): Promise<Database> {
  const { MikroORM } = await import('@mikro-orm/postgresql')
  let pool: Pool | undefined
  const orm = await MikroORM.init({
    ...options(migrationsList),
    clientUrl: url,
    pool: { min: 0, max },
    driverOptions: {
      keepAlive: true,
      // Dates are Date, as in PGlite.
      types: pg.types,
      ...(limits === null ? {} : { connectionTimeoutMillis: limits.connectMs }),
      onPoolCreated(created: Pool) {
        pool = created
        guardPool(created, { limits, ...guard })
      },
    },
  })
  sendDirectly(orm.em.getConnection(), () => pool)
  retryReads(orm.em.getConnection())
  const migrate = (to?: string) =>
    withoutStatementLimit(() =>
      orm.em.fork().transactional(async (em) => {
        await em.execute('set local statement_timeout = 0')
        await em.execute('select pg_advisory_xact_lock(?)', [migrationsLock])
        await orm.migrator.up({ ...upTo(to), transaction: em.getTransactionContext() })
      }),
    )
  return {
    ...describe(orm, migrate),
    pglite: null,
    url,
    connections() {
      if (pool === undefined) return { max, total: 0, idle: 0, waiting: 0 }
      return { max, total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }
    },
  }
}

/**
 * Sends statements that need no transaction over a connection of the pool themselves. The query builder in between would cost
 * as much processor time as the driver.
 */
function sendDirectly(connection: AbstractSqlConnection, poolOf: () => Pool | undefined): void {
  const execute = connection.execute.bind(connection)
  const sending = async (...call: Parameters<typeof execute>) => {
    const [query, params = [], method = 'all', transaction, loggerContext] = call
    const pool = poolOf()
    const isPlain =
      pool !== undefined &&
      typeof query === 'string' &&
      Array.isArray(params) &&
      method === 'all' &&
      transaction === undefined &&
      loggerContext === undefined
    if (!isPlain) return execute(...call)
    const client = await pool.connect()
    try {
      return (await client.query<never>(connection.getPlatform().formatQuery(query, params))).rows
    } finally {
      client.release()
    }
  }
  connection.execute = sending as typeof connection.execute
}

/**
 * Repeats a read outside a transaction once if its connection was lost: after a server restart the pool is full of
 * connections that only look alive.
 */
function retryReads(connection: AbstractSqlConnection): void {
  const execute = connection.execute.bind(connection)
  const retrying = async (...call: Parameters<typeof execute>) => {
    const [query, , , transaction] = call
    const run = () => execute(...call)
    const startedMs = performance.now()
    try {
      return await run()
    } catch (error) {
      const isRepeatable =
        transaction === undefined &&
        isRead(query) &&
        isTemporary(error) &&
        performance.now() - startedMs < retryWithinMs
      if (!isRepeatable) throw error
      return await run()
    }
  }
  connection.execute = retrying as typeof connection.execute
}

/** A read that took longer than this many milliseconds fails instead of being repeated. */
const retryWithinMs = 1_000

function isRead(query: unknown): boolean {
  return (
    typeof query === 'string' &&
    /^\s*(select|with)\b/i.test(query) &&
    !/\b(insert|update|delete)\b/i.test(query)
  )
}

/**
 * Opens the database in this process. The caller closes `pglite` after the database.
 * @param migrationsList for tests of migrations
 */
export async function openPglite(
  pglite: PGlite,
  migrationsList: MigrationClass[] = migrations,
): Promise<Database> {
  const { MikroORM } = await import('@mikro-orm/pglite')
  const orm = await MikroORM.init({
    ...options(migrationsList),
    dbName: 'postgres',
    driverOptions: { pglite },
  })
  return {
    ...describe(orm, async (to) => void (await orm.migrator.up(upTo(to)))),
    pglite,
    url: null,
    connections: () => null,
  }
}

function upTo(name: string | undefined): { to?: string } {
  return name === undefined ? {} : { to: name }
}

interface Orm {
  em: Em
  migrator: {
    create(path?: string, blank?: boolean, initial?: boolean, name?: string): Promise<{ fileName: string }>
  }
  schema: { getUpdateSchemaSQL(options: { wrap: boolean }): Promise<string> }
  close(): Promise<void>
}

function describe(orm: Orm, migrate: Database['migrate']): Omit<Database, 'pglite' | 'url' | 'connections'> {
  return {
    fork: () => orm.em.fork(),
    migrate,
    schemaDrift: () => orm.schema.getUpdateSchemaSQL({ wrap: false }),
    createMigration: async (name) =>
      (await orm.migrator.create(undefined, false, false, name)).fileName || null,
    close: () => orm.close(),
  }
}
