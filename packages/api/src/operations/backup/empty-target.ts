import { migrations } from '../database/migrations/list.ts'
import { startJobs } from '../../platform/jobs/boss-queue.ts'
import type { Log } from '../../platform/logging/log.ts'
import type { Database } from '../../platform/database/database.ts'

/**
 * Creates the tables of an empty database, migrated exactly as far as in the backup. Continues after an interrupted
 * restore, which leaves tables without a shop.
 * @throws Error with a message if there is a shop, or a migration is unknown
 */
export async function prepareTables(database: Database, names: readonly string[], log: Log): Promise<void> {
  const ownNames = migrations.map(({ name }) => name)
  const unknown = names.find((name, index) => ownNames[index] !== name)
  if (unknown !== undefined) {
    throw new Error(`The backup is from a newer release: this one does not have its migration ${unknown}.`)
  }
  await assertNoShop(database)
  await database.migrate(names.at(-1))
  const made = await database
    .fork()
    .execute<{ name: string }[]>('select name from mikro_orm_migrations order by id')
  if (made.length !== names.length) {
    throw new Error('The database has tables of another release. Drop it, create it again and retry.')
  }
  const jobs = await startJobs({ database, handlers: {}, schedules: [], log })
  await jobs.stop()
}

/** Every server writes a setting on its first start; a restore writes it in its last step. */
async function assertNoShop(database: Database): Promise<void> {
  const em = database.fork()
  const tables = await em.execute<{ name: string }[]>(
    `select c.relname as name from pg_class c
      where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace`,
  )
  if (tables.length === 0) return
  const isOurs = tables.some(({ name }) => name === 'setting')
  const settings = isOurs ? await em.execute<unknown[]>('select 1 from setting limit 1') : [tables]
  if (settings.length > 0)
    throw new Error('The database is not empty. Nothing was changed. Specify an empty one.')
}
