import { failedLoginDays } from '@priormark/core/retention'
import type { Log } from '../logging/log.ts'
import type { Database } from '../sql/database.ts'
import { deleteRows } from '../sql/delete-rows.ts'

/** How many rows of each kind a sweep deleted. */
export interface SweptLogins {
  accessTokens: number
  failedLogins: number
}

/** Deletes expired logins, and old entries of the audit log about failed logins, by the database's clock. */
export async function sweepLogins({ database, log }: { database: Database; log: Log }): Promise<SweptLogins> {
  const em = database.fork()
  const accessTokens = await deleteRows(em, 'delete from access_token where expires_at < now()')
  const failedLogins = await deleteRows(
    em,
    `delete from audit_entry where action in ('login.failed', 'login.code_failed', 'login.code_asked')
       and at < now() - interval '${failedLoginDays} days'`,
  )
  if (accessTokens + failedLogins > 0) {
    log.info({ accessTokens, failedLogins }, 'sweep: removed expired logins and old failures')
  }
  return { accessTokens, failedLogins }
}
