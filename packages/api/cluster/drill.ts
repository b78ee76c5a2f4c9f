import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import { queries } from '../src/blog/tables.ts'
import { openPostgres } from '../src/operations/database/orm.ts'
import { servingLimits } from '../src/platform/database/failover-pool.ts'
import { readRows } from '../src/platform/database/rows.ts'
import { administrator } from '../testing/administrator.ts'
import { startMailServer, type MailServer } from '../testing/mail-server.ts'
import { startServerProcess } from '../testing/server-process.ts'
import { askToStart, details, newVisitor } from '../testing/visitor.ts'
import { eventNames, ports, startCluster, type Cluster, type EventName, type Way } from './cluster.ts'

// Makes sales through the API while the primary is killed, switched over and restarted, over every route to it, and counts
// losses. DRILL_ROUNDS=1 triggers each event once; DRILL_WAYS=haproxy,session,transaction selects the routes.

const repetitions = Number(process.env['DRILL_ROUNDS'] ?? 5)
const ways = (process.env['DRILL_WAYS'] ?? 'haproxy,session,transaction').split(',') as Way[]
const customers = 4
/** Customers and an administrator. Each makes one call at a time, so no more calls are in flight when the primary is lost. */
const callers = customers + 1
/** How long sales continue after the cluster has recovered, in milliseconds. */
const calmMs = 3_000
/** Longer than a claim on an email (180 s), which a lost connection may leave behind. In milliseconds. */
const settleMs = 240_000
const maxGapMs = 10_000

interface Call {
  startedMs: number
  endedMs: number
  ok: boolean
  status: string
}

interface Sold {
  orderId: string
  sha256: string
}

interface EventFigures {
  way: Way
  event: EventName
  gapMs: number
  calls: number
  failed: number
  statuses: string[]
  slowestMs: number
  /** The machine's load average of the last minute. */
  load: number
}

const figures: EventFigures[] = []
const failures: string[] = []

