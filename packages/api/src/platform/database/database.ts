import type { PGlite } from '@electric-sql/pglite'
import type { SqlEntityManager } from '@mikro-orm/sql'

/** The unit of work that services run in, on PostgreSQL or PGlite. */
export type Em = SqlEntityManager

/** The open database. */
export interface Database {
  /** Starts a unit of work: one per request or job. */
  fork(): Em
  /** Migrates the tables to the newest version, or to a named migration. Safe when several processes start at once. */
  migrate(to?: string): Promise<void>
  /** Returns the statements that would make the tables match the entities, or '' if nothing differs. */
  schemaDrift(): Promise<string>
  /** Writes a migration for the changed entities. Returns its file name, or null if nothing changed. */
  createMigration(name: string): Promise<string | null>
  /** The database in this process; null on PostgreSQL. */
  readonly pglite: PGlite | null
  readonly url: string | null
  /** The number of connections in the pool; null on PGlite, which has one. */
  connections(): PoolCounts | null
  close(): Promise<void>
}

interface PoolCounts {
  max: number
  total: number
  idle: number
  /** The number of callers that wait for a connection. */
  waiting: number
}
