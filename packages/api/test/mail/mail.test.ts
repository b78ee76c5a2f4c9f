import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startJobs, type Jobs } from '../../src/jobs/boss-queue.ts'
import { composeMail } from '../../src/mail/compose-mail.ts'
import { smtpTransport } from '../../src/mail/mail-transport.ts'
import { MailInProgressError, sendMailHandler } from '../../src/mail/send-mail.ts'
import type { Database } from '../../src/sql/database.ts'
import { fingerprint } from '../../testing/builders/order.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { stablePort } from '../../testing/stable-port.ts'
import { startMailServer, type MailServer, type MailServerRules } from '../../testing/mail-server.ts'
import { recordedJobs } from '../../testing/recorded-jobs.ts'
import { silentLog } from '../../testing/silent-log.ts'
import {
  eventDetails,
  jobStates,
  linkOrder,
  mailExtras,
  payOrder,
  policy,
  readMail,
  readOrder,
  sender,
  shop,
} from './mail-fixtures.ts'

const link = 'https://explorer.example/tx/0x12'

let database: Database
let stopping: (() => Promise<void>)[]

beforeEach(async () => {
  database = await openTestDatabase()
  stopping = []
})

afterEach(async () => {
  for (const stop of stopping.toReversed()) await stop()
  await database.close()
})

async function mailServer(rules?: MailServerRules): Promise<MailServer> {
  const server = await startMailServer(rules)
  stopping.push(() => server.stop())
  return server
}

async function working(smtpUrl: string): Promise<Jobs> {
  const jobs = await startJobs({
    database,
    handlers: { 'send-mail': handler(smtpUrl) },
    schedules: [],
    log: silentLog,
  })
  stopping.push(() => jobs.stop())
  return jobs
}

function transportTo(smtpUrl: string) {
  const transport = smtpTransport(smtpUrl, sender)
  stopping.push(async () => transport.close())
  return transport
}

function handler(smtpUrl: string) {
  const transport = transportTo(smtpUrl)
  return sendMailHandler({ database, transport, log: silentLog, ...mailExtras })
}

/** Runs the handler without a queue. */
async function sendNow(smtpUrl: string, mailId: string): Promise<void> {
  await handler(smtpUrl)({ mailId }, new AbortController().signal)
}

async function owedMail(
  details?: Parameters<typeof payOrder>[2],
): Promise<{ orderId: string; mailId: string }> {
  const orderId = await payOrder(database, recordedJobs(), details)
  return { orderId, mailId: (await readMail(database, orderId, 'confirmation')).id }
}

