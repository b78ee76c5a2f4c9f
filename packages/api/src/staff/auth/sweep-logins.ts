import { failedLoginDays } from '@priormark/core/platform/retention'
import type { Log } from '../../platform/logging/log.ts'
import { type Database, deleteRows } from '../../platform/database/database.ts'

/** How many rows of each kind a sweep deleted. */
interface SweptLogins {
  accessTokens: number
  failedLogins: number
  accountLinks: number
}

/**
 * Deletes expired logins, old entries of the audit log about failed logins, and expired links, by the database's clock. Owners see
 * expired invitations for a month.
 */
export async function sweepLogins({ database, log }: { database: Database; log: Log }): Promise<SweptLogins> {
  const em = database.fork()
  const accessTokens = await deleteRows(em, 'delete from access_token where expires_at < now()')
  const failedLogins = await deleteRows(
    em,
    `delete from audit_entry where action in ('login.failed', 'login.code_failed', 'login.code_asked', 'account.password_reset_requested')
       and at < now() - interval '${failedLoginDays} days'`,
  )
  const accountLinks = await deleteRows(
    em,
    `delete from account_link
     where expires_at < now() - case kind when 'invitation' then interval '30 days' else interval '0' end`,
  )
  if (accessTokens + failedLogins + accountLinks > 0) {
    log.info(
      { accessTokens, failedLogins, accountLinks },
      'sweep: removed expired logins, links and old failures',
    )
  }
  return { accessTokens, failedLogins, accountLinks }
}
