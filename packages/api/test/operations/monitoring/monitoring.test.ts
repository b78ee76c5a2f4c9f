import { rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient } from '@priormark/core/platform/http/client'
import { minuteOfDay } from '@priormark/core/platform/dates'
import { monitoringEndpoints } from '@priormark/core/operations/endpoints'
import { afterAll, expect, test } from 'vitest'
import { Admin } from '../../../src/staff/auth/admin-entity.ts'
import { readConfig } from '../../../src/operations/config/env.ts'
import type { OutgoingMail } from '../../../src/platform/mail/mail-transport.ts'
import { Order } from '../../../src/order-book/order-entity.ts'
import { startServer } from '../../../src/server.ts'
import { Anchor } from '../../../src/proofs/leaves/batch-entities.ts'
import type { FileStorage } from '../../../src/platform/storage/file-storage.ts'
import { findHealthIssues, type HealthDeps } from '../../../src/operations/monitoring/health-issues.ts'
import { sendDueSummary } from '../../../src/operations/monitoring/daily-summary.ts'
import { createReadiness } from '../../../src/operations/monitoring/open-monitoring.ts'
import { buildAnchor, buildBatch } from '../../../testing/builders/anchor.ts'
import { makeShopData } from '../../../testing/shop-data.ts'
import { silentLog } from '../../../testing/silent-log.ts'
import { fixedSettings } from '../../../testing/fixed-settings.ts'
import { roomForEverything, startTestApp, testShop } from '../../../testing/test-app.ts'
import { newAdmin, newVisitor, placeOrder, refusal } from '../../../testing/visitor.ts'

const app = await startTestApp()
const admin = await newAdmin(app)
afterAll(() => app.close())

const issue = async (kind: string) =>
  (await admin.api.monitoring.health()).issues.find((reported) => reported.kind === kind)

test('an app accepts a health issue of a kind that only a newer server knows', async () => {
  const text = JSON.stringify(await admin.api.monitoring.health())
  const newer = text.replaceAll('"sample_trader"', '"introduced_later"')
  expect(newer).not.toBe(text)
  const client = createClient({ fetch: async () => new Response(newer) })
  expect(await client.call(monitoringEndpoints.health, {})).toEqual(JSON.parse(newer))
})

test('a price from before the minimum is listed, until it is one that Stripe charges', async () => {
  expect(await issue('price_too_low')).toBeUndefined()
  await app.database.fork().execute('update service_price set amount_cents = 49')
  expect(await issue('price_too_low')).toMatchObject({
    title: 'Customers can’t pay the price of $0.49',
    remedy: 'Stripe rejects payments under $0.50. Set a higher price on the Orders screen.',
    links: [{ path: '/admin/dashboard', label: 'Open Orders' }],
  })
  await admin.api.price.change({ body: { price: 0.5 } })
  expect(await issue('price_too_low')).toBeUndefined()
})

test('a missing file, a disputed payment and sample trader details are listed with remedies', async () => {
  expect(await issue('files_missing')).toBeUndefined()
  const orderId = await placeOrder(newVisitor(app))
  await admin.api.orders.change({ params: { id: orderId }, body: { paymentConfirmed: true } })
  const em = app.database.fork()
  const order = await em.findOneOrFail(Order, orderId)
  await app.parts.storage.remove(order.storageKey ?? '')
  order.paymentState = 'disputed'
  await em.flush()
  expect(await issue('files_missing')).toMatchObject({
    orders: [orderId],
    orderNames: ['Notes on the Engine'],
  })
  expect(await issue('payments_disputed')).toMatchObject({
    title: '1 payment is disputed',
    orders: [orderId],
  })
  expect(await issue('payments_mismatched')).toBeUndefined()
  order.dispute = { reason: 'fraudulent', status: 'lost', respondBy: null }
  await em.flush()
  expect(await issue('payments_disputed'), 'once nothing can be done').toBeUndefined()
  Object.assign(order, { dispute: null, paymentState: 'refunded', secondPaymentIds: ['pi_second'] })
  await em.flush()
  expect(await issue('payments_disputed')).toBeUndefined()
  expect(await issue('payments_mismatched')).toMatchObject({
    title: '1 order was paid twice or with the wrong amount',
    orders: [orderId],
  })
  Object.assign(order, { paymentState: 'disputed', secondPaymentIds: null })
  await em.flush()
  expect(await issue('sample_trader')).toMatchObject({
    remedy:
      'The trading name is the sample, the address is the sample, and the support email ends in .example. The law requires your own details on the site.',
    links: [
      { path: '/admin/settings#tradingName', label: 'Change the trading name' },
      { path: '/admin/settings#tradingAddress', label: 'Change the address' },
      { path: '/admin/settings#supportEmail', label: 'Change the support email' },
    ],
  })
})

