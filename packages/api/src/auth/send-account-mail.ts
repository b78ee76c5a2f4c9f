import { formatMoment } from '@priormark/core/dates'
import { roleLabels } from '@priormark/core/roles'
import { linkPaths } from '@priormark/core/people/link-paths'
import type { Shop } from '@priormark/core/shop'
import type { JobData } from '../jobs/job-queue.ts'
import type { Log } from '../logging/log.ts'
import { oneLine, type MailContent } from '../mail/mail-content.ts'
import { mailHtml } from '../mail/mail-html.ts'
import { mailText } from '../mail/mail-text.ts'
import { MailRejectedError, type MailTransport, type OutgoingMail } from '../mail/mail-transport.ts'
import type { Database, Em } from '../sql/database.ts'
import type { SettingsSource } from '../settings/shop-settings.ts'
import { AccountLink } from './account-link-entity.ts'
import type { LinkSigner } from './link-token.ts'
import { passwordLink } from './password-reset.ts'

interface AccountMailDeps {
  database: Database
  transport: MailTransport
  settings: SettingsSource
  signer: LinkSigner
  log: Log
}

const sendTimeoutMs = 60_000

/**
 * Emails a link for an account, unless the link was used or canceled meanwhile, has expired, or was requested again. If the
 * process dies while sending, the email is sent again as the same message.
 */
export function sendAccountMailHandler({
  database,
  transport,
  settings,
  signer,
  log,
}: AccountMailDeps): (data: JobData['send-account-mail'], signal: AbortSignal) => Promise<void> {
  return async (data, signal) => {
    const em = database.fork()
    const link = await linkOf(em, data)
    const requestedAt = new Date(data.requestedAt)
    if (link === null || link.requestedAt > requestedAt || link.expiresAt.getTime() <= Date.now()) return
    const { id, kind } = link
    const record = (outcome: { sentAt: Date } | { mailError: string }) =>
      database.fork().nativeUpdate(AccountLink, { id, requestedAt: link.requestedAt }, outcome)
    const { shop, timeZone } = await settings.refresh()
    try {
      const mail = accountMail(
        link,
        { ...shop, timeZone },
        shop.publicUrl + linkPaths[kind] + `#${signer.sign(link)}`,
      )
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

async function linkOf(
  em: Em,
  { linkId, resetFor, requestedAt }: JobData['send-account-mail'],
): Promise<AccountLink | null> {
  if (resetFor !== null) return passwordLink(em, resetFor, new Date(requestedAt))
  return linkId === null ? null : em.findOne(AccountLink, { id: linkId }, { populate: ['admin'] })
}

/** The shop, and the zone of dates in its emails to administrators. */
type ShopInZone = Shop & { timeZone: string }

function accountMail(link: AccountLink, shop: ShopInZone, url: string): OutgoingMail {
  const { id, kind, email, requestedAt } = link
  const content = contents[kind](link, shop, url)
  return {
    to: { name: '', address: email },
    replyTo: shop.supportEmail,
    subject: content.subject,
    html: mailHtml(content, shop),
    text: mailText(content, shop),
    image: null,
    files: [],
    messageId: `<${id}.${requestedAt.getTime()}@${new URL(shop.publicUrl).hostname}>`,
    date: requestedAt,
    name: `${kind}-${id}`,
  }
}

type Compose = (link: AccountLink, shop: ShopInZone, url: string) => MailContent

const contents: Record<AccountLink['kind'], Compose> = {
  invitation: ({ role, invitedBy, expiresAt }, { name, timeZone }, url) => {
    const { name: roleName, description } = roleLabels[role ?? 'blog']
    return linkMail({
      subject: `You’re invited to run ${name}`,
      lead: [
        `${oneLine(invitedBy ?? '')} invited you to the admin of ${name}.`,
        `Your role: ${roleName} (${description.charAt(0).toLowerCase() + description.slice(1)}).`,
      ],
      label: 'Accept the invitation',
      url,
      until: formatMoment(expiresAt.toISOString(), timeZone),
      unexpected: 'You can ignore this email. Nobody gets access unless the link is used.',
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
      unexpected: 'You can ignore this email. Your password stays the same unless the link is used.',
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
    subject,
    preview: lead[0] ?? '',
    mark: null,
    heading: subject,
    lead,
    links: [{ label, url }],
    facts: [],
    fingerprint: null,
    closing: [],
    sections: [
      {
        heading: 'How long the link works',
        paragraphs: [`Until ${until}, and only once. Don’t forward this email.`],
        steps: [],
      },
      { heading: 'Didn’t expect this?', paragraphs: [unexpected], steps: [] },
    ],
  }
}
