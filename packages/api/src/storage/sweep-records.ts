import type { Database } from '../db/orm.ts'
import type { Log } from '../log.ts'

export interface RecordsSwept {
  accessTokens: number
  rateLimits: number
}

/** Removes logins that have expired and counters whose window has passed, by the database's clock. */
export async function sweepRecords({
  database,
  log,
}: {
  database: Database
  log: Log
}): Promise<RecordsSwept> {
  const remove = async (statement: string) => {
    const [row] = await database
      .fork()
      .execute<{ count: number }[]>(
        `with gone as (${statement} returning 1) select count(*)::int as count from gone`,
      )
    return row?.count ?? 0
  }
  const accessTokens = await remove('delete from access_token where expires_at < now()')
  const rateLimits = await remove('delete from rate_limit where window_ends_at < now()')
  if (accessTokens + rateLimits > 0) {
    log.info({ accessTokens, rateLimits }, 'sweep: removed expired logins and counters')
  }
  return { accessTokens, rateLimits }
}
