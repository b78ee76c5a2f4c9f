import { defaultMailTexts } from '@priormark/core/settings/mail-texts'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { mailKinds, type MailKind } from '@priormark/core/platform/mail-kind'
import { testText } from '@priormark/core/proofs/anchors/proof-mark'
import PostalMime, { type Email } from 'postal-mime'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { composeMail, type MailExtras } from '../../../src/orders/emails/compose-mail.ts'
import type { MailRecord } from '../../../src/orders/emails/record-mail.ts'
import type { OutgoingMail } from '../../../src/platform/mail/mail-transport.ts'
import { outboxTransport } from '../../../src/platform/mail/outbox-transport.ts'
import { buildOrderMail } from '../../../testing/builders/order-mail.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { newOrder, policy, readSender, shop } from '../../../testing/mail-fixtures.ts'

let outbox: string

const database = await openTestDatabase()

beforeEach(async () => {
  outbox = path.join(await mkdtemp(path.join(tmpdir(), 'outbox-')), 'outbox')
  return () => rm(path.dirname(outbox), { recursive: true })
})

afterAll(() => database.close())

type Details = Parameters<typeof newOrder>[1]

const record: MailRecord = {
  proofUrl: 'https://priormark.example/verify?proof=b5c1ce0c-5d8e-4cc4-8f0d-0d1c4f7d7a11',
  link: 'https://explorer.example/tx/0x12?a=1&b="2"',
  hasEvidence: true,
  pending: [],
  mark: 'verified',
  isFinal: true,
  chain: 'Bitcoin',
  isDeclared: false,
}

function compose(kind: MailKind, details?: Details, extras?: Partial<MailExtras>): OutgoingMail {
  const em = database.fork()
  const order = newOrder(em, details)
  const mail = buildOrderMail(em, order, { kind, queuedAt: new Date('2026-11-21T08:09:10Z') })
  return composeMail(mail, order, shop, {
    policy,
    texts: defaultMailTexts,
    startedAt: null,
    recordState: 'none',
    evidence: null,
    receipt: null,
    record,
    refund: {
      amountCents: 400,
      refundedAt: new Date('2026-11-21T08:05:00Z'),
      recordState: 'none',
      isMadeAnotherWay: false,
    },
    ...extras,
  })
}

async function write(mail: OutgoingMail): Promise<void> {
  await outboxTransport(outbox, readSender).send(mail, new AbortController().signal)
}

/** Returns the email as an email program parses it. */
async function arrive(
  kind: MailKind,
  details?: Details,
  extras?: Partial<MailExtras>,
): Promise<{ mail: Email; head: string }> {
  await write(compose(kind, details, extras))
  const [name = ''] = await readdir(outbox)
  const raw = await readFile(path.join(outbox, name), 'utf8')
  return { mail: await PostalMime.parse(raw), head: raw.slice(0, raw.indexOf('\r\n\r\n')) }
}

