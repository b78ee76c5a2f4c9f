import { sql } from 'kysely'
import { failedLoginDays } from '@priormark/core/platform/retention'
import type { Log } from '../../platform/logging/log.ts'
import type { Database } from '../../platform/database/database.ts'
import { deleteRows } from '../../platform/database/rows.ts'
import { queries } from '../tables.ts'

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
  const db = queries(database.fork())
  const accessTokens = await deleteRows(
    db.deleteFrom('access_token').where('expires_at', '<', sql<Date>`now()`),
  )
  const failedLogins = await deleteRows(
    db
      .deleteFrom('audit_entry')
      .where('action', 'in', [
        'login.failed',
        'login.code_failed',
        'login.code_asked',
        'account.password_reset_requested',
      ])
      .where('at', '<', sql<Date>`now() - make_interval(days => ${failedLoginDays})`),
  )
  const accountLinks = await deleteRows(
    db
      .deleteFrom('account_link')
      .where(
        'expires_at',
        '<',
        sql<Date>`now() - case kind when 'invitation' then interval '30 days' else interval '0' end`,
      ),
  )
  if (accessTokens + failedLogins + accountLinks > 0) {
    log.info(
      { accessTokens, failedLogins, accountLinks },
      'sweep: removed expired logins, links and old failures',
    )
  }
  return { accessTokens, failedLogins, accountLinks }
}
