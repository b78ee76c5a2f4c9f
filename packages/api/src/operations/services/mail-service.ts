import type { Shop } from '@priormark/core/settings/groups'
import type { MailServerSettings } from '@priormark/core/settings/services'
import { invalidField } from '../../platform/http/field-errors.ts'
import {
  type MailLimits,
  type MailTransport,
  type OutgoingMail,
  smtpTransport,
  type SmtpTransport,
  verifyMailLogin,
} from '../../platform/mail/mail-transport.ts'
import { outboxTransport } from '../../platform/mail/outbox-transport.ts'
import { createReloadable } from '../../platform/reloadable.ts'
import type { SettingsSource } from '../../settings/shop-settings.ts'

interface MailServiceDeps {
  settings: SettingsSource
  /** The folder for emails while there is no mail server. */
  outboxDir: string
  mailLimits: MailLimits
  /** The address of the mail server if a variable sets it. It may have more options than the settings. */
  smtpUrl: string | null
  /** The sender if a variable sets it. */
  mailFrom: string | null
}

export type MailService = ReturnType<typeof createMailService>

/** How long a person waits for the mail server, in milliseconds. */
const testTimeoutMs = 20_000

/** Creates the service that sends emails as the settings say: over SMTP, or as files without a mail server. */
export function createMailService(deps: MailServiceDeps) {
  const { settings, outboxDir, mailLimits, smtpUrl, mailFrom } = deps
  const senderOf = async (values: MailServerSettings) =>
    mailFrom ?? senderWithDefaults((await settings.current()).shop, values)
  const urlOf = (values: MailServerSettings) => smtpUrl ?? mailServerUrl(values)
  const open = (url: string | null, readSender: () => ReturnType<typeof senderOf>) =>
    url === null ? outboxTransport(outboxDir, readSender) : smtpTransport(url, readSender, mailLimits)
  const connection = createReloadable({
    read: async () => {
      const { mailServer, unreadable } = await settings.services()
      return {
        url: urlOf(mailServer),
        unreadableLabels: smtpUrl === null ? (unreadable.mailServer ?? []) : [],
      }
    },
    open: ({ url, unreadableLabels }) => {
      if (unreadableLabels.length > 0) throw new UnreadablePasswordError()
      return open(url, async () => senderOf((await settings.services()).mailServer))
    },
    close: closeTransport,
  })
  return {
    /** Follows changes to the settings. */
    transport: {
      send: async (mail, signal) => (await connection.current()).send(mail, signal),
    } satisfies MailTransport,
    /** Connects to the mail server and logs in, without sending. @throws AppError invalid_input at the field that is wrong */
    async check(values: MailServerSettings) {
      const url = urlOf(values)
      if (url !== null) await checkLogin(url)
    },
    /** Sends one email with the given values, saved or not. Returns whether it was written to a file instead. */
    async sendWith(values: MailServerSettings, mail: OutgoingMail) {
      const url = urlOf(values)
      const transport = open(url, () => senderOf(values))
      try {
        await transport.send(mail, AbortSignal.timeout(testTimeoutMs))
      } finally {
        closeTransport(transport)
      }
      return { isFile: url === null }
    },
    close: connection.close,
  }
}

class UnreadablePasswordError extends Error {
  override readonly name = 'UnreadablePasswordError'
  override readonly message =
    'The password of the mail server was encrypted with another ENCRYPTION_KEY. Enter it again under Settings, Emails.'
}

function closeTransport(transport: MailTransport | SmtpTransport): void {
  if ('close' in transport) transport.close()
}

/** Returns the sender. Empty fields default to the shop’s name and address. */
function senderWithDefaults(shop: Shop, { senderName, senderAddress }: MailServerSettings) {
  return { name: senderName || shop.name, address: senderAddress || shop.supportEmail }
}

/** Returns the address that nodemailer understands; null without a mail server. */
export function mailServerUrl({ host, port, security, user, password }: MailServerSettings): string | null {
  if (host === '') return null
  const login = user === '' ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`
  const address = `${login}${host}:${port}`
  return security === 'tls'
    ? `smtps://${address}`
    : `smtp://${address}${security === 'starttls' ? '?requireTLS=true' : ''}`
}

async function checkLogin(url: string): Promise<void> {
  try {
    await verifyMailLogin(url, testTimeoutMs)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const code = 'code' in error ? String(error.code) : ''
    const [field, problem] = loginProblems[code] ?? ['host', 'The mail server did not respond as expected']
    throw invalidField(`values.${field}`, `${problem} (${error.message})`)
  }
}

/** The field and the message for each error code of nodemailer. */
const loginProblems: Readonly<Record<string, [field: keyof MailServerSettings, problem: string]>> = {
  EAUTH: ['password', 'The mail server rejects the user name or the password'],
  ENOAUTH: ['user', 'The mail server asks for a user name and a password'],
  ETLS: ['security', 'The mail server does not support this encryption'],
  EDNS: ['host', 'There is no server with this name'],
  ECONNECTION: ['host', 'The mail server is not responding'],
  ETIMEDOUT: ['host', 'The mail server is not responding'],
  ESOCKET: ['port', 'The mail server ends the connection: check the port and the encryption'],
}
