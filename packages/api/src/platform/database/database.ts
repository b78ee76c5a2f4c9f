import type { PGlite } from '@electric-sql/pglite'
import { LockMode } from '@mikro-orm/core'
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
  findSchemaDrift(): Promise<string>
  /** Writes a migration for the changed entities. Returns its file name, or null if nothing changed. */
  createMigration(name: string): Promise<string | null>
  /** The database in this process; null on PostgreSQL. */
  readonly pglite: PGlite | null
  readonly url: string | null
  /** The number of connections in the pool; null on PGlite, which has one. */
  poolCounts(): PoolCounts | null
  close(): Promise<void>
}

export interface PoolCounts {
  max: number
  total: number
  idle: number
  /** The number of callers that wait for a connection. */
  waiting: number
}

/** Locks the rows of a read until its transaction ends, and replaces what the unit of work has read of them before. */
export const forUpdate = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const

/** Returns a LIKE pattern that finds a literal text anywhere: '50%' -> '%50\\%%'. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/**
 * The SQLSTATEs of temporary errors: a lost connection (08), a server that stops or starts (57P), a statement or transaction
 * that took too long (57014, 25P03), no free connection (53300), and a write to a demoted primary (25006).
 */
const temporaryStates = /^(08...|57P..|57014|25P03|53300|25006)$/

/** Whether the database failed in a way that a retry may resolve. */
export function isTemporary(error: unknown): boolean {
  return error instanceof Error && 'code' in error && temporaryStates.test(String(error.code))
}
