import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { checkAnchors } from '../../src/doctor/check-anchors.ts'
import { checkDatabase } from '../../src/doctor/check-database.ts'
import { checkBucket } from '../../src/doctor/check-files.ts'
import { checkMail } from '../../src/doctor/check-mail.ts'
import { checkPublic } from '../../src/doctor/check-public.ts'
import { runChecks } from '../../src/doctor/run-checks.ts'
import type { CheckResult } from '../../src/doctor/check-result.ts'
import { readConfig } from '../../src/env.ts'
import { createServerDatabase, testServerUrl } from '../../testing/database-server.ts'
import { stablePort } from '../../testing/stable-port.ts'
import { startPostgresProxy } from '../../testing/postgres-proxy.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { startTestApp, testShop, type TestApp } from '../../testing/test-app.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'priormark-doctor-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const opened: (() => void)[] = []
afterEach(() => opened.splice(0).forEach((close) => close()))

/** Something that answers on this machine until the test ends. */
async function answering(answer: RequestListener, host = '127.0.0.1'): Promise<string> {
  const server = createServer(answer)
  server.listen(0, host)
  await once(server, 'listening')
  opened.push(() => void server.close())
  const address = server.address()
  return `http://${host}:${typeof address === 'object' && address !== null ? address.port : 0}`
}

/** An address that sends whoever asks to the same path at another one. */
const sendingTo = (other: string) =>
  answering((request, response) =>
    response.writeHead(302, { location: `${other}${request.url ?? ''}` }).end(),
  )

/** An address at which nobody listens. */
const silent = async () => `http://127.0.0.1:${await stablePort()}`

const said = (results: readonly CheckResult[]) =>
  results.map(({ level, sentence }) => `${level}: ${sentence}`).join('\n')

describe('the database', () => {
  test('one that does not answer is a problem', async () => {
    const { port } = new URL(await silent())
    const found = await checkDatabase(`postgres://nobody@127.0.0.1:${port}/none`, true)
    expect(said(found)).toContain('problem: The database does not answer')
  })

  test('the one inside the server is only for a laptop', async () => {
    expect(said(await checkDatabase(null, true))).toContain('warning: DATABASE_URL is not set')
    expect(said(await checkDatabase(null, false))).toContain('fine')
  })

  test.skipIf(testServerUrl === null)('an empty one is told what will be made in it', async () => {
    const { url, drop } = await createServerDatabase(testServerUrl ?? '')
    const found = said(await checkDatabase(url, true))
    await drop()
    expect(found).toMatch(/fine: PostgreSQL \d+/)
    expect(found).toContain('fine: The clock agrees with that of the database.')
    expect(found).toContain('fine: The extension pg_trgm')
    expect(found).toMatch(/warning: \d+ migrations are to run/)
    expect(found).toContain('fine: Notifications of new jobs arrive.')
  })

  test.skipIf(testServerUrl === null)(
    'a pooler that delivers no notifications is warned of, unless there is a way past it (needs a PostgreSQL server)',
    async () => {
      const { url, drop } = await createServerDatabase(testServerUrl ?? '')
      const pooler = await startPostgresProxy(url)
      pooler.dropNotifications()
      const pooled = said(await checkDatabase(pooler.url, true))
      const direct = said(await checkDatabase(pooler.url, true, url))
      await pooler.close()
      await drop()
      expect(pooled).toContain('warning: Notifications of new jobs do not arrive')
      expect(direct).toContain('fine: Notifications of new jobs arrive.')
    },
  )
})

test.each([
  [200, 'fine', 'The bucket answers.', '<ListBucketResult/>'],
  [403, 'problem', 'cannot be used (403). Check S3_ACCESS_KEY_ID', ''],
  [400, 'problem', 'cannot be used (400). Check S3_ACCESS_KEY_ID', '<html><body>Not a bucket'],
] as const)('a bucket that answers %i is %s', async (status, level, sentence, body) => {
  const endpoint = await answering((_, response) => response.writeHead(status).end(body))
  const keys = { region: 'eu-west-2', accessKeyId: 'key', secretAccessKey: 'hidden' }
  const found = await checkBucket({ kind: 's3', endpoint, bucket: 'works', prefix: '', ...keys })
  expect(found).toMatchObject({ level, sentence: expect.stringContaining(sentence) })
  expect(found.sentence).not.toContain('hidden')
})

