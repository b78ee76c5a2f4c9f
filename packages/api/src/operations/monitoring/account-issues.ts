import { sql } from 'kysely'
import { queries } from '../tables.ts'
import { resetMailKeyPrefix } from '../../staff/auth/password-reset.ts'
import { limitedLinksKey } from '../../orders/emails/send-links.ts'
import { mailLimit } from '../../platform/mail/mail-limit.ts'
import { listOwnersWithoutEmail } from '../../staff/auth/admin-service.ts'
import type { Em } from '../../platform/database/database.ts'
import { counted } from '@priormark/core/platform/counted'
import { findOrdersIssue, type HealthIssue } from './health-issue.ts'

/** Finds owners who could not get a new password by email. */
export async function findOwnersWithoutEmail(em: Em): Promise<HealthIssue | null> {
  const owners = await listOwnersWithoutEmail(em)
  if (owners.length === 0) return null
  const names = joinNames(owners)
  return {
    kind: 'owner_without_email',
    title: `${names} ${owners.length === 1 ? 'has' : 'have'} no email address`,
    remedy:
      'Without one, a forgotten password can only be reset on the server, and no email warns about changes to the account. Add one under Your account.',
    links: [{ path: '/admin/account', label: 'Open Your account' }],
  }
}

/** Finds administrators for whom more new passwords were requested than the daily limit of emails allows. */
export async function findExcessiveResetRequests(em: Em): Promise<HealthIssue | null> {
  const admins = await queries(em)
    .selectFrom('admin')
    .select('username')
    .where('disabled_at', 'is', null)
    .where(
      sql<boolean>`exists (select from rate_limit where starts_with(key, ${resetMailKeyPrefix} || admin.id::text || ':')
        and hits > ${mailLimit.hits} and window_ends_at > now())`,
    )
    .orderBy('username')
    .execute()
  if (admins.length === 0) return null
  const names = joinNames(admins.map(({ username }) => username))
  return {
    kind: 'resets_limited',
    title: `A new password was requested too often for ${names}`,
    remedy: `Someone requested more than ${mailLimit.hits} in a day, so the last request sent no email. Requests from a browser or a network where the person has logged in have their own limit, and “npm run admin -- reset” on the server always works.`,
    links: [{ path: '/admin/audit', label: 'Open the audit log' }],
  }
}

/** Finds customers for whom more links were requested than the daily limit of emails allows. */
export function findExcessiveLinkRequests(em: Em): Promise<HealthIssue | null> {
  const isLimited = sql`id in (select substr(key, ${limitedLinksKey.length + 1}::int)::uuid from rate_limit
    where starts_with(key, ${limitedLinksKey}) and window_ends_at > now())`
  return findOrdersIssue(em, isLimited, (count) => ({
    kind: 'links_limited',
    title: `Order links were requested too often for ${counted(count, 'customer', 'customers')}`,
    remedy: `They were requested more than ${mailLimit.hits} times in a day, so the last request sent no email. In the browser that they ordered with, customers have a limit of their own. If one asks you for the link, send the email again from the order.`,
  }))
}

function joinNames(names: readonly string[]): string {
  return new Intl.ListFormat('en-US').format(names)
}
