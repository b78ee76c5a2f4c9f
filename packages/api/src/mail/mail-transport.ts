import { createTransport, type SendMailOptions } from 'nodemailer'
import type { MailFile } from './mail-evidence.ts'

/** A mail, ready to be sent. */
export interface OutgoingMail {
  to: { name: string; address: string }
  replyTo: string
  subject: string
  html: string
  text: string
  /** The PNG that the HTML shows under `contentId`; null where it shows none. */
  image: { contentId: string; fileName: string; png: Buffer } | null
  /** ZIP files that the mail carries. */
  files: MailFile[]
  /** The same for every try, so that whoever gets a mail twice can tell. With its angle brackets. */
  messageId: string
  date: Date
  /** What the mail is, for the name of its file in the outbox: letters, digits, hyphens. */
  name: string
}

/** How mails leave. */
export interface MailTransport {
  /** Resolves when the mail is in the hands of the next server. @throws MailRefusedError where trying again is no use */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>
}

/** A transport that keeps connections open between mails. */
export interface SmtpTransport extends MailTransport {
  close(): void
}

/** What the mail server allows. */
export interface MailPace {
  /** Connections that are open at the same time. */
  atOnce: number
  /** Null where only the mail server itself sets a limit. */
  perSecond: number | null
}

/** The other side will never take this mail. */
export class MailRefusedError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause })
    this.name = 'MailRefusedError'
  }
}

/** Sends by SMTP. @param url such as `smtp://user:password@mail.example.org:587` @param from such as `Priormark <a@b.c>` */
export function smtpTransport(
  url: string,
  from: string,
  { atOnce, perSecond }: MailPace = { atOnce: 5, perSecond: null },
): SmtpTransport {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: atOnce,
    // The job queue repeats a mail, which knows whether it was sent meanwhile.
    maxRequeues: 0,
    idleTimeout: 30_000,
    ...(perSecond === null ? {} : { rateLimit: perSecond, rateDelta: 1_000 }),
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail, signal) {
      try {
        await transport.sendMail({ ...messageOf(mail, from), signal })
      } catch (error) {
        throw isRefusal(error) ? new MailRefusedError(error.message, error) : error
      }
    },
    close: () => transport.close(),
  }
}

/** What nodemailer takes. Also used by the outbox, so that both write the same mail. */
export function messageOf(mail: OutgoingMail, from: string): SendMailOptions {
  return {
    from,
    to: mail.to,
    replyTo: mail.replyTo,
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    attachments: [
      ...imagesOf(mail),
      ...mail.files.map(({ fileName, bytes }) => ({
        filename: fileName,
        content: Buffer.from(bytes),
        contentType: 'application/zip',
      })),
    ],
    messageId: mail.messageId,
    date: mail.date,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

function imagesOf({ image }: OutgoingMail) {
  if (image === null) return []
  const { contentId: cid, fileName: filename, png: content } = image
  return [{ cid, filename, content, contentType: 'image/png', contentDisposition: 'inline' as const }]
}

/**
 * A 5xx for the recipient or the message is final; one for the login or the sender is ours to mend, and so is tried again.
 * An address that cannot even be written to the server (no answer code) is final too.
 */
function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error) || !('code' in error)) return false
  const answer = 'responseCode' in error ? Number(error.responseCode) : null
  if (answer === null) return error.code === 'EENVELOPE'
  const command = 'command' in error ? error.command : null
  return answer >= 500 && answer <= 599 && (command === 'RCPT TO' || command === 'DATA')
}