async function drill(cluster: Cluster, way: Way): Promise<void> {
  const name = `shop_${way}_${randomUUID().slice(0, 8)}`
  cluster.createDatabase(name)
  const url = (port: number) => `postgres://shop:test-shop@127.0.0.1:${port}/${name}`
  const dataDir = await mkdtemp(path.join(tmpdir(), 'priormark-drill-'))
  const mail = await startMailServer()
  const env = {
    DATABASE_URL: url(ports[way]),
    DATA_DIR: dataDir,
    SMTP_URL: mail.url,
    ANCHORS: 'embedded',
    CALL_LIMITS: '0',
    ADMIN_USERNAME: administrator.username,
    ADMIN_PASSWORD: administrator.password,
  }
  const server = await startServerProcess(env, { limits: 'product' })
  let hasEnded = false
  void server.ended().then(() => (hasEnded = true))
  const sold: Sold[] = []
  const saleTimes: number[] = []
  const posts: string[] = []
  const calls: Call[] = []
  let isOver = false

  /** Repeats a call, as a person would, until it succeeds. After a failure it waits as long as the server asks. */
  const insist = async <Result>(make: () => Promise<Result>): Promise<Result> => {
    for (;;) {
      const startedMs = performance.now()
      const note = (ok: boolean, status = '') =>
        calls.push({ startedMs, endedMs: performance.now(), ok, status })
      try {
        const result = await make()
        note(true)
        return result
      } catch (error) {
        const isFinal = error instanceof Error && 'status' in error && Number(error.status) < 500
        note(isFinal, error instanceof Error && 'status' in error ? String(error.status) : 'lost')
        if (isFinal || isOver) throw error
        await wait(2_000)
      }
    }
  }

  const customer = async () => {
    while (!isOver) {
      const visitor = newVisitor(server)
      const work = randomBytes(20_000)
      const email = `drill-${randomUUID()}@example.org`
      try {
        const { uploadId } = await insist(() => visitor.upload(work, 'work.bin'))
        const { orderId } = await insist(() =>
          visitor.api.orders.create({ body: { ...details, email, uploadId } }),
        )
        const { clientSecret, publishableKey } = await insist(() =>
          visitor.api.payments.open({ body: { orderId } }),
        )
        await insist(() => askToStart(visitor, orderId))
        const paymentIntentId = clientSecret.split('_secret_')[0] ?? ''
        await visitor.fetch(`/__stripe/v1/payment_intents/${paymentIntentId}/confirm`, {
          method: 'POST',
          body: new URLSearchParams({
            key: publishableKey,
            client_secret: clientSecret,
            return_url: `${server.url}/success`,
            'payment_method_data[type]': 'card',
            'payment_method_data[card][number]': '4242424242424242',
            'payment_method_data[card][exp_month]': '12',
            'payment_method_data[card][exp_year]': '34',
            'payment_method_data[card][cvc]': '123',
          }),
        })
        sold.push({ orderId, sha256: createHash('sha256').update(work).digest('hex') })
        await insist(() => visitor.api.payments.confirm({ body: { paymentIntentId } }))
        saleTimes.push(performance.now())
        await wait(200)
      } catch (error) {
        if (!isOver) failures.push(`${way}: a call was rejected: ${String(error)}`)
        await wait(500)
      }
    }
  }
  const writer = async () => {
    const admin = newVisitor(server)
    admin.token = (await insist(() => admin.api.auth.login({ body: administrator }))).token
    while (!isOver) {
      const slug = `post-${randomUUID()}`
      const body = { title: slug, slug, content: '<p>x</p>', status: 'published' as const }
      const made = await insist(() => admin.api.blog.create({ body })).then(
        () => true,
        // Created, although the response was lost.
        (error: unknown) => error instanceof Error && 'code' in error && error.code === 'slug_taken',
      )
      if (made) posts.push(slug)
      await wait(500)
    }
  }

  const working = Promise.all([...Array.from({ length: customers }, customer), writer()])
  await wait(calmMs)
  for (let count = 0; count < repetitions; count++) {
    for (const event of eventNames) {
      const startMs = performance.now()
      const undo = await cluster.trigger(event)
      await wait(calmMs)
      undo()
      await cluster.untilRecovered()
      await wait(calmMs)
      const during = calls.filter(({ endedMs }) => endedMs >= startMs)
      const times = [startMs, ...saleTimes.filter((time) => time >= startMs), performance.now()]
      const gapMs = Math.max(0, ...times.slice(1).map((time, index) => time - (times[index] ?? time)))
      const figure = {
        way,
        event,
        gapMs,
        calls: during.length,
        failed: during.filter(({ ok }) => !ok).length,
        statuses: Array.from(new Set(during.filter(({ ok }) => !ok).map(({ status }) => status))),
        slowestMs: Math.max(0, ...during.map((call) => call.endedMs - call.startedMs)),
        load: loadavg()[0] ?? 0,
      }
      figures.push(figure)
      process.stdout.write(`${JSON.stringify(figure)}\n`)
      // A caller fails with its connection. Its next call fails too if there is no primary for as long as a call waits.
      const maxFailed = gapMs > servingLimits.connectMs ? 2 * callers : callers
      if (figure.failed > maxFailed) failures.push(`${way}: ${figure.failed} calls failed after ${event}`)
      if (gapMs > maxGapMs) failures.push(`${way}: no sale for ${Math.round(gapMs)} ms after ${event}`)
    }
  }
  isOver = true
  await working
  if (hasEnded) failures.push(`${way}: the API ended unexpectedly:\n${server.output().slice(-2_000)}`)

  const database = await openPostgres(url(ports.haproxy), { max: 2 })
  const look = () => findLosses({ database, sold, posts, mail, filesDir: path.join(dataDir, 'files') })
  const endMs = performance.now() + settleMs
  let losses = await look()
  while (losses.length > 0 && performance.now() < endMs) {
    await wait(2_000)
    losses = await look()
  }
  failures.push(...losses.map((loss) => `${way}: ${loss}`))
  process.stdout.write(
    `${way}: ${sold.length} works paid, ${posts.length} posts, ${mail.received.length} emails, ${calls.length} calls, ${losses.length} lost or duplicated\n`,
  )
  await database.close()
  await server.stop()
  await mail.stop()
  await rm(dataDir, { recursive: true, force: true })
}