describe('the queue with the mail server', () => {
  test('a payment sends one confirmation and sets the flags', async () => {
    const server = await mailServer()
    const { queue } = await working(server.url)
    const orderId = await payOrder(database, queue)
    await expect.poll(async () => (await readOrder(database, orderId)).confirmationEmailSent).toBe(true)

    expect(server.received).toHaveLength(1)
    const [arrived] = server.received
    expect(arrived?.recipients).toEqual(['grace@example.org'])
    expect(arrived?.from).toBe('orders@priormark.example')
    expect(arrived?.mail.to).toEqual([{ name: 'Grace Hopper', address: 'grace@example.org' }])
    expect(arrived?.mail.from).toEqual({ name: 'Priormark', address: 'orders@priormark.example' })
    expect(arrived?.mail.replyTo).toEqual([{ name: '', address: 'help@priormark.example' }])
    expect(arrived?.mail.subject).toBe('Your order is confirmed: A song about ships')
    expect(arrived?.mail.messageId).toMatch(
      new RegExp(`^<${orderId}\\.confirmation\\.\\d+@priormark\\.example>$`),
    )
    for (const body of [arrived?.mail.text?.replaceAll('\n', ' '), arrived?.mail.html]) {
      expect(body).toContain('song.wav (1 MB)')
      expect(body).toContain('24-48 hours')
      expect(body).toContain('$8.97')
      expect(body).toContain('After that there is no refund')
      expect(body).toContain('does not replace formal copyright registration')
      expect(body).toContain('9f86 d081 884c 7d65')
      expect(body).toContain('https://priormark.example/terms')
    }
    expect(arrived?.mail.text).toContain(fingerprint)
    expect(arrived?.mail.attachments.map(({ mimeType, contentId }) => [mimeType, contentId])).toEqual([
      ['image/png', '<seal@priormark>'],
    ])
    const mail = await readMail(database, orderId, 'confirmation')
    expect(mail.sentAt).toBeInstanceOf(Date)
    expect(mail.attempts).toBe(1)
    expect(await eventDetails(database, orderId, 'mail_sent')).toEqual(['confirmation'])
  })

  test('a link sends the fulfillment email with it once, and a corrected link sends another', async () => {
    const server = await mailServer()
    const { queue } = await working(server.url)
    const orderId = await payOrder(database, queue)
    await linkOrder(database, queue, orderId, link)
    await expect.poll(async () => (await readOrder(database, orderId)).fulfillmentEmailSent).toBe(true)
    await linkOrder(database, queue, orderId, link)
    await linkOrder(database, queue, orderId, `${link}34`)
    await expect
      .poll(async () => (await jobStates(database, 'send-mail')).map(({ state }) => state))
      .toEqual(['completed', 'completed', 'completed'])

    const fulfillments = server.received.filter(({ mail }) => mail.messageId?.includes('.fulfillment.'))
    expect(fulfillments).toHaveLength(2)
    expect(fulfillments[1]?.mail.messageId).not.toBe(fulfillments[0]?.mail.messageId)
    expect(fulfillments[1]?.mail.text).toContain(`${link}34`)
    expect((await readOrder(database, orderId)).fulfillmentEmailSent).toBe(true)
    expect(fulfillments[0]?.mail.html).toContain(`href="${link}"`)
    expect(fulfillments[0]?.mail.html).toContain('RECORDED')
    expect(fulfillments[0]?.mail.html, 'only the operator declares it').not.toContain('VERIFIED')
    expect(fulfillments[0]?.mail.text).toContain(link)
    expect(fulfillments[0]?.mail.text).toContain(fingerprint)
    expect(fulfillments[0]?.mail.text).toContain('sha256sum FILE')
  })

  test('a mail server that is down for a while delays the email and loses nothing', async () => {
    const port = await stablePort()
    const { queue } = await working(`smtp://127.0.0.1:${port}`)
    const orderId = await payOrder(database, queue)
    await expect
      .poll(async () => (await readMail(database, orderId, 'confirmation')).attempts)
      .toBeGreaterThanOrEqual(2)
    expect((await readOrder(database, orderId)).confirmationEmailSent).toBe(false)
    expect((await readMail(database, orderId, 'confirmation')).lastError).toContain('ECONNREFUSED')

    const server = await mailServer({ port })
    await expect.poll(async () => (await readOrder(database, orderId)).confirmationEmailSent).toBe(true)
    expect(server.received).toHaveLength(1)
    expect((await readMail(database, orderId, 'confirmation')).lastError).toBeNull()
    const failures = await eventDetails(database, orderId, 'mail_failed')
    expect(failures).toHaveLength(1)
    expect(failures[0]).toMatch(/^confirmation: will be tried again\./)
    expect(await eventDetails(database, orderId, 'mail_sent')).toEqual(['confirmation'])
  })

  test('a rejected recipient is not retried, and the timeline shows it', async () => {
    const server = await mailServer({ refuseRecipient: { code: 550, message: 'No such mailbox' } })
    const { queue } = await working(server.url)
    const orderId = await payOrder(database, queue)
    await expect.poll(() => jobStates(database, 'send-mail')).toEqual([{ state: 'completed', retryCount: 0 }])

    expect(server.received).toHaveLength(0)
    const mail = await readMail(database, orderId, 'confirmation')
    expect(mail.attempts).toBe(1)
    expect(mail.sentAt).toBeNull()
    expect(mail.lastError).toContain('No such mailbox')
    expect((await readOrder(database, orderId)).confirmationEmailSent).toBe(false)
    const failures = await eventDetails(database, orderId, 'mail_failed')
    expect(failures).toHaveLength(1)
    expect(failures[0]).toMatch(/^confirmation: given up\. .*No such mailbox/)
  })
})

