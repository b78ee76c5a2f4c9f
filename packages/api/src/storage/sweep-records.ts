import { failedLoginDays } from '@priormark/core/retention'
import type { Database } from '../db/orm.ts'
import type { Log } from '../log.ts'

export interface RecordsSwept {
  accessTokens: number
  rateLimits: number
  failedLogins: number
}

/**
 * Removes logins that have expired, counters whose window has passed, and what the audit log has of logins that failed long
 * ago, by the database's clock.
 */
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
  const failedLogins = await remove(
    `delete from audit_entry where action in ('login.failed', 'login.code_failed', 'login.code_asked')
       and at < now() - interval '${failedLoginDays} days'`,
  )
  if (accessTokens + rateLimits + failedLogins > 0) {
    log.info(
      { accessTokens, rateLimits, failedLogins },
      'sweep: removed expired logins, counters and failures',
    )
  }
  return { accessTokens, rateLimits, failedLogins }
}