interface Confirmed {
  database: Awaited<ReturnType<typeof openPostgres>>
  sold: readonly Sold[]
  posts: readonly string[]
  mail: MailServer
  filesDir: string
}

const OrderState = v.object({
  id: v.string(),
  status: v.string(),
  key: v.string(),
  paid: v.number(),
  leaves: v.number(),
})

/** Returns what was lost or duplicated of confirmed purchases and posts, one message each. */
async function findLosses({ database, sold, posts, mail, filesDir }: Confirmed): Promise<string[]> {
  const em = database.fork()
  const rows = await readRows(em, OrderState)`
    select o.id, o.status, o.storage_key as key,
           (select count(*)::int from order_event e where e.order_id = o.id and e.kind = 'marked_paid') as paid,
           (select count(*)::int from proof_leaf l where l.order_id = o.id) as leaves
    from orders o`
  const published = await queries(em).selectFrom('blog_post').select('slug').execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const slugs = new Set(published.map(({ slug }) => slug))
  const confirmations = new Map<string, number>()
  const copies = new Map<string, number>()
  for (const { mail: message } of mail.received) {
    const messageId = message.messageId ?? ''
    const orderId = /^<([^.]+)\.confirmation/.exec(messageId)?.[1] ?? ''
    confirmations.set(orderId, (confirmations.get(orderId) ?? 0) + 1)
    copies.set(messageId, (copies.get(messageId) ?? 0) + 1)
  }
  const losses = posts.filter((slug) => !slugs.has(slug)).map((slug) => `${slug} is missing`)
  for (const [messageId, count] of copies) {
    if (count > 1) losses.push(`the email ${messageId} was sent ${count} times`)
  }
  const soldIds = new Set(sold.map(({ orderId }) => orderId))
  for (const { id, paid } of rows) {
    if (paid > 0 && !soldIds.has(id)) losses.push(`order ${id} was paid without a sale`)
  }
  for (const { orderId, sha256 } of sold) {
    const row = byId.get(orderId)
    if (row === undefined) losses.push(`order ${orderId} is missing`)
    else if (row.paid !== 1) losses.push(`order ${orderId} was recorded as paid ${row.paid} times`)
    else if (row.status !== 'completed') losses.push(`order ${orderId} is ${row.status}`)
    else if (row.leaves !== 1) losses.push(`order ${orderId} has ${row.leaves} leaves`)
    else if ((await digestOf(path.join(filesDir, row.key))) !== sha256)
      losses.push(`the file of order ${orderId} is lost`)
    else if (confirmations.get(orderId) !== 1)
      losses.push(`order ${orderId} has ${confirmations.get(orderId) ?? 0} confirmations`)
  }
  return losses
}

async function digestOf(file: string): Promise<string | null> {
  const bytes = await readFile(file).catch(() => null)
  return bytes === null ? null : createHash('sha256').update(bytes).digest('hex')
}

const cluster = await startCluster()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    cluster.down()
    process.exit(1)
  })
}
try {
  for (const way of ways) await drill(cluster, way)
} finally {
  cluster.down()
}
for (const way of ways) {
  for (const event of eventNames) {
    const own = figures.filter((figure) => figure.way === way && figure.event === event)
    const seconds = (pick: (figure: EventFigures) => number) =>
      own.map((figure) => (pick(figure) / 1_000).toFixed(1)).join(', ')
    process.stdout.write(
      `${way} ${event}: no sale for ${seconds(({ gapMs }) => gapMs)} s; failed calls ${own.map(({ failed }) => failed).join(', ')}; slowest call ${seconds(({ slowestMs }) => slowestMs)} s; load ${own.map(({ load }) => load.toFixed(0)).join(', ')}\n`,
    )
  }
}
for (const failure of failures) process.stdout.write(`FAILED ${failure}\n`)
process.exitCode = failures.length > 0 ? 1 : 0