describe('mail', () => {
  test('without a server mails reach nobody', async () => {
    expect(said(await checkMail(null, true))).toContain('problem: SMTP_URL is not set')
    expect(said(await checkMail(null, false))).toContain('warning: SMTP_URL is not set')
  })

  test('a server that does not answer is named with its port', async () => {
    const { port } = new URL(await silent())
    expect(said(await checkMail(`smtp://127.0.0.1:${port}`, true))).toBe(
      `problem: The mail server 127.0.0.1 does not answer at port ${port}.`,
    )
  })

  test('a server without STARTTLS is a problem, though it lets us in', async () => {
    const server = await startMailServer()
    const found = said(await checkMail(server.url, true))
    await server.stop()
    expect(found).toContain('problem: The mail server 127.0.0.1 offers no STARTTLS')
    expect(found).toContain('fine: The mail server lets us in.')
  })

  test('a server that does not know us says so', async () => {
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
    const found = said(await checkMail(`smtp://ada:wrong@127.0.0.1:${port}`, true))
    await new Promise<void>((resolve) => server.close(() => resolve()))
    expect(found).toMatch(/problem: The mail server does not let us in/)
  })
})

describe('anchors', () => {
  const chain =
    (chainId: number, wei: bigint): RequestListener =>
    (request, response) => {
      void text(request).then((body) => {
        const { id, method }: { id: number; method: string } = JSON.parse(body)
        const result = `0x${method === 'eth_chainId' ? chainId.toString(16) : wei.toString(16)}`
        response
          .setHeader('content-type', 'application/json')
          .end(JSON.stringify({ jsonrpc: '2.0', id, result }))
      })
    }
  const evm = (url: string) =>
    readConfig({
      PAYMENTS: 'embedded',
      ANCHORS: 'evm',
      EVM_RPC_URL: url,
      EVM_CHAIN_ID: '1',
      EVM_CHAIN_NAME: 'Ethereum',
      EVM_PRIVATE_KEY: '1'.repeat(64),
      EVM_EXPLORER_TX: 'https://etherscan.io/tx/{hash}',
    }).anchors

  test.each([
    [137, 10n ** 18n, /problem: The node at EVM_RPC_URL is of chain 137, and EVM_CHAIN_ID says 1/],
    [1, 0n, /problem: The account that pays has 0\.000000 .* not enough for a batch/],
    [1, 10n ** 16n, /warning: .* enough for 4 batches/],
    [1, 10n ** 20n, /fine: The node of Ethereum answers/],
  ])('a node of chain %i with %i wei is judged', async (chainId, wei, sentence) => {
    const url = await answering(chain(chainId, wei))
    expect(said(await checkAnchors(evm(url)))).toMatch(sentence)
  })

  test('a node that does not answer is a problem, and its secret address is not told', async () => {
    const url = `${await silent()}/secret`
    const found = said(await checkAnchors(evm(url)))
    expect(found).toContain('problem: The node at EVM_RPC_URL does not answer')
    expect(found).not.toContain('secret')
  })

  test('calendars that are silent are named, and counted against what is needed', async () => {
    const [first, second, gone] = [
      await answering((_, res) => res.end()),
      await answering((_, res) => res.end()),
      await silent(),
    ]
    const config = (calendars: string) =>
      readConfig({
        PAYMENTS: 'embedded',
        ANCHORS: 'opentimestamps',
        OTS_CALENDARS: calendars,
        OTS_MIN_CALENDARS: '2',
      }).anchors
    expect(said(await checkAnchors(config(`${first},${second}`)))).toContain('fine: All 2 calendars answer.')
    expect(said(await checkAnchors(config(`${first},${second},${gone}`)))).toContain(`warning: ${gone}`)
    expect(said(await checkAnchors(config(`${first},${gone}`)))).toContain(
      'problem: 1 calendars answer, and 2 are needed',
    )
    const moved = await sendingTo(first)
    expect(said(await checkAnchors(config(`${first},${second},${moved}`)))).toContain(
      `warning: ${moved} (302)`,
    )
  })

  test('a node that sends us elsewhere does not answer: the shop does not follow it either', async () => {
    const chainId = await answering((_, response) =>
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x1' })),
    )
    expect(said(await checkAnchors(evm(await sendingTo(chainId))))).toContain(
      'problem: The node at EVM_RPC_URL does not answer',
    )
  })
})

