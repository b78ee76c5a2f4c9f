import { cookieKey } from '../../src/http/session.ts'
import { createLinkSigner } from '../../src/auth/link-token.ts'
import { sendAccountMailHandler } from '../../src/auth/send-account-mail.ts'
import type { JobData } from '../../src/jobs/job-queue.ts'
import type { MailTransport, OutgoingMail } from '../../src/mail/mail-transport.ts'
import { silentLog } from '../../testing/silent-log.ts'
import type { TestApp } from '../../testing/test-app.ts'

/** An email with a link, and the secret in it. */
export interface LinkMail extends OutgoingMail {
  token: string
}

/** Runs the queued jobs that send links, and returns the emails. @param reject what the mail server says instead of accepting them */
export async function sendAccountMails(app: TestApp, reject?: Error): Promise<LinkMail[]> {
  const sent: LinkMail[] = []
  const transport: MailTransport = {
    async send(mail) {
      if (reject !== undefined) throw reject
      sent.push({ ...mail, token: /#([\w-]+)/.exec(mail.text)?.[1] ?? '' })
    },
  }
  const { database, settings, sessionKey, encryptionKey } = app.parts
  const signer = createLinkSigner(cookieKey(sessionKey, encryptionKey))
  const handle = sendAccountMailHandler({ database, transport, settings, signer, log: silentLog })
  const jobs = app.queued.filter(({ name }) => name === 'send-account-mail')
  app.queued.length = 0
  for (const { data } of jobs) {
    await handle(data as JobData['send-account-mail'], new AbortController().signal)
  }
  return sent
}

/** Makes requests of links older, as if that time had passed. What was emailed before does not work any more. */
export async function passTime(app: TestApp, interval: string): Promise<void> {
  await app.database
    .fork()
    .execute('update account_link set requested_at = requested_at - ?::interval', [interval])
  await approachExpiry(app, interval)
}

/** Makes links expire that much earlier. */
export async function approachExpiry(app: TestApp, interval: string): Promise<void> {
  await app.database
    .fork()
    .execute('update account_link set expires_at = expires_at - ?::interval', [interval])
}
