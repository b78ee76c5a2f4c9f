import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, describe, expect, test } from 'vitest'
import { checkDatabase } from '../../../src/operations/doctor/check-database.ts'
import { checkMail } from '../../../src/operations/doctor/check-mail.ts'
import { checkPublic, checkStripe, checkWebhookEvents } from '../../../src/operations/doctor/check-public.ts'
import { checkBucket } from '../../../src/operations/doctor/run-checks.ts'
import { openStripeSetup } from '../../../src/orders/gateway/stripe-setup.ts'
import { stripeEventTypes } from '../../../src/orders/gateway/stripe-objects.ts'
import { createServerDatabase, testServerUrl } from '../../../testing/database-server.ts'
import { startPostgresProxy } from '../../../testing/postgres-proxy.ts'
import { startMailServer } from '../../../testing/mail-server.ts'
import { runSource } from '../../../testing/run-source.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { said, startRedirect, startServer, unusedAddress } from './doctor-fixtures.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'priormark-doctor-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the database', () => {
  /** Longer than a notification takes on a busy machine. */
  const longTimeout = { listenTimeoutMs: 60_000 }

  test('reports a database that does not respond', async () => {
    const { port } = new URL(await unusedAddress())
    const output = await checkDatabase(`postgres://nobody@127.0.0.1:${port}/none`, true)
    expect(said(output)).toContain('problem: The database does not respond')
  })

  test('accepts the embedded database only in development', async () => {
    expect(said(await checkDatabase(null, true))).toContain('warning: DATABASE_URL is not set')
    expect(said(await checkDatabase(null, false))).toContain('fine')
  })

  test.skipIf(testServerUrl === null)(
    'says what will be created in an empty database (needs a PostgreSQL server)',
    async () => {
      const { url, drop } = await createServerDatabase(testServerUrl ?? '')
      const output = said(await checkDatabase(url, true, longTimeout))
      await drop()
      expect(output).toMatch(/fine: PostgreSQL \d+/)
      expect(output).toContain('fine: The clock agrees with the database.')
      expect(output).toContain('fine: The extension pg_trgm')
      expect(output).toMatch(/warning: (1 migration is|\d+ migrations are) pending/)
      expect(output).toContain('fine: Notifications of new jobs arrive.')
    },
  )

  test.skipIf(testServerUrl === null)(
    'warns of a pooler that does not deliver notifications, unless a direct URL is set (needs a PostgreSQL server)',
    async () => {
      const { url, drop } = await createServerDatabase(testServerUrl ?? '')
      const pooler = await startPostgresProxy(url)
      pooler.dropNotifications()
      const pooled = said(await checkDatabase(pooler.url, true, { listenTimeoutMs: 500 }))
      const direct = said(await checkDatabase(pooler.url, true, { directUrl: url, ...longTimeout }))
      await pooler.close()
      await drop()
      expect(pooled).toContain('warning: Notifications of new jobs do not arrive')
      expect(direct).toContain('fine: Notifications of new jobs arrive.')
    },
  )
})

test.each([
  [200, 'fine', 'The bucket responds.', '<ListBucketResult/>'],
  [403, 'problem', 'cannot be used (403). Check S3_ACCESS_KEY_ID', ''],
  [400, 'problem', 'cannot be used (400). Check S3_ACCESS_KEY_ID', '<html><body>Not a bucket'],
] as const)('rates a bucket that responds %i as %s', async (status, level, message, body) => {
  const endpoint = await startServer((_, response) => response.writeHead(status).end(body))
  const keys = { region: 'eu-west-2', accessKeyId: 'key', secretAccessKey: 'hidden' }
  const output = await checkBucket({ kind: 's3', endpoint, bucket: 'works', prefix: '', ...keys })
  expect(output).toMatchObject({ level, message: expect.stringContaining(message) })
  expect(output.message).not.toContain('hidden')
})

describe('mail', () => {
  test('warns that emails are not delivered without a server', async () => {
    expect(said(await checkMail(null, true))).toContain('problem: There is no mail server')
    expect(said(await checkMail(null, false))).toContain('warning: There is no mail server')
  })

  test('reports a server that does not respond, with its port', async () => {
    const { port } = new URL(await unusedAddress())
    expect(said(await checkMail(`smtp://127.0.0.1:${port}`, true))).toBe(
      `problem: The mail server 127.0.0.1 does not respond on port ${port}.`,
    )
  })

  test('reports a server without STARTTLS, even if the login works', async () => {
    const server = await startMailServer()
    const output = said(await checkMail(server.url, true))
    await server.stop()
    expect(output).toContain('problem: The mail server 127.0.0.1 does not offer STARTTLS')
    expect(output).toContain('fine: The mail server accepts the login.')
  })

  test('reports a rejected login', async () => {
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(new Error('no such user')),
    })
    server.on('error', () => undefined)
    const listening = server.listen(0, '127.0.0.1')
    await once(listening, 'listening')
    const address = listening.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const output = said(await checkMail(`smtp://ada:wrong@127.0.0.1:${port}`, true))
    await new Promise<void>((resolve) => server.close(() => resolve()))
    expect(output).toMatch(/problem: The mail server rejects the login/)
  })
})

