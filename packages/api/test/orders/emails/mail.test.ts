import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fingerprint } from '../../../testing/builders/order.ts'
import { stablePort } from '../../../testing/stable-port.ts'
import {
  eventDetails,
  jobStates,
  linkOrder,
  payOrder,
  readMail,
  readOrder,
} from '../../../testing/mail-fixtures.ts'
import { openMailWorker, type MailWorker } from './mail-worker.ts'

const link = 'https://explorer.example/tx/0x12'

let worker: MailWorker
beforeEach(async () => {
  worker = await openMailWorker()
})
afterEach(() => worker.close())

describe('the queue with the mail server', () => {
  test('a payment sends one confirmation and sets the flags', async () => {
    const server = await worker.mailServer()
    const { queue } = await worker.working(server.url)
    const orderId = await payOrder(worker.database, queue)
    await expect
      .poll(async () => (await readOrder(worker.database, orderId)).confirmationEmailSent)
      .toBe(true)

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
      expect(body).toMatch(/song\.wav(?:\u2069|<\/bdi>) \(1 MB\)/)
      expect(body).toContain('24-48 hours')
      expect(body).toContain('$8.97')
      expect(body).toContain('there is no refund after payment')
      expect(body).toContain('does not replace formal copyright registration')
      expect(body).toContain('9f86 d081 884c 7d65')
      expect(body).toContain('https://priormark.example/terms')
    }
    expect(arrived?.mail.text).toContain(fingerprint)
    expect(arrived?.mail.attachments.map(({ mimeType, filename }) => [mimeType, filename])).toEqual([
      ['image/png', 'seal.png'],
      ['application/pdf', expect.stringMatching(/^receipt-\d+\.pdf$/)],
    ])
    expect(arrived?.mail.attachments[0]?.contentId).toBe('<seal@priormark>')
    const mail = await readMail(worker.database, orderId, 'confirmation')
    expect(mail.sentAt).toBeInstanceOf(Date)
    expect(mail.attempts).toBe(1)
    expect(await eventDetails(worker.database, orderId, 'mail_sent')).toEqual(['confirmation'])
  })

  test('a link sends the fulfillment email with it once, and a corrected link sends another', async () => {
    const server = await worker.mailServer()
    const { queue } = await worker.working(server.url)
    const orderId = await payOrder(worker.database, queue)
    // Recording that it was sent would compete with the link for the order's version.
    await expect
      .poll(async () => (await readOrder(worker.database, orderId)).confirmationEmailSent)
      .toBe(true)
    await linkOrder(worker.database, queue, orderId, link)
    await expect.poll(async () => (await readOrder(worker.database, orderId)).fulfillmentEmailSent).toBe(true)
    await linkOrder(worker.database, queue, orderId, link)
    await linkOrder(worker.database, queue, orderId, `${link}34`)
    await expect
      .poll(async () => (await jobStates(worker.database, 'send-mail')).map(({ state }) => state))
      .toEqual(['completed', 'completed', 'completed'])

    const fulfillments = server.received.filter(({ mail }) => mail.messageId?.includes('.fulfillment.'))
    expect(fulfillments).toHaveLength(2)
    expect(fulfillments[1]?.mail.messageId).not.toBe(fulfillments[0]?.mail.messageId)
    expect(fulfillments[1]?.mail.text).toContain(`${link}34`)
    expect((await readOrder(worker.database, orderId)).fulfillmentEmailSent).toBe(true)
    expect(fulfillments[0]?.mail.html).toContain(`href="${link}"`)
    expect(fulfillments[0]?.mail.html).toContain('RECORDED')
    expect(fulfillments[0]?.mail.html, 'only the operator declares it').not.toContain('VERIFIED')
    expect(fulfillments[0]?.mail.text).toContain(link)
    expect(fulfillments[0]?.mail.text).toContain(fingerprint)
    expect(fulfillments[0]?.mail.text).toContain('sha256sum FILE')
  })

  test('a mail server that is down for a while delays the email and loses nothing', async () => {
    const port = await stablePort()
    const { queue } = await worker.working(`smtp://127.0.0.1:${port}`)
    const orderId = await payOrder(worker.database, queue)
    await expect
      .poll(async () => (await readMail(worker.database, orderId, 'confirmation')).attempts)
      .toBeGreaterThanOrEqual(2)
    expect((await readOrder(worker.database, orderId)).confirmationEmailSent).toBe(false)
    expect((await readMail(worker.database, orderId, 'confirmation')).lastError).toContain('ECONNREFUSED')

    const server = await worker.mailServer({ port })
    await expect
      .poll(async () => (await readOrder(worker.database, orderId)).confirmationEmailSent)
      .toBe(true)
    expect(server.received).toHaveLength(1)
    expect((await readMail(worker.database, orderId, 'confirmation')).lastError).toBeNull()
    const failures = await eventDetails(worker.database, orderId, 'mail_failed')
    expect(failures).toHaveLength(1)
    expect(failures[0]).toMatch(/^confirmation: will be tried again\./)
    expect(await eventDetails(worker.database, orderId, 'mail_sent')).toEqual(['confirmation'])
  })

  test('a rejected recipient is not retried, and the timeline shows it', async () => {
    const server = await worker.mailServer({ refuseRecipient: { code: 550, message: 'No such mailbox' } })
    const { queue } = await worker.working(server.url)
    const orderId = await payOrder(worker.database, queue)
    await expect
      .poll(() => jobStates(worker.database, 'send-mail'))
      .toEqual([{ state: 'completed', retryCount: 0 }])

    expect(server.received).toHaveLength(0)
    const mail = await readMail(worker.database, orderId, 'confirmation')
    expect(mail.attempts).toBe(1)
    expect(mail.sentAt).toBeNull()
    expect(mail.lastError).toContain('No such mailbox')
    expect((await readOrder(worker.database, orderId)).confirmationEmailSent).toBe(false)
    const failures = await eventDetails(worker.database, orderId, 'mail_failed')
    expect(failures).toHaveLength(1)
    expect(failures[0]).toMatch(/^confirmation: given up\. .*No such mailbox/)
  })
})
