import { raw } from '@mikro-orm/core'
import { failedLoginDays } from '@priormark/core/platform/retention'
import type { Log } from '../../platform/logging/log.ts'
import type { Database } from '../../platform/database/database.ts'
import { AuditEntry } from '../audit/audit-service.ts'
import { AccessToken, AccountLink } from './admin-entity.ts'

/**
 * Deletes expired logins, old entries of the audit log about failed logins, and expired links, by the database's clock. Expired
 * invitations stay for 30 days, so that owners see them.
 * @returns how many of each it deleted
 */
export async function sweepLogins({ database, log }: { database: Database; log: Log }) {
  const em = database.fork()
  const failedLoginCutoff = raw('now() - make_interval(days => ?)', [failedLoginDays])
  const linkCutoff = raw("now() - case kind when 'invitation' then interval '30 days' else interval '0' end")
  const failures = { action: { $in: failedActions }, at: { $lt: failedLoginCutoff } }
  const counts = {
    accessTokens: await em.nativeDelete(AccessToken, { expiresAt: { $lt: raw('now()') } }),
    failedLogins: await em.nativeDelete(AuditEntry, failures),
    accountLinks: await em.nativeDelete(AccountLink, { expiresAt: { $lt: linkCutoff } }),
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
]