test('names the events that Stripe does not send to the webhook', async () => {
  const url = 'https://shop.example/api/webhooks/stripe'
  const check = async (webhook: object, secretKey = 'sk_test_1') => {
    const setup = openStripeSetup(secretKey, 'https://shop.example', async (_address, request) =>
      new Headers(request?.headers).get('authorization') === 'Bearer sk_test_1'
        ? Response.json({ data: [{ id: 'we_1', url, status: 'enabled', enabled_events: [], ...webhook }] })
        : Response.json({ error: { message: 'Not permitted' } }, { status: 403 }),
    )
    return said([await checkWebhookEvents(setup, 'https://shop.example')])
  }
  const all = 'fine: Stripe sends all events that the shop needs.'
  expect(await check({ enabled_events: ['*'] })).toBe(all)
  expect(await check({ enabled_events: stripeEventTypes })).toBe(all)
  const older = stripeEventTypes.filter((type) => type !== 'charge.refund.updated')
  expect(await check({ enabled_events: older })).toBe(
    'warning: Stripe does not send the events charge.refund.updated.',
  )
  expect(await check({ status: 'disabled' })).toBe(`problem: Stripe sends no events to ${url}.`)
  expect(await check({}, 'rk_test_1')).toBe(
    'warning: The events of Stripe’s webhook could not be read (Not permitted).',
  )
})

test('the guide lists all events that Stripe should send', async () => {
  const guide = await readFile(new URL('../../../../../docs/deployment.md', import.meta.url), 'utf8')
  for (const type of stripeEventTypes) expect(guide).toContain(`\`${type}\``)
})

describe('the public site', () => {
  const keys = { secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: 'whsec_1' }
  const shopAt = (publicUrl: string) => ({
    publicUrl,
    trustedProxies: 'none' as const,
    isProduction: true,
  })

  test('reports http in production, an untrusted proxy, and no response', async () => {
    const url = await unusedAddress()
    const output = said(await checkPublic(shopAt(url)))
    expect(output).toContain('without https')
    expect(output).toContain('does not respond (')
    expect(said(await checkStripe(keys, url))).toContain('warning: The Stripe keys are test keys')
    const secure = said(await checkPublic(shopAt('https://127.0.0.1:1')))
    expect(secure).toContain('problem: TRUST_PROXY is 0 behind a proxy')
  })

  test('reports an address that redirects visitors elsewhere', async () => {
    const shop = await startServer((_, response) =>
      response.end(JSON.stringify({ service: 'priormark', name: 'Shop', version: '0.1.0' })),
    )
    const output = said(await checkPublic(shopAt(await startRedirect(shop))))
    expect(output).toContain('is not this shop (status 302)')
  })

  test('detects that the address belongs to another server', async () => {
    const url = await startServer((_, response) => response.end('<h1>Welcome to nginx</h1>'))
    expect(said(await checkPublic(shopAt(url)))).toContain('is not this shop (status 200)')
  })

  test('recognizes the shop itself, and its webhook', async () => {
    const app: TestApp = await startTestApp()
    // Uses another address of this machine, because the webhook is not expected to be reachable at `localhost`.
    const url = await startServer((request, response) => {
      void fetch(app.url + (request.url ?? ''), { method: request.method ?? 'GET' }).then(async (proxied) => {
        response.writeHead(proxied.status, { 'content-type': 'application/json' }).end(await proxied.text())
      })
    }, '127.0.0.2')
    const output = said([...(await checkPublic(shopAt(url))), ...(await checkStripe(keys, url))])
    await app.close()
    expect(output).toContain('responds: Priormark, version')
    expect(output).toContain('responds and rejects unsigned events')
  })
})

test('exits with 1 if there is a problem, and says how to fix it', async () => {
  const run = (environment: Record<string, string>) =>
    runSource('operations/commands/doctor-command.ts', [], {
      DATA_DIR: path.join(folder, 'command'),
      ...environment,
    })
  const bad = await run({ PORT: 'x', PAYMENTS: 'embedded' })
  expect([bad.code, bad.out]).toEqual([1, expect.stringContaining('FAIL  PORT must be a whole number')])
  expect(bad.out).toMatch(/^\nVariables\n[^]*\nMachine\n[^]*\n1 problem, 0 warnings, 1 fine\n$/)
  const url = await startServer((_, response) =>
    response.end(JSON.stringify({ service: 'priormark', name: 'Shop', version: '0.1.0' })),
  )
  const good = await run({ PAYMENTS: 'embedded', PUBLIC_URL: url })
  const failed = good.out.split('\n').filter((line) => line.includes(' FAIL '))
  // The disk that tests run on may be almost full.
  expect(failed.filter((line) => !/ has \d+ MB left/.test(line))).toEqual([])
  expect(good.out).toMatch(new RegExp(`\\n${failed.length} problems?, \\d+ warnings?, \\d+ fine\\n$`))
  expect(good.out, 'where the mail server is set').toContain(`${url}/admin/settings/services/emails\n`)
  expect(good.code).toBe(failed.length === 0 ? 0 : 1)
})
