import { ApiError } from '@priormark/core/platform/http/api-error'
import { defaultMailTexts, mailTextKinds } from '@priormark/core/settings/mail-texts'
import { afterAll, expect, test } from 'vitest'
import type { OutgoingMail } from '../../../src/platform/mail/mail-transport.ts'
import { sendMailHandler } from '../../../src/orders/emails/send-mail.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import { administrator } from '../../../testing/administrator.ts'
import { newAdmin } from '../../../testing/visitor.ts'
import { silentLog } from '../../../testing/silent-log.ts'
import { payOrder, readMail } from '../../../testing/mail-fixtures.ts'
import { recordedQueue } from '../../../testing/recorded-queue.ts'

const sent: OutgoingMail[] = []
let isMailServerDown = false
const app = await startTestApp({
  async sendMail(mail) {
    if (isMailServerDown) throw new Error('550 no')
    sent.push(mail)
  },
})
const admin = await newAdmin(app)
afterAll(() => app.close())

test.each(mailTextKinds)('the %s email is previewed as HTML and text, with a sample order', async (kind) => {
  const text = { ...defaultMailTexts[kind], closing: 'Bye, {firstName}.\n\nSee <b>you</b>.' }
  const preview = await admin.api.mailTexts.preview({ body: { kind, text } })
  expect(preview.subject).not.toMatch(/[{}]/)
  expect(preview.text).toContain('Bye, Sam.\n\nSee <b>you</b>.')
  expect(preview.html).toContain('See &lt;b&gt;you&lt;/b&gt;.')
  expect(preview.html).not.toContain('cid:')
})

test('an unknown placeholder is rejected at its field, with those that the email has', async () => {
  const text = { ...defaultMailTexts.links, subject: 'For {projectName}' }
  const failure = await admin.api.mailTexts
    .preview({ body: { kind: 'links', text } })
    .catch((e: unknown) => e)
  expect(failure instanceof ApiError && failure.fields['text.subject']?.[0]).toBe(
    '{projectName} is not a placeholder. Use {firstName}, {shopName}, {supportEmail}',
  )
})

test('a test goes to the administrator’s own address once it is confirmed', async () => {
  const body = { kind: 'confirmation', text: defaultMailTexts.confirmation } as const
  await expect(admin.api.mailTexts.sendTest({ body })).rejects.toThrow('Add your email address')
  await admin.api.account.changeEmail({
    body: { email: 'pending@example.org', password: administrator.password },
  })
  await expect(admin.api.mailTexts.sendTest({ body })).rejects.toThrow('confirm it first')
  await app.database.fork().execute("update admin set email = 'owner@example.org'")
  expect(await admin.api.mailTexts.sendTest({ body })).toEqual({ sentTo: 'owner@example.org' })
  expect(sent).toMatchObject([
    { to: { address: 'owner@example.org' }, subject: 'Test: Your order is confirmed: Night Ferry' },
  ])
  isMailServerDown = true
  await expect(admin.api.mailTexts.sendTest({ body })).rejects.toThrow('did not accept the test: 550 no')
})

test('the next email to a customer has the new texts, and the audit log names the email', async () => {
  const { mail } = await admin.api.settings.read()
  const confirmation = { ...mail.values.texts.confirmation, subject: 'Got it: {projectName}' }
  const values = { ...mail.values, texts: { ...mail.values.texts, confirmation } }
  await admin.api.settings.mail({ body: { version: mail.version, values } })
  const { entries } = await admin.api.audit.list({ query: { search: 'settings.changed' } })
  expect(entries[0]?.detail).toBe(
    'Confirmation email, subject: “Your order is confirmed: {projectName}” to “Got it: {projectName}”',
  )

  const mails: OutgoingMail[] = []
  const send = sendMailHandler({
    database: app.database,
    transport: { send: async (one) => void mails.push(one) },
    settings: app.parts.settings,
    makeEvidence: async () => null,
    log: silentLog,
  })
  // A customer's braces stay what they are.
  const orderId = await payOrder(app.database, recordedQueue(), { projectName: 'A {firstName} song' })
  const { id: mailId } = await readMail(app.database, orderId, 'confirmation')
  await send({ mailId }, new AbortController().signal)
  expect(mails[0]?.subject).toBe('Got it: A {firstName} song')
  const [row] = await app.database
    .fork()
    .execute<{ value: unknown }[]>("select value from setting_group where name = 'mail'")
  expect(row?.value).toEqual({ texts: { confirmation: { subject: 'Got it: {projectName}' } } })
})
