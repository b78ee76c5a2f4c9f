import type { Database } from '../src/platform/database/database.ts'

/**
 * Resolves once a statement waits for a lock; immediately on PGlite, where other statements wait for a transaction anyway.
 */
export async function untilStatementWaits(database: Database): Promise<void> {
  if (database.pglite !== null) return
  const em = database.fork()
  for (;;) {
    const waiting = await em.execute<unknown[]>(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (waiting.length > 0) return
  }
}
