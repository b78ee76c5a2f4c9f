import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { cases, depth } from '@priormark/core/testing/depth'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findAnvil } from '../embedded-chain/find-anvil.ts'
import { openPostgres } from '../src/operations/database/orm.ts'
import { sha256Hex } from '../src/platform/sha256.ts'
import type { Database } from '../src/platform/database/database.ts'
import { administrator } from '../testing/administrator.ts'
import { createServerDatabase, testServerUrl } from '../testing/database-server.ts'
import { chainId, senderKey, startTestChain, type TestChain } from '../testing/evm-chain.ts'
import { expireRunningJobs } from '../testing/expire-jobs.ts'
import { stablePort } from '../testing/stable-port.ts'
import { startMailServer, type MailServer } from '../testing/mail-server.ts'
import { nginxMissing, startNginx, type Nginx } from '../testing/nginx-server.ts'
import { buyWithRetries, startMining } from '../testing/retrying-customer.ts'
import { s3Missing } from '../testing/s3-server.ts'
import { newBucket } from '../testing/shared-s3-server.ts'
import { startServerProcess, type ServerProcess } from '../testing/server-process.ts'
import { startStripeServer, type StripeServer } from '../testing/stripe-server.ts'
import { details, newVisitor, refusal, type Visitor } from '../testing/visitor.ts'

// Two API processes behind nginx with TLS, configured as in deploy/nginx.conf, with one PostgreSQL, one S3, one Stripe
// (the stand-in behind the real SDK), one chain and one mail server.

const missing =
  (testServerUrl === null ? 'processes can share only PostgreSQL' : null) ??
  nginxMissing ??
  s3Missing ??
  (findAnvil() === null ? 'anvil is not installed for this machine' : null)

/** Nine servers are started, possibly on a busy machine. */
const setUpMs = 900_000
const eventually = { timeout: 240_000, interval: 200 }
/** Jobs of the killed process expire after 210 seconds, checked every 30. */
const untilJobsExpire = { timeout: 780_000, interval: 500 }
const cleanups: (() => Promise<unknown>)[] = []
let env: Record<string, string>
let mail: MailServer
let stripe: StripeServer
let chain: TestChain
let nginx: Nginx
let database: Database
let processes: ServerProcess[]

async function startProcess(port: number): Promise<ServerProcess> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'priormark-process-'))
  const started = await startServerProcess({ ...env, DATA_DIR: dataDir, PORT: String(port) })
  cleanups.push(() => rm(dataDir, { recursive: true, force: true }))
  cleanups.push(() => started.kill())
  return started
}

beforeAll(async () => {
  if (missing !== null || testServerUrl === null) return
  const { url, drop } = await createServerDatabase(testServerUrl)
  cleanups.push(drop)
  const opened = await Promise.all([newBucket(), startMailServer(), startStripeServer(), startTestChain()])
  const bucket = opened[0]
  mail = opened[1]
  stripe = opened[2]
  chain = opened[3]
  cleanups.push(
    () => mail.stop(),
    () => stripe.close(),
    () => chain.anvil.stop(),
  )
  const ports = { tls: await stablePort(), plain: await stablePort() }
  env = {
    DATABASE_URL: url,
    PUBLIC_URL: `https://localhost:${ports.tls}`,
    TRUST_PROXY: '1',
    ADMIN_USERNAME: administrator.username,
    ADMIN_PASSWORD: administrator.password,
    SMTP_URL: mail.url,
    S3_ENDPOINT: bucket.endpoint,
    S3_BUCKET: bucket.bucket,
    S3_REGION: bucket.region,
    S3_ACCESS_KEY_ID: bucket.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: stripe.stripe.keys.secretKey,
    STRIPE_PUBLISHABLE_KEY: stripe.stripe.keys.publishableKey,
    STRIPE_WEBHOOK_SECRET: stripe.stripe.keys.webhookSecret,
    STRIPE_STAND_IN: stripe.url,
    NODE_OPTIONS: `--import ${new URL('../testing/processes/redirect-stripe.ts', import.meta.url).href}`,
    ANCHORS: 'evm',
    BATCH_SECONDS: '2',
    EVM_RPC_URLS: chain.url,
    EVM_CHAIN_ID: String(chainId),
    EVM_CHAIN_NAME: 'Test',
    EVM_PRIVATE_KEY: senderKey,
    EVM_EXPLORER_TX: 'https://example.org/tx/{hash}',
  }
  // Concurrently, so that one of them migrates the database.
  processes = await Promise.all([startProcess(await stablePort()), startProcess(await stablePort())])
  nginx = await startNginx(
    processes.map((one) => one.url),
    ports,
  )
  cleanups.push(() => nginx.stop())
  setDefaultCACertificates([...getCACertificates('default'), nginx.certificate])
  stripe.stripe.setAddress(nginx.url)
  database = await openPostgres(url)
  cleanups.push(() => database.close())
}, setUpMs)
afterAll(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup()
})

