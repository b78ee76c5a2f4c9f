import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { mailKinds, type MailKind } from '@priormark/core/platform/mail-kind'
import { testText } from '@priormark/core/proofs/anchors/proof-mark'
import PostalMime, { type Email } from 'postal-mime'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { MailExtras } from '../../../src/orders/emails/compose-mail.ts'
import type { OutgoingMail } from '../../../src/platform/mail/mail-transport.ts'
import { outboxTransport } from '../../../src/platform/mail/outbox-transport.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { readSender } from '../../../testing/mail-fixtures.ts'
import { openComposer, record, refund, type Details } from './compose-fixtures.ts'

let outbox: string

const database = await openTestDatabase()

beforeEach(async () => {
  outbox = path.join(await mkdtemp(path.join(tmpdir(), 'outbox-')), 'outbox')
  return () => rm(path.dirname(outbox), { recursive: true })
})

afterAll(() => database.close())

const compose = openComposer(database)

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
  ['2026-11-08T08:09:10Z', true],
  ['2026-11-07T08:09:10Z', false],
])('an email of November 21 about a refund of %s says when the money arrives: %s', (day, isSaid) => {
  const { text } = compose('refund', {}, { refund: { ...refund, refundedAt: new Date(day) } })
  expect(/arrives/.test(text)).toBe(isSaid)
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

  expect(compose('fulfillment').files).toEqual([])
  expect(compose('fulfillment').text.replaceAll(/\s+/g, ' ')).toContain(
    'from your order page as soon as they are ready',
  )
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