describe('what the public sees', () => {
  const keys = { secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: 'whsec_1' }
  const shopAt = (publicUrl: string) => ({
    shop: { ...testShop, publicUrl },
    trustedProxies: 'none' as const,
    production: true,
    payments: { mode: 'stripe' as const, keys },
  })

  test('http in production, a proxy nobody trusts, and silence are problems', async () => {
    const found = said(await checkPublic(shopAt(await silent())))
    expect(found).toContain('without https')
    expect(found).toContain('problem: Nobody answers')
    expect(found).toContain('warning: The Stripe keys are test keys')
    const secure = said(await checkPublic(shopAt('https://127.0.0.1:1')))
    expect(secure).toContain('problem: TRUST_PROXY is 0 behind a proxy')
  })

  test('an address that sends visitors elsewhere is not the shop’s own', async () => {
    const shop = await answering((_, response) =>
      response.end(JSON.stringify({ service: 'priormark', name: 'Shop', version: '0.1.0' })),
    )
    const found = said(await checkPublic(shopAt(await sendingTo(shop))))
    expect(found).toContain('is not this shop (status 302)')
  })

  test('another server is not taken for the shop', async () => {
    const url = await answering((_, response) => response.end('<h1>Welcome to nginx</h1>'))
    expect(said(await checkPublic(shopAt(url)))).toContain('is not this shop (status 200)')
  })

  test('the shop itself is known, and its webhook too', async () => {
    const app: TestApp = await startTestApp()
    // Another address of this machine: for `localhost` nobody expects Stripe to come by.
    const url = await answering((request, response) => {
      void fetch(app.url + (request.url ?? ''), { method: request.method ?? 'GET' }).then(async (answer) => {
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
      })
    }, '127.0.0.2')
    const found = said(await checkPublic(shopAt(url)))
    await app.close()
    expect(found).toContain('answers: Priormark, version')
    expect(found).toContain('answers and refuses what is not signed')
  })
})

test('wrong variables are told before anything else is looked at', async () => {
  const parts = []
  for await (const examined of runChecks({
    environment: { PORT: 'x', NODE_ENV: 'production' },
    backups: null,
  }))
    parts.push(examined)
  expect(parts.map(({ part }) => part)).toEqual(['Variables', 'Machine'])
  expect(said(parts[0]?.results ?? [])).toContain('problem: PORT must be a whole number')
})

test('the command ends with 1 where something is a problem, and says how to remedy it', async () => {
  const command = path.resolve(import.meta.dirname, '../../src/commands/doctor-command.ts')
  const run = async (environment: Record<string, string>) => {
    const child = spawn(process.execPath, [command], {
      env: { PATH: process.env['PATH'], DATA_DIR: path.join(folder, 'command'), ...environment },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
    return { output, code }
  }
  const bad = await run({ PORT: 'x' })
  expect([bad.code, bad.output]).toEqual([1, expect.stringContaining('FAIL  PORT must be a whole number')])
  const url = await answering((_, response) =>
    response.end(JSON.stringify({ service: 'priormark', name: 'Shop', version: '0.1.0' })),
  )
  const good = await run({ PAYMENTS: 'embedded', PUBLIC_URL: url })
  const failed = good.output.split('\n').filter((line) => line.includes(' FAIL '))
  // The disk that tests run on may well be full.
  expect(failed.filter((line) => !/ has \d+ MB left/.test(line))).toEqual([])
  expect(good.output).toMatch(new RegExp(`\\n${failed.length} problems, \\d+ warnings, \\d+ fine\\n$`))
  expect(good.code).toBe(failed.length === 0 ? 0 : 1)
})
