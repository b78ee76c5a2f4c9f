import { Admin } from '../../../src/staff/auth/admin-entity.ts'
import { cookieKey } from '../../../src/platform/http/session.ts'
import { createLinkSigner } from '../../../src/staff/auth/account-link-service.ts'
import {
  sendAccountMailHandler,
  sendAccountNoticeHandler,
} from '../../../src/staff/auth/send-account-mail.ts'
import type { JobData } from '../../../src/platform/jobs/job-queue.ts'
import type { MailTransport, OutgoingMail } from '../../../src/platform/mail/mail-transport.ts'
import { silentLog } from '../../../testing/silent-log.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import { newStaff } from '../../../testing/visitor.ts'

/** Adds an administrator with a confirmed address. */
export async function newStaffWithAddress(app: TestApp, role: 'owner' | 'orders' | 'blog' = 'blog') {
  const person = await newStaff(app, role)
  const email = `${person.username}@example.org`
  await app.database.fork().nativeUpdate(Admin, { username: person.username }, { email })
  return Object.assign(person, { email })
}

/** An email with a link, and the secret in it. */
export interface LinkMail extends OutgoingMail {
  token: string
}

/** Runs the queued jobs that send links, and returns the emails. @param reject what the mail server says instead of accepting them */
export async function sendAccountMails(app: TestApp, reject?: Error): Promise<LinkMail[]> {
  const { sessionKey, encryptionKey } = app.parts
  const signer = createLinkSigner(cookieKey(sessionKey, encryptionKey))
  const sent = await runJobs(
    app,
    'send-account-mail',
    (deps) => sendAccountMailHandler({ ...deps, signer }),
    reject,
  )
  return sent.map((mail) => ({ ...mail, token: /#([\w-]+)/.exec(mail.text)?.[1] ?? '' }))
}

/** Runs the queued jobs that tell administrators about changes of their accounts, and returns the emails. */
export function sendNotices(app: TestApp): Promise<OutgoingMail[]> {
  return runJobs(app, 'send-account-notice', sendAccountNoticeHandler)
}

async function runJobs<Name extends 'send-account-mail' | 'send-account-notice'>(
  app: TestApp,
  name: Name,
  makeHandler: (
    deps: Parameters<typeof sendAccountNoticeHandler>[0],
  ) => (data: JobData[Name], signal: AbortSignal) => Promise<void>,
  reject?: Error,
): Promise<OutgoingMail[]> {
  const sent: OutgoingMail[] = []
  const transport: MailTransport = {
    async send(mail) {
      if (reject !== undefined) throw reject
      sent.push(mail)
    },
  }
  const { database, settings } = app.parts
  const handle = makeHandler({ database, transport, settings, log: silentLog })
  const jobs = app.queued.filter((job) => job.name === name)
  app.queued.length = 0
  for (const { data } of jobs) await handle(data as JobData[Name], new AbortController().signal)
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
