import { sql } from 'kysely'
import type { Database } from '../src/platform/database/database.ts'

const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

/**
 * Resolves once so many statements wait for a lock; immediately on PGlite, where other statements wait for a transaction anyway.
 */
export async function untilStatementWaits(database: Database, count = 1): Promise<void> {
  if (database.pglite !== null) return
  const em = database.fork()
  for (;;) {
    const { rows } = await waiting.execute(em.getKysely())
    if (rows.length >= count) return
  }
}