/** A browser whose requests reach one process, as through a load balancer. */
function visitorOf(process: ServerProcess, address = '203.0.113.7'): Visitor {
  return newVisitor(process, {
    'sec-fetch-site': 'same-origin',
    'x-forwarded-proto': 'https',
    'x-forwarded-for': address,
  })
}

/** Returns the same browser at the other process. */
function alsoAt(process: ServerProcess, visitor: Visitor): Visitor {
  const same = visitorOf(process)
  for (const [name, value] of visitor.cookies) same.cookies.set(name, value)
  return same
}

function processAt(index: 0 | 1): ServerProcess {
  const server = processes[index]
  if (server === undefined) throw new Error('there is no such process')
  return server
}

const title = `two processes behind nginx${missing === null ? '' : ` (skipped: ${missing})`}`

// The longest of these waits for retries and then for jobs that expire.
describe.skipIf(missing !== null)(title, { timeout: 1_800_000 }, () => {
  test('act as one shop: TLS, redirect, secure cookies, and a shared login and upload', async () => {
    const sentOn = await fetch(`${nginx.plainUrl}/blog?page=2`, { redirect: 'manual' })
    expect(sentOn.status).toBe(301)
    expect(sentOn.headers.get('location')).toBe('https://localhost/blog?page=2')
    const page = await fetch(`${nginx.url}/`)
    expect(page.headers.get('strict-transport-security')).toContain('max-age')
    const login = await newVisitor(nginx).fetch('/api/admin/direct/login', {
      method: 'POST',
      body: JSON.stringify(administrator),
    })
    const cookies = login.headers.getSetCookie()
    expect(cookies).toHaveLength(2)
    for (const cookie of cookies) expect(cookie).toMatch(/; secure; httponly(;|$)/i)
    for (const cookie of cookies) expect(cookie).toMatch(/; samesite=lax(;|$)/i)

    const [first, second] = [processAt(0), processAt(1)]
    const admin = visitorOf(first)
    await admin.api.auth.login({ body: administrator })
    await alsoAt(second, admin).api.auth.check()

    const visitor = visitorOf(first)
    const work = randomBytes(6_000_000)
    const { uploadId } = await visitor.upload(work)
    const { orderId } = await alsoAt(second, visitor).api.orders.create({ body: { ...details, uploadId } })
    const file = await alsoAt(second, admin).fetch(`${first.url}/api/admin/orders/${orderId}/file`)
    expect(Buffer.from(await file.arrayBuffer()).equals(work)).toBe(true)
  })

  test('keep idle connections longer than load balancers do', async () => {
    for (const { url } of processes) {
      const { headers } = await fetch(`${url}/api/health`)
      expect(headers.get('keep-alive')).toBe('timeout=65')
    }
  })

  test('share rate limits', async () => {
    const guess = { username: 'nobody', password: 'wrong' }
    const codes: string[] = []
    for (let n = 0; n < 12; n += 1) {
      const visitor = visitorOf(processAt(n % 2 === 0 ? 0 : 1), '203.0.113.99')
      codes.push((await refusal(visitor.api.auth.login({ body: guess }))).code ?? '')
    }
    expect(codes.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'unauthenticated'))
    expect(codes.slice(10)).toEqual(['rate_limited', 'rate_limited'])
  })

  test('both show a new price and a new post instead of cached pages', async () => {
    const [first, second] = [processAt(0), processAt(1)]
    const pageOf = async (process: ServerProcess, address: string) =>
      (await visitorOf(process).fetch(`${process.url}${address}`)).text()
    for (const process of [first, second, first, second]) {
      expect(await pageOf(process, '/')).not.toContain('$31.70')
      expect(await pageOf(process, '/blog')).not.toContain('Written on one')
      expect(await pageOf(process, '/api/service-price')).toContain('8.97')
    }
    const admin = visitorOf(first)
    await admin.api.auth.login({ body: administrator })
    await admin.api.price.change({ body: { price: 31.7 } })
    const post = {
      title: 'Written on one',
      slug: 'written-on-one',
      content: '<p>Seen by both.</p>',
      status: 'published',
    }
    const saved = await admin.fetch('/api/admin/blog/posts', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(post),
    })
    expect(saved.status).toBe(200)
    for (const process of [first, second]) {
      await vi.waitFor(async () => expect(await pageOf(process, '/')).toContain('$31.70'), eventually)
      expect(await pageOf(process, '/api/service-price')).toBe('{"price":31.7}')
      await vi.waitFor(
        async () => expect(await pageOf(process, '/blog')).toContain('Written on one'),
        eventually,
      )
    }
  })

  test('lose and duplicate nothing if one of them is killed under load', async () => {
    const mining = startMining(chain)
    const wanted = cases({ normal: 9, deep: 24 })
    const works = new Map<string, { orderId: string; sha256: string }>()
    let taken = 0
    const killed = Promise.withResolvers<void>()
    const customer = async () => {
      while (taken < wanted) {
        taken += 1
        const number = taken
        // So that the kill always interrupts the work.
        if (number === wanted) await killed.promise
        const email = `customer-${number}@example.org`
        works.set(email, await buyWithRetries({ nginx, stripe }, email, number % 2 === 0))
      }
    }
    const customers = Promise.all([1, 2, 3].map(customer))
    await vi.waitFor(() => expect(works.size).toBeGreaterThanOrEqual(wanted / 3), eventually)
    const port = Number(new URL(processAt(0).url).port)
    await processAt(0).kill()
    killed.resolve()
    // A deep run waits for the jobs of the dead process to expire, as in production.
    if (depth === 'normal') await expireRunningJobs(env['DATABASE_URL'] ?? '')
    await vi.waitFor(() => expect(works.size).toBeGreaterThanOrEqual((2 * wanted) / 3), eventually)
    processes[0] = await startProcess(port)
    await customers

    // Orders and payments: one each, all paid, recorded and emailed.
    await vi.waitFor(async () => {
      const states = await rows<{ status: string; isMailed: boolean }>(
        `select status, confirmation_email_sent and fulfillment_email_sent as "isMailed" from orders where email like 'customer-%'`,
      )
      expect(states).toEqual(Array.from({ length: wanted }, () => ({ status: 'completed', isMailed: true })))
    }, untilJobsExpire)
    const orders = await rows<{ id: string; email: string; sha256: string; intent: string }>(
      `select id, email, file_sha256 as sha256, payment_intent_id as intent from orders where email like 'customer-%'`,
    )
    expect(new Set(orders.map(({ intent }) => intent)).size).toBe(wanted)
    for (const { id, email, sha256 } of orders) expect(works.get(email)).toEqual({ orderId: id, sha256 })
    const paid = stripe.stripe.controls
      .deliveries()
      .filter(({ event }) => event.type === 'payment_intent.succeeded')
    expect(paid).toHaveLength(wanted)
    const recorded = await rows<{ count: number }>(
      `select count(*)::int as count from order_event where kind = 'marked_paid' group by order_id`,
    )
    expect(recorded).toEqual(Array.from({ length: wanted }, () => ({ count: 1 })))

    // Anchors: every order in one batch, every root once on the chain.
    const leaves = await rows<{ id: string }>(
      'select batch_id as id from proof_leaf where batch_id is not null',
    )
    expect(leaves).toHaveLength(wanted)
    const roots = await rows<{ root: string }>('select root from anchor_batch')
    for (const { root } of roots) expect(await chain.timesRecorded(root)).toBe(1)
    await mining.stop()

    // Emails: each sent once. An email interrupted by the kill may be sent again with the same Message-ID, which has its kind.
    const sent = new Set(mail.received.map(({ mail: message }) => message.messageId ?? ''))
    for (const { orderId } of works.values()) {
      const kinds = [...sent].filter((id) => id.includes(orderId)).map((id) => id.split('.')[1])
      expect(kinds).toHaveLength(new Set(kinds).size)
      // The evidence has an email of its own if the block was not final yet.
      expect(kinds.filter((kind) => kind !== 'evidence')).toHaveLength(2)
    }

    // Files: complete in both processes.
    const admin = newVisitor(nginx)
    admin.token = (await admin.api.auth.login({ body: administrator })).token
    for (const { orderId, sha256 } of works.values()) {
      const file = await admin.fetch(`/api/admin/orders/${orderId}/file`)
      expect(sha256Hex(Buffer.from(await file.arrayBuffer()))).toBe(sha256)
    }
  })
})

function rows<Row extends object>(statement: string): Promise<Row[]> {
  return database.fork().execute<Row[]>(statement)
}
