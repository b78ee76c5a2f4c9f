import type { PGlite } from '@electric-sql/pglite'
import type { Options } from '@mikro-orm/core'
import { Migrator, TSMigrationGenerator } from '@mikro-orm/migrations'
import type { AbstractSqlDriver } from '@mikro-orm/sql'
import type { Database, Em } from '../sql/database.ts'
import { entities } from './entities.ts'
import { migrations } from './migrations/list.ts'

const migrationsLock = 4_157_201

const options = {
  entities,
  extensions: [Migrator],
  forceUtcTimezone: true,
  migrations: {
    migrationsList: migrations,
    path: new URL('./migrations', import.meta.url).pathname,
    generator: TSMigrationGenerator,
    snapshot: false,
    silent: true,
  },
} satisfies Partial<Options<AbstractSqlDriver>>

/** Opens PostgreSQL. @param url a `postgres://` address */
export async function openPostgres(url: string, pool: { max: number } = { max: 10 }): Promise<Database> {
  const { MikroORM } = await import('@mikro-orm/postgresql')
  const orm = await MikroORM.init({ ...options, clientUrl: url, pool: { min: 0, ...pool } })
  const migrate = async (to?: string) => {
    const lock = orm.em.fork()
    await lock.transactional(async (em) => {
      await em.execute('select pg_advisory_xact_lock(?)', [migrationsLock])
      await orm.migrator.up(upTo(to))
    })
  }
  return { ...describe(orm, migrate), pglite: null, url }
}

/** Opens the database inside this process. The caller closes `pglite` after the database. */
export async function openPglite(pglite: PGlite): Promise<Database> {
  const { MikroORM } = await import('@mikro-orm/pglite')
  const orm = await MikroORM.init({ ...options, dbName: 'postgres', driverOptions: { pglite } })
  return { ...describe(orm, async (to) => void (await orm.migrator.up(upTo(to)))), pglite, url: null }
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

function describe(orm: Orm, migrate: Database['migrate']): Omit<Database, 'pglite' | 'url'> {
  return {
    fork: () => orm.em.fork(),
    migrate,
    schemaDrift: () => orm.schema.getUpdateSchemaSQL({ wrap: false }),
    createMigration: async (name) =>
      (await orm.migrator.create(undefined, false, false, name)).fileName || null,
    close: () => orm.close(),
  }
}
