import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openPostgres } from '../../../src/operations/database/orm.ts'
import { smtpTransport, type SmtpTransport } from '../../../src/platform/mail/mail-transport.ts'
import { sendMailHandler } from '../../../src/orders/emails/send-mail.ts'
import { type Database, isTemporary } from '../../../src/platform/database/database.ts'
import { testServerUrl } from '../../../testing/database-server.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { startMailServer, type MailServer } from '../../../testing/mail-server.ts'
import { longLimits } from '../../../testing/long-limits.ts'
import { startPostgresProxy, type PostgresProxy } from '../../../testing/postgres-proxy.ts'
import { recordedQueue } from '../../../testing/recorded-queue.ts'
import { silentLog } from '../../../testing/silent-log.ts'
import { mailExtras, payOrder, readMail, readSender } from '../../../testing/mail-fixtures.ts'

describe.skipIf(testServerUrl === null)('the claim on an email (needs a PostgreSQL server)', () => {
  let direct: Database
  let proxy: PostgresProxy
  let database: Database
  let mailServer: MailServer
  let transport: SmtpTransport

  beforeEach(async () => {
    direct = await openTestDatabase()
    proxy = await startPostgresProxy(direct.url ?? '')
    database = await openPostgres(proxy.url, { limits: longLimits })
    mailServer = await startMailServer()
    transport = smtpTransport(mailServer.url, readSender)
  })
  afterEach(async () => {
    transport.close()
    await mailServer.stop()
    await database.close()
    await proxy.close()
    await direct.close()
  })

  test.each([
    { name: 'before the claim is committed', statement: /^commit/, isExecuted: false },
    { name: 'after the claim is committed', statement: /^commit/, isExecuted: true },
  ])('is released if the connection is lost $name', async ({ statement, isExecuted }) => {
    const orderId = await payOrder(direct, recordedQueue())
    const { id: mailId } = await readMail(direct, orderId, 'confirmation')
    const handler = sendMailHandler({ database, transport, log: silentLog, ...mailExtras })
    const send = () => handler({ mailId }, new AbortController().signal)

    proxy.failAt({ fault: 'close', statement, isExecuted })
    const error = await send().catch((thrown: unknown) => thrown)
    expect(isTemporary(error), String(error)).toBe(true)
    expect(proxy.broken()).toBe(1)
    expect((await readMail(direct, orderId, 'confirmation')).claimedUntil).toBeNull()

    await send()
    expect(mailServer.received).toHaveLength(1)
  })

  test('is released if the email cannot be read', async () => {
    const orderId = await payOrder(direct, recordedQueue())
    const { id: mailId } = await readMail(direct, orderId, 'confirmation')
    const unreadable: Database = {
      ...direct,
      fork() {
        const em = direct.fork()
        em.findOne = () => Promise.reject(new Error('the connection was lost'))
        return em
      },
    }
    const send = (from: Database) =>
      sendMailHandler({ database: from, transport, log: silentLog, ...mailExtras })(
        { mailId },
        new AbortController().signal,
      )
    await expect(send(unreadable)).rejects.toThrow('the connection was lost')
    expect((await readMail(direct, orderId, 'confirmation')).claimedUntil).toBeNull()
    await send(direct)
    expect(mailServer.received).toHaveLength(1)
  })
})