describe.each(mailKinds)('the %s email', (kind) => {
  test('preserves names in any script, and an emoji', async () => {
    const { mail } = await arrive(kind, {
      firstName: 'Ngũgĩ',
      lastName: '周杰倫 🎵',
      projectName: 'أغنية עברית',
      fileName: 'Größe – été.wav',
    })
    expect(mail.to?.[0]?.name).toBe('Ngũgĩ 周杰倫 🎵')
    expect(mail.subject).toContain('أغنية עברית')
    expect(mail.html).toContain('Ngũgĩ')
    expect(mail.html).toContain('<bdi>أغنية עברית</bdi>')
    expect(mail.subject).not.toContain('\u2068')
    expect(mail.text).toContain('Größe – été.wav')
  })

  test('isolates the name of the file from the size beside it', async () => {
    const { mail } = await arrive(kind, { fileName: 'قطار الليل.txt' })
    expect(mail.text).toMatch(/\u2068قطار الليل\.txt\u2069 \(/)
    expect(mail.html).toMatch(/<bdi><bdi>قطار الليل\.txt<\/bdi> \(/)
  })

  test('shows HTML in a customer’s texts as text', async () => {
    const script = `<script>alert(1)</script>`
    const { mail } = await arrive(kind, {
      firstName: `<img src=x onerror="a()">`,
      projectName: script,
      fileName: `"><a href='http://evil.example'>x.wav`,
    })
    expect(mail.html).not.toContain('<script')
    expect(mail.html).not.toContain('<img src=x')
    expect(mail.html).not.toContain("<a href='http://evil")
    expect(mail.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(mail.text).toContain(script)
  })

  test('takes no header lines or further recipients from a customer’s texts', async () => {
    const injection = 'A\r\nBcc: eve@evil.example\r\nX-Evil: 1'
    const { mail, head } = await arrive(kind, {
      firstName: injection,
      lastName: `"Eve" <eve@evil.example>, B`,
      projectName: `B\nBcc: eve@evil.example\n\n<b>body</b>`,
    })
    expect(head).not.toMatch(/^(bcc|x-evil):/im)
    expect(mail.to).toHaveLength(1)
    expect(mail.to?.[0]?.address).toBe('grace@example.org')
    expect(mail.bcc).toBeUndefined()
    expect(mail.subject).toContain('B Bcc: eve@evil.example <b>body</b>')
  })

  test('shortens long texts in its header', async () => {
    const { mail } = await arrive(kind, { projectName: '👩🏽‍🎤'.repeat(5_000) })
    expect(mail.subject?.length).toBeLessThan(2_000)
    expect(mail.subject).toMatch(/👩🏽‍🎤…$/u)
  })

  test('loads nothing from the network', async () => {
    const { mail } = await arrive(kind)
    const sources = [...(mail.html ?? '').matchAll(/src="([^"]*)"/g)].map(([, source]) => source)
    expect(sources).toEqual(['cid:seal@priormark'])
    expect(mail.html).not.toMatch(/url\(|@import|<link/)
    expect(mail.attachments[0]?.contentId).toBe('<seal@priormark>')
  })
})

test('the link in the fulfillment email is escaped in HTML and unbroken in the text', async () => {
  const { mail } = await arrive('fulfillment')
  expect(mail.html).toContain('href="https://explorer.example/tx/0x12?a=1&amp;b=&quot;2&quot;"')
  expect(mail.text).toContain('\nhttps://explorer.example/tx/0x12?a=1&b="2"\n')
})

test.each([
  [null, 'by Tue, Nov 24, 8:05 AM UTC.'],
  ['America/New_York', 'by Tue, Nov 24, 3:05 AM EST.'],
])('an order is promised for a date in the time zone %s: %s', (timeZone, date) => {
  const paidAt = new Date('2026-11-22T08:05:00Z')
  const { text } = compose('confirmation', { paidAt, startRequestedAt: paidAt, timeZone })
  expect(text.replaceAll(/\s+/g, ' ')).toContain(date)
})

test('a start that was requested days after the payment is not promised in hours of the payment', () => {
  const paidAt = new Date('2026-11-22T08:05:00Z')
  const startRequestedAt = new Date('2026-11-27T08:05:00Z')
  const text = compose('confirmation', { paidAt, startRequestedAt }).text.replaceAll(/\s+/g, ' ')
  expect(text).toContain('We record your work by Sun, Nov 29, 8:05 AM UTC.')
  expect(text).not.toContain('of payment')
})

test.each([
  [{ status: 'completed' }, 'Your work is recorded. Your order page has the verification link', true],
  [
    { paymentState: 'refunded', refundedCents: 897 },
    'Your payment was refunded. Your work won’t be recorded.',
    false,
  ],
  [{ paymentState: 'disputed' }, 'We don’t record your work while your bank reviews the payment.', false],
  [
    { paymentState: 'disputed', dispute: { reason: 'fraudulent', status: 'lost', respondBy: null } },
    'Your bank returned the payment to you, so your work won’t be recorded.',
    false,
  ],
] as const)('a confirmation that is sent again tells the state of its day: %o', (state, text, isRecorded) => {
  const paidAt = new Date('2026-11-19T08:05:00Z')
  const written = compose('confirmation', { paidAt, ...state }).text.replaceAll(/\s+/g, ' ')
  expect(written).toContain(text)
  expect(written).not.toMatch(/Then we email you|We start on|recorded sooner/)
  expect(/the evidence we send you/.test(written)).toBe(isRecorded)
})

test.each([
  ['begun', 'its fingerprint was already combined with others, which can’t be undone.'],
  ['recorded', 'The record of your work stays, and so does your evidence.'],
] as const)('a confirmation of a stopped order whose record is %s says so', (recordState, text) => {
  const { text: written } = compose('confirmation', { paymentState: 'disputed' }, { recordState })
  expect(written.replaceAll(/\s+/g, ' ')).toContain(text)
  expect(written).not.toMatch(/We\s+don’t\s+record/)
})

test.each([
  ['2026-11-08T08:09:10Z', true],
  ['2026-11-07T08:09:10Z', false],
])('an email of November 21 about a refund of %s says when the money arrives: %s', (day, isSaid) => {
  const refund = {
    amountCents: 400,
    refundedAt: new Date(day),
    recordState: 'none',
    isMadeAnotherWay: false,
  } as const
  expect(/arrives/.test(compose('refund', {}, { refund }).text)).toBe(isSaid)
})

test('a confirmation that is sent again after the promised date says that the record is late', () => {
  const paidAt = new Date('2026-11-18T08:05:00Z')
  const text = compose('confirmation', { paidAt, startRequestedAt: paidAt }).text.replaceAll(/\s+/g, ' ')
  expect(text).toContain('this is late: we promised to record your work by Fri, Nov 20')
  expect(text).not.toContain('in line')
})

test('all dates of a confirmation have one form, in the customer’s time zone', () => {
  const at = new Date('2026-11-22T02:05:00Z')
  const details = { createdAt: at, paidAt: at, startRequestedAt: at, timeZone: 'America/New_York' }
  const text = compose('confirmation', details).text.replaceAll(/\s+/g, ' ')
  expect(text).toContain('On Sat, Nov 21, 2026, 9:05 PM EST you agreed: “')
  expect(text).toContain('by Mon, Nov 23, 9:05 PM EST')
  expect(text).not.toMatch(/UTC|\b\d\d:\d\d (?!AM|PM)/)
})

test.each(mailKinds)('the %s email links to the order page', async (kind) => {
  const { mail } = await arrive(kind)
  const [page] = /https:\/\/priormark\.example\/order\/[\w-]{43}$/m.exec(mail.text ?? '') ?? []
  expect(page).toBeDefined()
  expect(mail.html).toContain(`href="${page}"`)
})

test('the fulfillment email links to the proof page without evidence until the block is final', async () => {
  const open = { ...record, link: null, hasEvidence: false }
  const { mail } = await arrive('fulfillment', {}, { record: open })
  for (const text of [mail.text, mail.html]) {
    expect(text).toContain(record.proofUrl)
    expect(text).not.toContain('explorer.example')
    expect(text?.replaceAll(/\s+/g, ' ')).toContain('your evidence comes in another email')
  }
})

test('the evidence email names the anchors that are still pending', async () => {
  const first = await arrive('evidence', {}, { record: { ...record, pending: ['Bitcoin'] } })
  expect(first.mail.subject).toBe('Your evidence is ready: A song about ships')
  expect(first.mail.text?.replaceAll(/\s+/g, ' ')).toContain(
    'Not final yet: Bitcoin. Once everything is final, we’ll email you',
  )
  const last = compose('evidence')
  expect(last.subject).toBe('Your evidence is complete: A song about ships')
  expect(last.text).not.toContain('Bitcoin')
})

test('the fulfillment email has the evidence attached, or else links to it', async () => {
  const bytes = new TextEncoder().encode('PK evidence')
  const { mail } = await arrive('fulfillment', {}, { evidence: { fileName: 'evidence-song.zip', bytes } })
  const file = mail.attachments.find(({ filename }) => filename === 'evidence-song.zip')
  expect(file).toMatchObject({ mimeType: 'application/zip', disposition: 'attachment' })
  expect(await new Response(file?.content).text()).toBe('PK evidence')
  expect(mail.text).toContain('evidence-song.zip')

  const without = compose('fulfillment')
  expect(without.files).toEqual([])
  expect(without.text.replaceAll(/\s+/g, ' ')).toContain('from your order page as soon as they are ready')
})

test.each(['fulfillment', 'evidence'] as const)(
  'the %s email of an order on a test chain says so once, and does not call anything verified',
  async (kind) => {
    const { mail } = await arrive(kind, {}, { record: { ...record, mark: 'test', chain: null } })
    for (const text of [mail.text, mail.html]) {
      expect(text?.replaceAll(/\s+/g, ' ').split(testText)).toHaveLength(2)
      expect(text?.match(/proves\s+nothing/g)).toHaveLength(1)
      expect(text).toContain('TEST')
      expect(text).not.toContain('VERIFIED')
    }
  },
)

test('the fulfillment email names the chain', () => {
  expect(compose('fulfillment').subject).toBe('Your work is on the Bitcoin blockchain: A song about ships')
})

test.each([
  ['asked for an immediate start', { startRequestedAt: new Date('2026-11-22T08:05:00Z') }],
  ['did not ask for it', { startRequestedAt: null }],
])('a confirmation has at most 200 words for a customer who %s', (_, details) => {
  const paidAt = new Date('2026-11-22T08:05:00Z')
  const receipt = { fileName: 'receipt-1.pdf', bytes: new Uint8Array(1) }
  const { text } = compose('confirmation', { paidAt, timeZone: 'America/New_York', ...details }, { receipt })
  // Neither the digits of the fingerprint nor addresses are words.
  const words = text
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word) && !/^([\da-f]{4}|[\da-f]{64})$|:\/\/|@/.test(word))
  expect(words.length, words.join(' ')).toBeLessThanOrEqual(200)
})

test('the outbox has one readable file per email, even if it is written twice', async () => {
  const mail = compose('confirmation')
  await write(mail)
  await write(mail)
  const names = await readdir(outbox)
  expect(names).toEqual([`2026-11-21-080910-${mail.name}.eml`])
  const parsed = await PostalMime.parse(await readFile(path.join(outbox, names[0] ?? '')))
  expect(parsed.messageId).toBe(mail.messageId)
  expect(parsed.date).toBe('2026-11-21T08:09:10.000Z')
})
