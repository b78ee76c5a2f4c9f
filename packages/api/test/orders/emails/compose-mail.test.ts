import { afterEach, beforeEach, expect, test } from 'vitest'
import type { MakeFile } from '../../../src/orders/emails/compose-mail.ts'
import type { OutgoingMail } from '../../../src/platform/mail/mail-transport.ts'
import { sendMailHandler } from '../../../src/orders/emails/send-mail.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { recordedQueue } from '../../../testing/recorded-queue.ts'
import { silentLog } from '../../../testing/silent-log.ts'
import { linkOrder, mailExtras, payOrder, readMail, readOrder } from '../../../testing/mail-fixtures.ts'

let database: Database

beforeEach(async () => {
  database = await openTestDatabase()
})

afterEach(() => database.close())

/** Sends the fulfillment email of a new order, with this evidence. */
async function fulfill(makeEvidence: MakeFile): Promise<{ sent: OutgoingMail[]; orderId: string }> {
  const jobs = recordedQueue()
  const orderId = await payOrder(database, jobs)
  await linkOrder(database, jobs, orderId, 'https://explorer.example/tx/0x12')
  const { id: mailId } = await readMail(database, orderId, 'fulfillment')
  const sent: OutgoingMail[] = []
  const transport = { send: async (mail: OutgoingMail) => void sent.push(mail) }
  const handler = sendMailHandler({ ...mailExtras, database, transport, makeEvidence, log: silentLog })
  await handler({ mailId }, new AbortController().signal)
  return { sent, orderId }
}

test('a fulfillment email contains the evidence of its own order', async () => {
  const asked: string[] = []
  const { sent, orderId } = await fulfill(async (_em, order) => {
    asked.push(order.id)
    return { fileName: 'evidence.zip', bytes: new Uint8Array(3) }
  })
  expect(asked).toEqual([orderId])
  expect(sent[0]?.files).toEqual([{ fileName: 'evidence.zip', bytes: new Uint8Array(3) }])
})

test.each<[string, MakeFile]>([
  ['cannot be created', () => Promise.reject(new Error('no font for this name'))],
  [
    'throws synchronously',
    () => {
      throw new Error('at once')
    },
  ],
  ['does not exist yet', async () => null],
  ['is too large', async () => ({ fileName: 'evidence.zip', bytes: new Uint8Array(6 * 1024 * 1024) })],
])('if the evidence %s, the email is sent without it and links to it', async (_, makeEvidence) => {
  const { sent, orderId } = await fulfill(makeEvidence)
  expect(sent).toHaveLength(1)
  expect(sent[0]?.files).toEqual([])
  expect(sent[0]?.text.replaceAll(/\s+/g, ' ')).toContain('from your order page as soon as they are ready')
  expect((await readOrder(database, orderId)).fulfillmentEmailSent).toBe(true)
})

test.each(['UTC', 'Nowhere/None'])(
  'a confirmation email is sent, with a receipt if it can be drawn in the time zone %s',
  async (timeZone) => {
    const jobs = recordedQueue()
    const orderId = await payOrder(database, jobs)
    const { id: mailId } = await readMail(database, orderId, 'confirmation')
    const sent: OutgoingMail[] = []
    const transport = { send: async (mail: OutgoingMail) => void sent.push(mail) }
    const settings = {
      ...mailExtras.settings,
      refresh: async () => ({ ...(await mailExtras.settings.refresh()), timeZone }),
    }
    const handler = sendMailHandler({ ...mailExtras, settings, database, transport, log: silentLog })
    await handler({ mailId }, new AbortController().signal)
    const hasReceipt = timeZone === 'UTC'
    expect(sent).toMatchObject([
      { files: hasReceipt ? [{ fileName: expect.stringMatching(/^receipt-/) }] : [] },
    ])
    expect(sent[0]?.text.includes('receipt attached')).toBe(hasReceipt)
    expect((await readOrder(database, orderId)).confirmationEmailSent).toBe(true)
  },
)
