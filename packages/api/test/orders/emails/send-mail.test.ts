import { defaultMailTexts } from '@priormark/core/settings/mail-texts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { composeMail } from '../../../src/orders/emails/compose-mail.ts'
import { sendMailHandler } from '../../../src/orders/emails/send-mail.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import { silentLog } from '../../../testing/silent-log.ts'
import {
  eventDetails,
  mailExtras,
  policy,
  readMail,
  readOrder,
  shop,
} from '../../../testing/mail-fixtures.ts'
import { openMailWorker, type MailWorker } from './mail-worker.ts'

const link = 'https://explorer.example/tx/0x12'

let worker: MailWorker
beforeEach(async () => {
  worker = await openMailWorker()
})
afterEach(() => worker.close())

describe('sending an email', () => {
  test.each([
    ['a mailbox that is full', { refuseRecipient: { code: 452, message: 'Mailbox full' } }],
    ['a sender that is not allowed', { refuseSender: { code: 550, message: 'Sender not allowed' } }],
  ])('is retried after %s', async (_case, rules) => {
    const server = await worker.mailServer(rules)
    const { orderId, mailId } = await worker.owedMail()
    await expect(worker.sendNow(server.url, mailId)).rejects.toThrow(/Mailbox full|Sender not allowed/)
    const mail = await readMail(worker.database, orderId, 'confirmation')
    expect(mail.claimedUntil).toBeNull()
    expect(mail.sentAt).toBeNull()
  })

  test('that fails three times notes it once in the timeline', async () => {
    const server = await worker.mailServer({ refuseRecipient: { code: 452, message: 'Mailbox full' } })
    const { orderId, mailId } = await worker.owedMail()
    for (const _try of [1, 2, 3])
      await expect(worker.sendNow(server.url, mailId)).rejects.toThrow('Mailbox full')
    expect((await readMail(worker.database, orderId, 'confirmation')).attempts).toBe(3)
    expect(await eventDetails(worker.database, orderId, 'mail_failed')).toHaveLength(1)
  })

  test('is given up after failing for three days, and the timeline shows it', async () => {
    const server = await worker.mailServer({ refuseRecipient: { code: 452, message: 'Mailbox full' } })
    const { orderId, mailId } = await worker.owedMail()
    await worker.database
      .fork()
      .execute(`update order_mail set queued_at = now() - interval '73 hours' where id = ?`, [mailId])
    await worker.sendNow(server.url, mailId)
    expect((await eventDetails(worker.database, orderId, 'mail_failed'))[0]).toMatch(/given up/)
  })

  test('is done by one of two workers', async () => {
    let release: (() => void) | undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    let arrive: (() => void) | undefined
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    const server = await worker.mailServer({
      beforeTaken: async () => {
        arrive?.()
        await held
      },
    })
    const { orderId, mailId } = await worker.owedMail()
    const first = worker.sendNow(server.url, mailId)
    await arrived
    await expect(worker.sendNow(server.url, mailId)).rejects.toThrow('another worker is sending this email')
    release?.()
    await first
    await worker.sendNow(server.url, mailId)
    expect(server.received).toHaveLength(1)
    expect((await readMail(worker.database, orderId, 'confirmation')).attempts).toBe(1)
  })

  test('is done once by workers that start at the same time', async () => {
    const server = await worker.mailServer()
    const { mailId } = await worker.owedMail()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => worker.sendNow(server.url, mailId)),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(1)
    expect(server.received).toHaveLength(1)
  })

  test('that fails after its claim expired keeps the claim of the worker that took over', async () => {
    const { orderId, mailId } = await worker.owedMail()
    const takenOver = {
      async send() {
        await worker.database
          .fork()
          .execute(`update order_mail set claimed_until = now() + interval '1 hour' where id = ?`, [mailId])
        throw new Error('no response')
      },
    }
    const send = sendMailHandler({
      ...mailExtras,
      database: worker.database,
      transport: takenOver,
      log: silentLog,
    })
    await expect(send({ mailId }, new AbortController().signal)).rejects.toThrow('no response')
    expect((await readMail(worker.database, orderId, 'confirmation')).claimedUntil).not.toBeNull()
    expect(await eventDetails(worker.database, orderId, 'mail_failed')).toEqual([])
    const server = await worker.mailServer()
    await expect(worker.sendNow(server.url, mailId)).rejects.toThrow('another worker is sending this email')
  })

  test('is skipped if an administrator marked it as sent', async () => {
    const server = await worker.mailServer()
    const { orderId, mailId } = await worker.owedMail()
    await worker.database
      .fork()
      .execute('update orders set confirmation_email_sent = true where id = ?', [orderId])
    await worker.sendNow(server.url, mailId)
    expect(server.received).toHaveLength(0)
    expect((await readMail(worker.database, orderId, 'confirmation')).sentAt).toBeNull()
  })

  test('is skipped if its order was erased', async () => {
    const server = await worker.mailServer()
    const { orderId, mailId } = await worker.owedMail()
    await worker.database.fork().execute('delete from orders where id = ?', [orderId])
    await worker.sendNow(server.url, mailId)
    expect(server.received).toHaveLength(0)
  })

  test('is repeated with the same Message-ID if a worker died after the server accepted it', async () => {
    const server = await worker.mailServer()
    const { orderId, mailId } = await worker.owedMail()
    const mail = await readMail(worker.database, orderId, 'confirmation')
    const message = composeMail(mail, await readOrder(worker.database, orderId), shop, {
      texts: defaultMailTexts,
      policy,
      startedAt: null,
      recordState: 'none',
      evidence: null,
      receipt: null,
      record: null,
      refund: null,
    })
    await worker.transportTo(server.url).send(message, new AbortController().signal)
    const claimedFor = async (interval: string) =>
      worker.database
        .fork()
        .execute(`update order_mail set attempts = 1, claimed_until = now() + ?::interval where id = ?`, [
          interval,
          mailId,
        ])

    await claimedFor('1 hour')
    await expect(worker.sendNow(server.url, mailId)).rejects.toThrow('another worker is sending this email')
    await claimedFor('-1 second')
    await worker.sendNow(server.url, mailId)

    const [first, repeat] = server.received.map((arrived) => arrived.mail)
    expect(server.received).toHaveLength(2)
    expect(repeat?.messageId).toBe(first?.messageId)
    expect(repeat?.date).toBe(first?.date)
    expect((await readOrder(worker.database, orderId)).confirmationEmailSent).toBe(true)
  })

  test('is not repeated if the database is unavailable when the server has accepted it', async () => {
    const server = await worker.mailServer()
    const { orderId, mailId } = await worker.owedMail()
    let failures = 0
    const shaky: Database = {
      ...worker.database,
      fork: () => {
        const em = worker.database.fork()
        const transactional = em.transactional.bind(em)
        em.transactional = async (work, options) => {
          if (server.received.length === 1 && failures++ === 0) throw new Error('the database is away')
          return transactional(work, options)
        }
        return em
      },
    }
    const transport = worker.transportTo(server.url)
    const send = sendMailHandler({ ...mailExtras, database: shaky, transport, log: silentLog })
    await send({ mailId }, new AbortController().signal)
    expect(failures).toBe(2)
    expect(server.received).toHaveLength(1)
    expect((await readOrder(worker.database, orderId)).confirmationEmailSent).toBe(true)
  })

  test('keeps a concurrent change by an administrator', async () => {
    const { orderId, mailId } = await worker.owedMail()
    const server = await worker.mailServer({
      beforeTaken: async () => {
        await worker.database
          .fork()
          .execute('update orders set blockchain_link = ?, version = version + 1 where id = ?', [
            link,
            orderId,
          ])
      },
    })
    await worker.sendNow(server.url, mailId)
    const order = await readOrder(worker.database, orderId)
    expect(order.blockchainLink).toBe(link)
    expect(order.confirmationEmailSent).toBe(true)
  })
})
