import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { ApiError } from '@priormark/core/platform/http/api-error'
import type { MailServerSettings } from '@priormark/core/settings/services'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSettings } from '../../../src/settings/shop-settings.ts'
import { createMailService } from '../../../src/operations/services/mail-service.ts'
import { readConfig } from '../../../src/operations/config/env.ts'
import { createSecretCipher } from '../../../src/staff/auth/secret-cipher.ts'
import { administrator } from '../../../testing/administrator.ts'
import { startMailServer, type MailServer } from '../../../testing/mail-server.ts'
import { startTestApp, testShop, type TestApp } from '../../../testing/test-app.ts'
import { newAdmin, type Visitor } from '../../../testing/visitor.ts'

const password = 'a long password of the mail server'

let app: TestApp
let admin: Visitor
let server: MailServer
beforeEach(async () => {
  app = await startTestApp()
  admin = await newAdmin(app)
  server = await startMailServer({ login: { user: 'shop', password } })
  const em = app.database.fork()
  await em.execute("update admin set email = 'owner@example.org' where username = 'admin'")
})
afterEach(async () => {
  app.parts.mail.close()
  await server.stop()
  await app.close()
})

function working(): MailServerSettings {
  return {
    host: '127.0.0.1',
    port: server.port,
    security: 'optional',
    user: 'shop',
    password,
    senderName: '',
    senderAddress: '',
  }
}

const save = (values: MailServerSettings, version = 0) =>
  admin.api.services.changeMailServer({ body: { version, values } })

const tryMail = (values: MailServerSettings, version = 0) =>
  admin.api.services.testMailServer({ body: { version, values } })

async function fieldsOf(call: Promise<unknown>): Promise<Record<string, string[]>> {
  const error = await call.then(
    () => null,
    (failure: unknown) => failure,
  )
  if (error instanceof ApiError) return error.fields
  throw new Error('The call did not fail as expected', { cause: error })
}

async function sendMail(mail = app.parts.mail): Promise<void> {
  const message = {
    to: { name: 'Ada', address: 'ada@example.org' },
    replyTo: 'help@example.org',
    subject: 'Hello',
    html: '<p>Hello</p>',
    text: 'Hello',
    image: null,
    files: [],
    messageId: '<1@example.org>',
    date: new Date(),
    name: 'hello',
  }
  await mail.transport.send(message, AbortSignal.timeout(60_000))
}