test('an owner without an email address is named with where to add one, until it is there', async () => {
  expect(await issue('owner_without_email')).toMatchObject({
    title: 'admin has no email address',
    links: [{ path: '/admin/account', label: 'Open Your account' }],
  })
  const em = app.database.fork()
  await em.nativeUpdate(Admin, { username: 'admin' }, { email: 'admin@example.org' })
  expect(await issue('owner_without_email')).toBeUndefined()
  await em.nativeUpdate(Admin, { username: 'admin' }, { email: null })
})

const watched = (): HealthDeps => ({
  readUploadQuota: roomForEverything,
  database: app.database,
  storage: app.parts.storage,
  gateway: app.parts.gateway,
  settings: fixedSettings(testShop),
  dataDir: tmpdir(),
  readEvmNodes: () => null,
})

test('names the true reasons of stuck batches, the most frequent first', async () => {
  const em = app.database.fork()
  const reasons = ['The wallet is empty.', 'No EVM_RPC_URLS.', 'No EVM_RPC_URLS.', 'A fork.', 'A liar.']
  for (const stuckReason of reasons) buildAnchor(em, buildBatch(em), { kind: 'evm', stuckReason })
  await em.flush()
  const reported = await issue('anchors_stuck')
  expect(reported).toMatchObject({
    title: '5 batches are stuck',
    remedy: 'No “Nodes”. A fork. A liar. The Recording screen shows the other reasons.',
  })
  await em.nativeDelete(Anchor, { stuckReason: { $ne: null } })
})

test('reports a single EVM node of a provider, but neither one’s own nor several', async () => {
  const issueWith = async (evmNodes: ReturnType<HealthDeps['readEvmNodes']>) =>
    (await findHealthIssues({ ...watched(), readEvmNodes: () => evmNodes })).issues.find(
      ({ kind }) => kind === 'single_node',
    )
  const rpcUrls = ['https://a.example/key']
  expect(await issueWith({ rpcUrls, isOwnNode: false })).toMatchObject({
    title: 'One EVM node is trusted on its own',
    remedy: expect.stringContaining('Add the node of another provider to “Nodes”'),
    links: [{ path: '/admin/settings/services/recording', label: 'Recording settings' }],
  })
  expect(await issueWith({ rpcUrls, isOwnNode: true })).toBeUndefined()
  expect(await issueWith({ rpcUrls: [...rpcUrls, 'https://b.example'], isOwnNode: false })).toBeUndefined()
})

test('reports an unavailable storage and disk as one issue, next to the others', async () => {
  const broken = async (): Promise<never> => {
    throw new Error('connect ECONNREFUSED')
  }
  const orderId = await placeOrder(newVisitor(app))
  await admin.api.orders.change({ params: { id: orderId }, body: { paymentConfirmed: true } })
  for (const away of [
    { storage: { ...app.parts.storage, read: broken } },
    { dataDir: path.join(tmpdir(), 'no-such-disk') },
    { storage: { ...app.parts.storage, read: broken }, dataDir: path.join(tmpdir(), 'no-such-disk') },
  ]) {
    const { issues } = await findHealthIssues({ ...watched(), ...away })
    const titles = issues.map(({ title }) => title)
    expect(titles.filter((title) => title === 'The file storage is not responding')).toHaveLength(1)
    expect(titles).toContain('The shop still names a sample trader or address')
  }
})

test('lists the newest ten of many orders, and counts all', async () => {
  const em = app.database.fork()
  const before = await em.count(Order, { paymentState: 'disputed' })
  const ids = []
  for (let n = 0; n < 11; n += 1) ids.push(await placeOrder(newVisitor(app)))
  await em.nativeUpdate(Order, { id: { $in: ids } }, { paymentState: 'disputed' })
  const reported = await issue('payments_disputed')
  expect(reported?.title).toMatch(new RegExp(`^${before + 11} payments`))
  expect(reported?.orders).toHaveLength(10)
  await em.nativeUpdate(Order, { id: { $in: ids } }, { paymentState: 'unpaid' })
})

test('a stopping process is not ready', async () => {
  const { database, storage } = app.parts
  expect(await createReadiness({ database, storage, isStopping: () => true })()).toMatchObject({
    database: true,
    storage: true,
    staying: false,
  })
})

