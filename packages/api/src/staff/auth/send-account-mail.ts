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

const sendTimeoutMs = 60_000

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
      const content = composers[kind](link, { ...shop, timeZone }, url)
      const mail = mailMessage(content, shop, { to, id: name, date: link.requestedAt, name })
      await transport.send(mail, AbortSignal.any([signal, AbortSignal.timeout(sendTimeoutMs)]))
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

/** The shop, and the time zone of the dates in its emails to administrators. */
type ShopInZone = Shop & { timeZone: string }

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
      await transport.send(mail, AbortSignal.any([signal, AbortSignal.timeout(sendTimeoutMs)]))
    } catch (error) {
      log.warn({ adminId, notice }, 'mail: the notice about an account was not sent')
      if (!(error instanceof MailRejectedError)) throw error
    }
  }
}

type Compose = (link: AccountLink, shop: ShopInZone, url: string) => MailContent

const composers: Record<AccountLink['kind'], Compose> = {
  invitation: ({ role, inviter, expiresAt }, { name, timeZone }, url) => {
    const { title, scope } = roleLabels[role ?? 'blog']
    return linkMail({
      subject: `You’re invited to ${name}`,
      lead: [
        `${toOneLine(inviter?.username ?? '')} invited you to the admin of ${name} as ${title}.`,
        `You may work on ${scope}.`,
      ],
      label: 'Accept the invitation',
      url,
      until: formatMoment(expiresAt.toISOString(), timeZone),
      unexpected: 'You can ignore this email. Without a click on the link, no account is created.',
    })
  },
  email: ({ admin, expiresAt }, { name, timeZone }, url) =>
    linkMail({
      subject: `Confirm your email address for ${name}`,
      lead: [
        `Confirm that this address belongs to ${admin?.username ?? 'your account'} in the admin of ${name}.`,
        'It’s used if you forget your password.',
      ],
      label: 'Confirm this address',
      url,
      until: formatMoment(expiresAt.toISOString(), timeZone),
      unexpected: 'Someone probably typed your address by mistake. You can ignore this email.',
    }),
  password: ({ admin, expiresAt }, { name, timeZone }, url) =>
    linkMail({
      subject: `Choose a new password for ${name}`,
      lead: [
        `You asked for a new password for the admin of ${name}. Your username is ${admin?.username ?? ''}.`,
        'A new password logs you out everywhere. Two-step verification stays as it is.',
      ],
      label: 'Choose a new password',
      url,
      until: formatMoment(expiresAt.toISOString(), timeZone),
      unexpected: 'You can ignore this email. Without a click on the link, your password stays the same.',
    }),
}

interface LinkMail {
  subject: string
  lead: string[]
  label: string
  url: string
  /** When the link stops working. */
  until: string
  /** What someone should do who did not expect the email. */
  unexpected: string
}

function linkMail({ subject, lead, label, url, until, unexpected }: LinkMail): MailContent {
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
