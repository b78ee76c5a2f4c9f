import type { SendMailOptions } from 'nodemailer'

/** An attachment of an email. */
export interface MailFile {
  fileName: string
  bytes: Uint8Array
}

/** An email that is ready to be sent. */
export interface OutgoingMail {
  to: { name: string; address: string }
  replyTo: string
  subject: string
  html: string
  text: string
  /** The PNG that the HTML refers to as `contentId`; null if there is none. */
  image: { contentId: string; fileName: string; drawPng: () => Promise<Buffer> } | null
  /** ZIP and PDF files. */
  files: MailFile[]
  /** With angle brackets. The same for every attempt, so that recipients can recognize a duplicate. */
  messageId: string
  date: Date
  /** Describes the email for its file name in the outbox: letters, digits, hyphens. */
  name: string
}

/** Who sends an email: `Priormark <a@b.c>`, or the same in two parts. */
type Sender = string | { name: string; address: string }

/** Returns the current sender. */
export type ReadSender = () => Promise<Sender>

/** Sends emails. */
export interface MailTransport {
  /** Resolves once the next server has accepted the email, within a minute. @throws MailRejectedError if retrying is useless */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>
}

/** A transport that keeps connections open between emails. */
export interface SmtpTransport extends MailTransport {
  /** Closes the connections once the emails that are being sent have been accepted or rejected. */
  close(): void
}

/** The limits of the mail server. */
export interface MailLimits {
  /** The maximum number of simultaneous connections. */
  atOnce: number
  /** Null if only the mail server itself sets a limit. */
  perSecond: number | null
}

/** The mail server will never accept this email. */
export class MailRejectedError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause })
    this.name = 'MailRejectedError'
  }
}

/** How the messages of errors begin if the mail server could not be reached, or stopped responding. */
export const mailServerNotResponding = 'The mail server is not responding'

/** How long sending an email may take, including the wait for a connection, in milliseconds. */
const sendTimeoutMs = 60_000

/** Sends over SMTP. @param url such as `smtp://user:password@mail.example.org:587` */
export function smtpTransport(
  url: string,
  readSender: ReadSender,
  { atOnce, perSecond }: MailLimits = { atOnce: 5, perSecond: null },
): SmtpTransport {
  const open = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url,
      pool: true,
      maxConnections: atOnce,
      // No retries here: the job queue retries, after checking whether the email was sent in the meantime.
      maxRequeues: 0,
      idleTimeout: 30_000,
      ...(perSecond === null ? {} : { rateLimit: perSecond, rateDelta: 1_000 }),
      connectionTimeout: 15_000,
      greetingTimeout: 15_000,
      socketTimeout: 30_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  // Opened with the first email, to keep the server's start fast.
  let opening: ReturnType<typeof open> | null = null
  let sendingCount = 0
  let isClosing = false
  // Closes only when nothing is being sent, because Nodemailer would reject the emails that wait for a connection.
  const closeIfIdle = () => {
    if (isClosing && sendingCount === 0) void opening?.then((transport) => transport.close())
  }
  return {
    async send(mail, signal) {
      sendingCount += 1
      try {
        const transport = await (opening ??= open())
        const limited = AbortSignal.any([signal, AbortSignal.timeout(sendTimeoutMs)])
        await transport.sendMail({ ...(await toNodemailer(mail, await readSender())), signal: limited })
      } catch (error) {
        if (isFinal(error)) throw new MailRejectedError(error.message, error)
        if (!hasNoResponse(error)) throw error
        const message = `${mailServerNotResponding} (${error.message})`
        throw Object.assign(new Error(message, { cause: error }), { code: error.code })
      } finally {
        sendingCount -= 1
        closeIfIdle()
      }
    },
    close() {
      isClosing = true
      closeIfIdle()
    },
  }
}

/** Connects to a mail server and logs in, without sending. @throws the error of nodemailer */
export async function verifyMailLogin(url: string, timeoutMs: number): Promise<void> {
  const { createTransport } = await import('nodemailer')
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
  const transport = createTransport({ url, ...timeouts })
  await transport.verify().finally(() => transport.close())
}

/** The codes of nodemailer for a server that does not respond. A connection that is reset is an ESOCKET. */
const noResponseCodes: unknown[] = ['ECONNECTION', 'EDNS', 'ESOCKET', 'ETIMEDOUT']

/** Whether the server did not respond, or our own time limit passed before it did. */
function hasNoResponse(error: unknown): error is Error & { code?: unknown } {
  if (!(error instanceof Error) || 'responseCode' in error) return false
  return error.name === 'TimeoutError' || ('code' in error && noResponseCodes.includes(error.code))
}

/** Converts an email for nodemailer. The outbox uses it too, so that both write the same message. */
export async function toNodemailer(mail: OutgoingMail, from: Sender): Promise<SendMailOptions> {
  return {
    from,
    to: mail.to,
    replyTo: mail.replyTo,
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    attachments: [
      ...(await imagesOf(mail)),
      ...mail.files.map(({ fileName, bytes }) => ({
        filename: fileName,
        content: Buffer.from(bytes),
        contentType: fileName.endsWith('.pdf') ? 'application/pdf' : 'application/zip',
      })),
    ],
    messageId: mail.messageId,
    date: mail.date,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

async function imagesOf({ image }: OutgoingMail) {
  if (image === null) return []
  const { contentId: cid, fileName: filename } = image
  const content = await image.drawPng()
  return [{ cid, filename, content, contentType: 'image/png', contentDisposition: 'inline' as const }]
}

/**
 * Whether an error is final. A 5xx for the recipient or the message is. One for the login or the sender is not, because the
 * operator can fix it. An address that cannot even be sent to the server (no response code) is final too.
 */
function isFinal(error: unknown): error is Error {
  if (!(error instanceof Error) || !('code' in error)) return false
  const response = 'responseCode' in error ? Number(error.responseCode) : null
  if (response === null) return error.code === 'EENVELOPE'
  const command = 'command' in error ? error.command : null
  return response >= 500 && response <= 599 && (command === 'RCPT TO' || command === 'DATA')
}