describe('sending an email', () => {
  test.each([
    ['a mailbox that is full', { refuseRecipient: { code: 452, message: 'Mailbox full' } }],
    ['a sender that is not allowed', { refuseSender: { code: 550, message: 'Sender not allowed' } }],
  ])('is retried after %s', async (_case, rules) => {
    const server = await mailServer(rules)
    const { orderId, mailId } = await owedMail()
    await expect(sendNow(server.url, mailId)).rejects.toThrow(/Mailbox full|Sender not allowed/)
    const mail = await readMail(database, orderId, 'confirmation')
    expect(mail.claimedUntil).toBeNull()
    expect(mail.sentAt).toBeNull()
  })

  test('that fails three times notes it once in the timeline', async () => {
    const server = await mailServer({ refuseRecipient: { code: 452, message: 'Mailbox full' } })
    const { orderId, mailId } = await owedMail()
    for (const _try of [1, 2, 3]) await expect(sendNow(server.url, mailId)).rejects.toThrow('Mailbox full')
    expect((await readMail(database, orderId, 'confirmation')).attempts).toBe(3)
    expect(await eventDetails(database, orderId, 'mail_failed')).toHaveLength(1)
  })

  test('is given up after failing for three days, and the timeline shows it', async () => {
    const server = await mailServer({ refuseRecipient: { code: 452, message: 'Mailbox full' } })
    const { orderId, mailId } = await owedMail()
    await database
      .fork()
      .execute(`update order_mail set queued_at = now() - interval '73 hours' where id = ?`, [mailId])
    await sendNow(server.url, mailId)
    expect((await eventDetails(database, orderId, 'mail_failed'))[0]).toMatch(/given up/)
  })

  test('is done by one of two workers', async () => {
    let release: (() => void) | undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    let arrive: (() => void) | undefined
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    const server = await mailServer({
      beforeTaken: async () => {
        arrive?.()
        await held
      },
    })
    const { orderId, mailId } = await owedMail()
    const first = sendNow(server.url, mailId)
    await arrived
    await expect(sendNow(server.url, mailId)).rejects.toThrow(MailInProgressError)
    release?.()
    await first
    await sendNow(server.url, mailId)
    expect(server.received).toHaveLength(1)
    expect((await readMail(database, orderId, 'confirmation')).attempts).toBe(1)
  })

  test('is done once by workers that start at the same time', async () => {
    const server = await mailServer()
    const { mailId } = await owedMail()
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => sendNow(server.url, mailId)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(1)
    expect(server.received).toHaveLength(1)
  })

  test('is skipped if an administrator marked it as sent', async () => {
    const server = await mailServer()
    const { orderId, mailId } = await owedMail()
    await database.fork().execute('update orders set confirmation_email_sent = true where id = ?', [orderId])
    await sendNow(server.url, mailId)
    expect(server.received).toHaveLength(0)
    expect((await readMail(database, orderId, 'confirmation')).sentAt).toBeNull()
  })

  test('is skipped if its order was erased', async () => {
    const server = await mailServer()
    const { orderId, mailId } = await owedMail()
    await database.fork().execute('delete from orders where id = ?', [orderId])
    await sendNow(server.url, mailId)
    expect(server.received).toHaveLength(0)
  })

  test('is repeated with the same Message-ID if a worker died after the server accepted it', async () => {
    const server = await mailServer()
    const { orderId, mailId } = await owedMail()
    const mail = await readMail(database, orderId, 'confirmation')
    const message = composeMail(mail, await readOrder(database, orderId), shop, {
      policy,
      startedAt: null,
      evidence: null,
      record: null,
    })
    await transportTo(server.url).send(message, new AbortController().signal)
    const claimedFor = async (interval: string) =>
      database
        .fork()
        .execute(`update order_mail set attempts = 1, claimed_until = now() + ?::interval where id = ?`, [
          interval,
          mailId,
        ])

    await claimedFor('1 minute')
    await expect(sendNow(server.url, mailId)).rejects.toThrow(MailInProgressError)
    await claimedFor('-1 second')
    await sendNow(server.url, mailId)

    const [first, repeat] = server.received.map((arrived) => arrived.mail)
    expect(server.received).toHaveLength(2)
    expect(repeat?.messageId).toBe(first?.messageId)
    expect(repeat?.date).toBe(first?.date)
    expect((await readOrder(database, orderId)).confirmationEmailSent).toBe(true)
  })

  test('is not repeated if the database is unavailable when the server has accepted it', async () => {
    const server = await mailServer()
    const { orderId, mailId } = await owedMail()
    let failures = 0
    const shaky: Database = {
      ...database,
      fork: () => {
        const em = database.fork()
        const transactional = em.transactional.bind(em)
        em.transactional = async (work, options) => {
          if (server.received.length === 1 && failures++ === 0) throw new Error('the database is away')
          return transactional(work, options)
        }
        return em
      },
    }
    const transport = transportTo(server.url)
    const send = sendMailHandler({ ...mailExtras, database: shaky, transport, log: silentLog })
    await send({ mailId }, new AbortController().signal)
    expect(failures).toBe(2)
    expect(server.received).toHaveLength(1)
    expect((await readOrder(database, orderId)).confirmationEmailSent).toBe(true)
  })

  test('keeps a concurrent change by an administrator', async () => {
    const { orderId, mailId } = await owedMail()
    const server = await mailServer({
      beforeTaken: async () => {
        await database
          .fork()
          .execute('update orders set blockchain_link = ?, version = version + 1 where id = ?', [
            link,
            orderId,
          ])
      },
    })
    await sendNow(server.url, mailId)
    const order = await readOrder(database, orderId)
    expect(order.blockchainLink).toBe(link)
    expect(order.confirmationEmailSent).toBe(true)
  })
})
