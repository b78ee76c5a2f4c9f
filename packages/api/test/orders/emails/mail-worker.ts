import type { Database } from '../../../src/platform/database/database.ts'
import { startJobs, type Jobs } from '../../../src/platform/jobs/boss-queue.ts'
import { smtpTransport, type MailTransport } from '../../../src/platform/mail/mail-transport.ts'
import { sendMailHandler } from '../../../src/orders/emails/send-mail.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { startMailServer, type MailServer, type MailServerRules } from '../../../testing/mail-server.ts'
import { recordedQueue } from '../../../testing/recorded-queue.ts'
import { silentLog } from '../../../testing/silent-log.ts'
import { mailExtras, payOrder, readMail, readSender } from '../../../testing/mail-fixtures.ts'

/** A database whose emails are sent to mail servers of the test. `close` also stops what the other functions started. */
export interface MailWorker {
  database: Database
  mailServer(rules?: MailServerRules): Promise<MailServer>
  /** Starts the queue. */
  working(smtpUrl: string): Promise<Jobs>
  transportTo(smtpUrl: string): MailTransport
  /** Runs the handler without a queue. */
  sendNow(smtpUrl: string, mailId: string): Promise<void>
  /** Pays an order, so that its confirmation is due. */
  owedMail(details?: Parameters<typeof payOrder>[2]): Promise<{ orderId: string; mailId: string }>
  close(): Promise<void>
}

export async function openMailWorker(): Promise<MailWorker> {
  const database = await openTestDatabase()
  const stopping: (() => Promise<void>)[] = []

  function transportTo(smtpUrl: string): MailTransport {
    const transport = smtpTransport(smtpUrl, readSender)
    stopping.push(async () => transport.close())
    return transport
  }

  const handler = (smtpUrl: string) =>
    sendMailHandler({ database, transport: transportTo(smtpUrl), log: silentLog, ...mailExtras })

  return {
    database,
    transportTo,
    async mailServer(rules) {
      const server = await startMailServer(rules)
      stopping.push(() => server.stop())
      return server
    },
    async working(smtpUrl) {
      const handlers = { 'send-mail': handler(smtpUrl) }
      const jobs = await startJobs({ database, handlers, schedules: [], log: silentLog })
      stopping.push(() => jobs.stop())
      return jobs
    },
    sendNow: (smtpUrl, mailId) => handler(smtpUrl)({ mailId }, new AbortController().signal),
    async owedMail(details) {
      const orderId = await payOrder(database, recordedQueue(), details)
      return { orderId, mailId: (await readMail(database, orderId, 'confirmation')).id }
    },
    async close() {
      for (const stop of stopping.toReversed()) await stop()
      await database.close()
    },
  }
}
