import { formatMoment } from '@priormark/core/platform/dates'
import { roleLabels } from '@priormark/core/platform/roles'
import { linkPaths } from '@priormark/core/staff/people/link-paths'
import type { Shop } from '@priormark/core/settings/groups'
import type { JobData } from '../../platform/jobs/job-queue.ts'
import type { Log } from '../../platform/logging/log.ts'
import { toOneLine, plainMail, type MailContent } from '../../platform/mail/mail-content.ts'
import { mailMessage } from '../../platform/mail/mail-message.ts'
import { MailRejectedError, type MailTransport } from '../../platform/mail/mail-transport.ts'
import type { Database, Em } from '../../platform/database/database.ts'
import { AccountLink, Admin } from './admin-entity.ts'
import { noticeContent } from './account-notice.ts'
import type { LinkSigner } from './account-link-service.ts'
import { passwordLink } from './password-reset.ts'

interface AccountMailDeps {
  database: Database
  transport: MailTransport
  settings: { refresh(): Promise<{ shop: Shop; timeZone: string }> }
  signer: LinkSigner
  log: Log
}

type Handler<Name extends keyof JobData> = (data: JobData[Name], signal: AbortSignal) => Promise<void>

/**
 * Emails a link for an account, unless the link was used or canceled in the meantime, has expired, or was requested again. If the
 * process dies while sending, the email is sent again as the same message.
 */
export function sendAccountMailHandler(deps: AccountMailDeps): Handler<'send-account-mail'> {
  const { database, transport, settings, signer, log } = deps
  return async (data, signal) => {
    const em = database.fork()
    const link = await findLinkToSend(em, data)
    const requestedAt = new Date(data.requestedAt)
    if (link === null || link.requestedAt > requestedAt || link.expiresAt.getTime() <= Date.now()) return
    const { id, kind, email } = link
    const record = (outcome: { sentAt: Date } | { mailError: string }) =>
      database.fork().nativeUpdate(AccountLink, { id, requestedAt: link.requestedAt }, outcome)
    const { shop, timeZone } = await settings.refresh()
    try {
      const url = shop.publicUrl + linkPaths[kind] + `#${signer.sign(link)}`
      const name = `${kind}-${id}`
      const to = { name: '', address: email }
      const until = formatMoment(link.expiresAt.toISOString(), timeZone)
      const content = linkContent(texts[kind](link, shop.name), { url, until })
      const mail = mailMessage(content, shop, { to, id: name, date: link.requestedAt, name })
      await transport.send(mail, signal)
    } catch (error) {
      log.warn({ linkId: id, kind }, 'mail: the link for an account was not sent')
      if (!(error instanceof MailRejectedError)) throw error
      await record({ mailError: error.message.slice(0, 1_000) })
      return
    }
    await record({ sentAt: new Date() })
  }
}

async function findLinkToSend(
  em: Em,
  { linkId, resetFor, requestedAt }: JobData['send-account-mail'],
): Promise<AccountLink | null> {
  if (resetFor !== null) return passwordLink(em, resetFor, new Date(requestedAt))
  return linkId === null ? null : em.findOne(AccountLink, { id: linkId }, { populate: ['inviter', 'admin'] })
}

/** Emails an administrator about a change to their account. If the mail server rejects the email, it is not sent again. */
export function sendAccountNoticeHandler(
  deps: Omit<AccountMailDeps, 'signer'>,
): Handler<'send-account-notice'> {
  const { database, transport, settings, log } = deps
  return async (data, signal) => {
    const { notice, adminId, email, changedAt } = data
    const admin = await database.fork().findOne(Admin, { id: adminId })
    if (admin === null) return
    const { shop, timeZone } = await settings.refresh()
    const { username, role } = admin
    const content = noticeContent(data, { username, role, at: formatMoment(changedAt, timeZone), shop })
    const name = `${notice}-${adminId}`
    const to = { name: '', address: email }
    const mail = mailMessage(content, shop, { to, id: name, date: new Date(changedAt), name })
    try {
      await transport.send(mail, signal)
    } catch (error) {
      log.warn({ adminId, notice }, 'mail: the notice about an account was not sent')
      if (!(error instanceof MailRejectedError)) throw error
    }
  }
}

interface LinkTexts {
  subject: string
  lead: string[]
  label: string
  /** What someone should do who did not expect the email. */
  unexpected: string
}

const texts: Record<AccountLink['kind'], (link: AccountLink, shopName: string) => LinkTexts> = {
  invitation({ role, inviter }, shopName) {
    const { title, scope } = roleLabels[role ?? 'blog']
    return {
      subject: `You’re invited to ${shopName}`,
      lead: [
        `${toOneLine(inviter?.username ?? '')} invited you to the admin of ${shopName} as ${title}.`,
        `You may work on ${scope}.`,
      ],
      label: 'Accept the invitation',
      unexpected: 'You can ignore this email. Without a click on the link, no account is created.',
    }
  },
  email: ({ admin }, shopName) => ({
    subject: `Confirm your email address for ${shopName}`,
    lead: [
      `Confirm that this address belongs to ${admin?.username ?? 'your account'} in the admin of ${shopName}.`,
      'It’s used if you forget your password.',
    ],
    label: 'Confirm this address',
    unexpected: 'Someone probably typed your address by mistake. You can ignore this email.',
  }),
  password: ({ admin }, shopName) => ({
    subject: `Choose a new password for ${shopName}`,
    lead: [
      `You asked for a new password for the admin of ${shopName}. Your username is ${admin?.username ?? ''}.`,
      'A new password logs you out everywhere. Two-step verification stays as it is.',
    ],
    label: 'Choose a new password',
    unexpected: 'You can ignore this email. Without a click on the link, your password stays the same.',
  }),
}

/** @param until when the link stops working */
function linkContent(
  { subject, lead, label, unexpected }: LinkTexts,
  { url, until }: { url: string; until: string },
): MailContent {
  return {
    ...plainMail,
    subject,
    preview: lead[0] ?? '',
    heading: subject,
    lead,
    links: [{ label, url }],
    sections: [
      {
        heading: 'How long the link works',
        paragraphs: [`Until ${until}, and only once. Don’t forward this email.`],
      },
      { heading: 'Didn’t expect this?', paragraphs: [unexpected] },
    ],
  }
}
