import type { Role } from '@priormark/core/platform/roles'
import type { Shop } from '@priormark/core/settings/groups'
import type { AccountNotice } from '@priormark/core/staff/auth/account-endpoints'
import type { JobData, JobQueue } from '../../platform/jobs/job-queue.ts'
import { toOneLine, plainMail, type MailContent } from '../../platform/mail/mail-content.ts'
import type { Em } from '../../platform/database/database.ts'
import type { Admin } from './admin-entity.ts'

/**
 * Queues the email about a change, in the transaction of `em`. Does nothing without an address.
 * @param by the username of the person who made the change
 * @param email the address that the account had before the change
 */
export async function queueNotice(
  em: Em,
  jobs: JobQueue,
  notice: AccountNotice,
  { admin, by, email = admin.email }: { admin: Admin; by: string; email?: string | null | undefined },
): Promise<void> {
  if (email == null) return
  await em.flush()
  const data = { notice, adminId: admin.id, email, by, changedAt: new Date().toISOString() }
  await jobs.enqueue(em, 'send-account-notice', data)
}

/** What the email about a change says. */
interface NoticeFacts {
  username: string
  by: string
  /** In the shop's time zone. */
  at: string
  role: Role
  shop: Shop
}

const texts: Record<AccountNotice, (facts: NoticeFacts) => { subject: string; lead: string[] }> = {
  email_changed: ({ username, at, shop }) => ({
    subject: `Your email address at ${shop.name} was changed`,
    lead: [
      `The email address of the account ${username} in the admin of ${shop.name} was changed on ${at}.`,
      'Links for a new password go to the new address from now on, and no longer to this one.',
    ],
  }),
  password_changed: ({ username, at, shop }) => ({
    subject: `Your password at ${shop.name} was changed`,
    lead: [
      `The password of the account ${username} in the admin of ${shop.name} was changed on ${at}.`,
      'You were logged out everywhere else.',
    ],
  }),
  password_reset: ({ username, by, at, shop }) => ({
    subject: `Your password at ${shop.name} was reset`,
    lead: [
      by === username
        ? `The password of the account ${username} in the admin of ${shop.name} was reset through a link in an email on ${at}.`
        : `${by} reset the password of the account ${username} in the admin of ${shop.name} on ${at}.`,
      'You were logged out everywhere.',
    ],
  }),
  second_factor_off: ({ username, by, at, shop }) => ({
    subject: `Two-step verification at ${shop.name} was turned off`,
    lead: [
      `${by} turned off two-step verification of the account ${username} in the admin of ${shop.name} on ${at}.`,
      'A login needs only the password now. You can set it up again under Your account.',
    ],
  }),
}

/** What to do about a change by someone else. An owner may be the only one. */
const helpTexts = {
  owner:
    'Log in and choose a new password under Your account at once, which logs out everyone else. If you can’t log in, ask another owner to disable the account, or have it reset on the server with “npm run admin -- reset” and your username.',
  other: 'Ask an owner of the shop to disable your account at once.',
}
const noSecretsText = 'Nobody who helps you needs your password or a code.'

/** Writes the email about a change. */
export function noticeContent(
  { notice, by }: Pick<JobData['send-account-notice'], 'notice' | 'by'>,
  facts: Omit<NoticeFacts, 'by'>,
): MailContent {
  const { subject, lead } = texts[notice]({ ...facts, by: toOneLine(by) })
  const help = helpTexts[facts.role === 'owner' ? 'owner' : 'other']
  return {
    ...plainMail,
    subject,
    preview: lead[0] ?? '',
    heading: subject,
    lead,
    links: [{ label: 'Open the admin', url: `${facts.shop.publicUrl}/admin` }],
    sections: [{ heading: 'Wasn’t you?', paragraphs: [help, noSecretsText] }],
  }
}
