import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { smtpTransport, type SmtpTransport } from '../../../src/platform/mail/mail-transport.ts'
import { sendMailHandler } from '../../../src/orders/emails/send-mail.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { findHealthIssue } from '../../../testing/find-health-issue.ts'
import { startMailServer, type MailServer } from '../../../testing/mail-server.ts'
import { recordedQueue } from '../../../testing/recorded-queue.ts'
import { silentLog } from '../../../testing/silent-log.ts'
import { startTcpProxy, type TcpProxy } from '../../../testing/tcp-proxy.ts'
import { mailExtras, payOrder, readMail, readOrder, readSender } from '../../../testing/mail-fixtures.ts'

// Emails are sent by jobs, so no customer waits for the mail server.

/** The longest that the mail server is waited for, in milliseconds. */
const greetingMs = 15_000

let database: Database
let server: MailServer
let proxy: TcpProxy
let transport: SmtpTransport

beforeEach(async () => {
  database = await openTestDatabase()
  server = await startMailServer()
  proxy = await startTcpProxy({ host: '127.0.0.1', port: server.port })
  transport = smtpTransport(`smtp://127.0.0.1:${proxy.port}`, readSender)
})
afterEach(async () => {
  vi.useRealTimers()
  transport.close()
  proxy.resume()
  await proxy.close()
  await server.stop()
  await database.close()
})

/** Runs a job. */
async function send(mailId: string): Promise<void> {
  const handler = sendMailHandler({ database, transport, log: silentLog, ...mailExtras })
  await handler({ mailId }, new AbortController().signal)
}

/**
 * Runs a job. Drives the clock once it waits for a silent mail server, and never while it waits for the database, whose
 * statements would run into their time limit.
 */
async function sendInVain(mailId: string, fault: 'silence' | 'reset'): Promise<void> {
  if (fault === 'reset')
    return await expect(send(mailId)).rejects.toThrow('The mail server is not responding')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const before = proxy.disturbed()
  let isSettled = false
  const sending = send(mailId).finally(() => (isSettled = true))
  sending.catch(() => undefined)
  while (!isSettled && proxy.disturbed() === before) await new Promise((resolve) => setImmediate(resolve))
  if (!isSettled) await vi.advanceTimersByTimeAsync(greetingMs)
  vi.useRealTimers()
  await expect(sending).rejects.toThrow('The mail server is not responding')
}

const mailIssue = () => findHealthIssue(database, 'mail_failed')

test.each(['silence', 'reset'] as const)(
  'fails jobs during a minute of %s, names the mail server on the health page, and then sends the email once',
  async (fault) => {
    const orderId = await payOrder(database, recordedQueue())
    const { id } = await readMail(database, orderId, 'confirmation')
    proxy[fault]()
    for (let waitedMs = 0; waitedMs < 60_000; waitedMs += greetingMs) await sendInVain(id, fault)
    expect(await mailIssue()).toMatchObject({
      title: '1 email to customers could not be sent',
      remedy: expect.stringMatching(/^The mail server is not responding\. Check it and the network/),
    })
    expect(server.received).toEqual([])

    proxy.resume()
    await send(id)
    await send(id)
    expect(server.received).toHaveLength(1)
    expect(await readOrder(database, orderId)).toMatchObject({ confirmationEmailSent: true })
    expect(await mailIssue()).toBeUndefined()
  },
)

test('names both reasons if another email was rejected', async () => {
  const orders = [await payOrder(database, recordedQueue()), await payOrder(database, recordedQueue())]
  const [silent, rejected] = await Promise.all(
    orders.map((order) => readMail(database, order, 'confirmation')),
  )
  proxy.reset()
  await sendInVain(silent?.id ?? '', 'reset')
  const reject = "update order_mail set last_error = '550 no such mailbox' where id = ?"
  await database.fork().execute(reject, [rejected?.id])
  expect(await mailIssue()).toMatchObject({
    title: '2 emails to customers could not be sent',
    remedy: expect.stringMatching(/not responding.*timeline says why/),
  })
})