test('concurrent requests share one check of the parts', async () => {
  const { database, storage } = app.parts
  let looks = 0
  const counting: FileStorage = {
    ...storage,
    check: () => {
      looks += 1
      return storage.check()
    },
  }
  const readiness = createReadiness({ database, storage: counting, isStopping: () => false })
  const results = await Promise.all(Array.from({ length: 20 }, readiness))
  expect(results.every((reply) => reply.storage)).toBe(true)
  expect(looks).toBe(1)
})

test('health issues are visible only to administrators', async () => {
  expect(await refusal(newVisitor(app).api.monitoring.health())).toMatchObject({ status: 401 })
})

test('sends the daily summary from one of several processes, and retries a failed one', async () => {
  const sent: OutgoingMail[] = []
  let isDown = true
  const now = new Date(Date.now() + 3_600_000)
  const deps = {
    database: app.database,
    settings: fixedSettings(testShop, {
      summary: { isOn: true, to: 'owner@example.org', minuteOfDay: minuteOfDay('UTC', now) },
    }),
    findHealthIssues: app.parts.monitoring.findHealthIssues,
    transport: {
      async send(mail: OutgoingMail) {
        if (isDown) throw new Error('the mail server is away')
        sent.push(mail)
      },
    },
  }
  await expect(sendDueSummary(deps, now)).rejects.toThrow('the mail server is away')
  isDown = false
  const results = await Promise.all([1, 2, 3].map(() => sendDueSummary(deps, now)))
  expect(results.filter(Boolean)).toHaveLength(1)
  expect(sent).toHaveLength(1)
  expect(sent[0]?.to.address).toBe('owner@example.org')
  expect(sent[0]?.subject).toMatch(/ on [A-Z][a-z]{2} \d{1,2}, \d{4}: /)
  expect(sent[0]?.text).toMatch(
    /\nOrdered: \d+\nPaid: \d+\nMoney: income \$.*, refunds \$.*, net \$.*\nRecorded: /,
  )
  expect(sent[0]?.text).toContain('Needs your attention')
  expect(sent[0]?.text).toContain('1 payment is disputed')
  expect(`${sent[0]?.text}${sent[0]?.html}${sent[0]?.subject}`).not.toMatch(/Ada|Lovelace|ada@|Engine/)
  const tomorrow = new Date(now.getTime() + 86_400_000)
  expect(await sendDueSummary(deps, tomorrow)).toBe(true)
})

test('a whole server is ready with every part, protects its metrics with the token, and is not ready before its migrations', async () => {
  const data = await makeShopData()
  const config = readConfig(
    { ...data.env, PORT: '0', METRICS_TOKEN: 'a-token-of-the-operator', SUMMARY_EMAIL: 'off' },
    { allowsStandIns: true },
  )
  const server = await startServer({
    config: { ...config, anchors: { ...config.anchors, kinds: ['manual'] } },
    log: silentLog,
    openPages: null,
  })
  try {
    // The result is shared for a second, and the first look for due schedules is not awaited.
    const status = async () => (await fetch(`${server.url}/api/ready`)).status
    await expect.poll(status).toBe(200)
    expect(await (await fetch(`${server.url}/api/ready`)).json()).toEqual({
      status: 'ready',
      checks: { database: true, migrations: true, storage: true, jobs: true, staying: true },
    })
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404)
    const authorization = 'Bearer a-token-of-the-operator'
    const metrics = await (await fetch(`${server.url}/metrics`, { headers: { authorization } })).text()
    expect(metrics).toContain('priormark_jobs{queue="send-mail",state="waiting"} 0')
    const failing = async () => {
      const { issues } = await findHealthIssues({ ...watched(), database: server.database })
      return issues.find(({ kind }) => kind === 'jobs_failed')
    }
    const giveUp = `insert into pgboss.job (name, state, completed_on)
      select 'send-mail', 'failed', now() - ?::interval from generate_series(1, ?)`
    await server.database.fork().execute(giveUp, ['2 hours', 5])
    await server.database.fork().execute(giveUp, ['1 minute', 2])
    expect(await failing()).toBeUndefined()
    await server.database.fork().execute(giveUp, ['1 minute', 1])
    expect(await failing()).toMatchObject({
      title: '3 jobs failed in the last hour',
      remedy: expect.stringContaining('send-mail'),
    })
    // A schedule that is caught up meanwhile may fail, so this comes after the failed jobs.
    const files = path.join(data.dataDir, 'files')
    await rename(files, `${files}-unmounted`)
    await expect.poll(status).toBe(503)
    await rename(`${files}-unmounted`, files)
    await expect.poll(status).toBe(200)
    await server.database.fork().execute('delete from mikro_orm_migrations where id = 1')
    await expect.poll(status).toBe(503)
  } finally {
    await server.close()
    await data.remove()
  }
})