describe('the mail server of the settings', () => {
  test('takes the emails from then on, and its password is in no response and no log', async () => {
    await sendMail()
    expect(await readdir(path.join(app.filesDir, 'outbox'))).toHaveLength(1)

    const saved = await save({ ...working(), senderName: 'Proofs & Co', senderAddress: 'hello@example.org' })
    expect(saved.values).toMatchObject({ user: 'shop', password: '•••• rver' })
    await sendMail()
    expect(server.received.map(({ from, recipients }) => ({ from, recipients }))).toEqual([
      { from: 'hello@example.org', recipients: ['ada@example.org'] },
    ])

    const stored = await app.database.fork().execute<unknown[]>('select value from setting_group')
    const { entries } = await admin.api.audit.list({ query: {} })
    const shown = JSON.stringify([stored, await admin.api.settings.read(), entries])
    expect(shown).not.toContain(password)
    expect(entries.map(({ detail }) => detail)).toContainEqual(expect.stringContaining('Password: set'))

    // A masked password stays; another field changes.
    await save({ ...saved.values, senderName: '' }, 1)
    await sendMail()
    expect(server.received[1]?.mail.from?.name).toBe('Priormark')
  })

  test('is changed while emails are being sent and wait, and each arrives once', async () => {
    const taken = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const former = await startMailServer({
      async beforeTaken() {
        taken.resolve()
        await released.promise
      },
    })
    const { settings } = app.parts
    const mailLimits = { atOnce: 1, perSecond: null }
    const mail = createMailService({ settings, outboxDir: '', mailLimits, smtpUrl: null, mailFrom: null })
    try {
      await save({ ...working(), port: former.port, user: '', password: '' })
      const sent = [sendMail(mail), sendMail(mail)]
      await taken.promise
      await save(working(), 1)
      await sendMail(mail)
      released.resolve()
      await Promise.all(sent)
      expect([former.received.length, server.received.length]).toEqual([2, 1])
    } finally {
      released.resolve()
      mail.close()
      await former.stop()
    }
  })

  test('is not replaced by one that rejects the login or is not there', async () => {
    await save(working())
    expect(await fieldsOf(save({ ...working(), password: 'wrong' }, 1))).toEqual({
      'values.password': [expect.stringContaining('rejects the user name or the password')],
    })
    expect(await fieldsOf(save({ ...working(), security: 'starttls' }, 1))).toHaveProperty([
      'values.security',
    ])
    const { port } = server
    await server.stop()
    expect(await fieldsOf(tryMail({ ...working(), port }, 1))).toHaveProperty(['values.port'])
    server = await startMailServer({ port, login: { user: 'shop', password } })
    await sendMail()
    expect(server.received).toHaveLength(1)
  })

  test('gets a test before it is saved, which goes to the administrator', async () => {
    const { checks } = await tryMail(working())
    expect(checks).toMatchObject([{ level: 'fine', message: expect.stringContaining('owner@example.org') }])
    expect(server.received[0]?.mail.subject).toBe('Test of the emails of Priormark')
    expect((await admin.api.settings.read()).mailServer.version).toBe(0)
  })

  test('gets a test for an address that waits for a mail server to be confirmed', async () => {
    await app.database.fork().execute("update admin set email = null where username = 'admin'")
    await expect(tryMail(working())).rejects.toThrow('Add your email address')
    const { hasMailServer } = await admin.api.account.read()
    expect(hasMailServer).toBe(false)
    const body = { email: 'new@example.org', password: administrator.password }
    await admin.api.account.changeEmail({ body })
    await tryMail(working())
    expect(server.received.flatMap(({ recipients }) => recipients)).toEqual(['new@example.org'])
    await save(working())
    expect(await admin.api.account.read()).toMatchObject({ hasMailServer: true })
  })

  test('is used by other processes, also if the one that stored it died at once', async () => {
    const { settings } = app.parts
    const other = await openSettings({
      database: app.database,
      overrides: [],
      cipher: settings.cipher,
      publicUrl: testShop.publicUrl,
      policyOf: () => ({ kinds: ['manual'], chains: [] }),
    })
    await save(working())
    await other.refresh()
    expect((await other.services()).mailServer).toEqual(working())
  })

  test('names the lost key, and the shop starts without it', async () => {
    await save(working())
    const settings = await openSettings({
      database: app.database,
      overrides: [],
      cipher: createSecretCipher('another key than before'),
      publicUrl: testShop.publicUrl,
      policyOf: () => ({ kinds: ['manual'], chains: [] }),
    })
    const mailLimits = { atOnce: 1, perSecond: null }
    const mail = createMailService({ settings, outboxDir: '', mailLimits, smtpUrl: null, mailFrom: null })
    const own = await startTestApp({ settings, mail }, { database: app.database })
    try {
      const owner = await newAdmin(own)
      const { mailServer } = await owner.api.settings.read()
      expect(mailServer.unreadable).toEqual(['password'])
      expect((await owner.api.monitoring.health()).issues).toContainEqual(
        expect.objectContaining({ title: '1 secret in the settings cannot be decrypted' }),
      )
      app.parts.mail.close()
      app.parts.mail = mail
      await expect(sendMail()).rejects.toThrow('encrypted with another ENCRYPTION_KEY')
      // Entering it again replaces what cannot be read.
      const body = { version: 1, values: working() }
      expect((await owner.api.services.changeMailServer({ body })).unreadable).toEqual([])
      await sendMail()
    } finally {
      await own.close()
    }
  })
})

test('variables override the mail server and the sender, and are shown as such', async () => {
  const { settingOverrides: overrides } = readConfig(
    {
      SMTP_URL: `smtps://shop:a%20password@mail.example.org`,
      MAIL_FROM: '"Proofs & Co" <hello@example.org>',
    },
    { allowsStandIns: true },
  )
  const settings = await openSettings({
    database: app.database,
    overrides,
    cipher: app.parts.settings.cipher,
    publicUrl: testShop.publicUrl,
    policyOf: () => ({ kinds: ['manual'], chains: [] }),
  })
  const own = await startTestApp({ settings }, { database: app.database })
  try {
    const { mailServer } = await (await newAdmin(own)).api.settings.read()
    expect(mailServer).toMatchObject({
      values: {
        host: 'mail.example.org',
        port: 465,
        security: 'tls',
        user: 'shop',
        password: '••••',
        senderName: 'Proofs & Co',
        senderAddress: 'hello@example.org',
      },
      variables: { host: 'SMTP_URL', password: 'SMTP_URL', senderName: 'MAIL_FROM' },
    })
  } finally {
    await own.close()
  }
})
