import { sql } from 'kysely'
import { failedLoginDays } from '@priormark/core/platform/retention'
import type { Log } from '../../platform/logging/log.ts'
import type { Database } from '../../platform/database/database.ts'
import { deleteRows } from '../../platform/database/rows.ts'
import { queries } from '../tables.ts'

/**
 * Deletes expired logins, old entries of the audit log about failed logins, and expired links, by the database's clock. Expired
 * invitations stay for 30 days, so that owners see them.
 * @returns how many of each it deleted
 */
export async function sweepLogins({ database, log }: { database: Database; log: Log }) {
  const db = queries(database.fork())
  const now = sql<Date>`now()`
  const failedLoginCutoff = sql<Date>`now() - make_interval(days => ${failedLoginDays})`
  const linkCutoff = sql<Date>`now() - case kind when 'invitation' then interval '30 days' else interval '0' end`
  const logins = db.deleteFrom('access_token').where('expires_at', '<', now)
  const failures = db
    .deleteFrom('audit_entry')
    .where('action', 'in', failedActions)
    .where('at', '<', failedLoginCutoff)
  const links = db.deleteFrom('account_link').where('expires_at', '<', linkCutoff)
  const counts = {
    accessTokens: await deleteRows(logins),
    failedLogins: await deleteRows(failures),
    accountLinks: await deleteRows(links),
  }
  if (Object.values(counts).some((count) => count > 0))
    log.info(counts, 'sweep: removed expired logins and links, and old failed logins')
  return counts
}

const failedActions = [
  'login.failed',
  'login.code_failed',
  'login.code_asked',
  'account.password_reset_requested',
] as const
