import { cases, depth } from '@priormark/core/testing/depth'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { testServerUrl } from '../testing/database-server.ts'
import { stablePort } from '../testing/stable-port.ts'
import { startMailServer, type MailServer } from '../testing/mail-server.ts'
import {
  startServerProcess,
  type ServerProcess,
  type ServerProcessOptions,
} from '../testing/server-process.ts'
import { makeShopData, type ShopData } from '../testing/shop-data.ts'
import { startTcpProxy } from '../testing/tcp-proxy.ts'
import { askToStart, details, logInAsAdmin, newVisitor, refusal, sendCard } from '../testing/visitor.ts'

// The real server in its own process, with real mail, killed or disconnected at the worst moments.

const dieAtWebhook = new URL('../testing/processes/die-at-webhook.ts', import.meta.url).href

let data: ShopData
let mail: MailServer
let server: ServerProcess | undefined

beforeEach(async () => {
  data = await makeShopData()
  mail = await startMailServer()
})
afterEach(async () => {
  await server?.kill()
  server = undefined
  await mail.stop()
  await data.remove()
})

const env = (changes: Record<string, string> = {}) => ({
  SMTP_URL: mail.url,
  ...data.env,
  ...changes,
})

async function start(
  changes: Record<string, string> = {},
  options: ServerProcessOptions = {},
): Promise<ServerProcess> {
  server = await startServerProcess(env(changes), options)
  return server
}

interface Prepared {
  orderId: string
  /** Pays directly at the provider, like the browser. Resolves before the shop is notified. */
  pay(): Promise<void>
}

/** Orders and requests a payment. */
async function order(at: { url: string }): Promise<Prepared> {
  const visitor = newVisitor(at)
  const { uploadId } = await visitor.upload('a work')
  const { orderId } = await visitor.api.orders.create({ body: { ...details, uploadId } })
  const payment = await visitor.api.payments.open({ body: { orderId } })
  await askToStart(visitor, orderId)
  const pay = async () => {
    expect(await (await sendCard(at, payment)).json()).toMatchObject({ status: 'succeeded' })
  }
  return { orderId, pay }
}

async function buy(at: { url: string }): Promise<string> {
  const { orderId, pay } = await order(at)
  await pay()
  return orderId
}

/** An email that a killed process had claimed is sent once the claim has expired, after three minutes. */
const eventually = { timeout: 300_000, interval: 100 }

describe('a killed process', () => {
  test('keeps logins, files and orders if killed before recording a payment, then records it at the next start and emails once', async () => {
    const first = await start({ NODE_OPTIONS: `--import ${dieAtWebhook}` })
    const { token } = await logInAsAdmin(first)
    const { orderId, pay } = await order(first)
    // The webhook may arrive before the response to the browser, and then the response is lost with the process.
    await pay().catch(() => undefined)
    await first.ended()

    const second = await start()
    const admin = newVisitor(second)
    admin.token = token
    await vi.waitFor(async () => {
      const order = await admin.api.orders.read({ params: { id: orderId } })
      expect(order).toMatchObject({ status: 'paid', paymentConfirmed: true, confirmationEmailSent: true })
    }, eventually)
    expect(mail.received).toHaveLength(1)
    const kinds = (await admin.api.orders.timeline({ params: { id: orderId } })).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'marked_paid')).toHaveLength(1)
    expect(kinds.filter((kind) => kind === 'mail_sent')).toHaveLength(1)
    const file = await admin.fetch(`/api/admin/orders/${orderId}/file`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(await file.text()).toBe('a work')
  })
})

test.runIf(depth === 'deep')(
  'delays an email while the mail server is down, and loses nothing (only deep: mail.test.ts has it without a process)',
  async () => {
    const port = await stablePort()
    const running = await start({ SMTP_URL: `smtp://127.0.0.1:${port}` })
    const admin = await logInAsAdmin(running)
    const orderId = await buy(running)
    const read = () => admin.api.orders.read({ params: { id: orderId } })
    await vi.waitFor(async () => {
      const kinds = (await admin.api.orders.timeline({ params: { id: orderId } })).map(({ kind }) => kind)
      expect(kinds).toContain('mail_failed')
    }, eventually)
    expect(await read()).toMatchObject({ status: 'paid', confirmationEmailSent: false })

    const late = await startMailServer({ port })
    await vi.waitFor(
      async () => expect(await read()).toMatchObject({ confirmationEmailSent: true }),
      eventually,
    )
    expect(late.received).toHaveLength(1)
    await late.stop()
  },
)

test.runIf(testServerUrl === null)(
  'a second process on one data folder exits with the reason (PGlite only)',
  async () => {
    await start()
    await expect(startServerProcess(env())).rejects.toThrow(/The data folder .* is in use by process \d+/)
  },
)

test.runIf(testServerUrl !== null)(
  'calls report an unavailable database (PostgreSQL only), and everything continues once it is back',
  async () => {
    const { hostname, port, pathname, username } = new URL(data.env['DATABASE_URL'] ?? '')
    const proxy = await startTcpProxy({ host: hostname, port: Number(port) })
    const lost = `postgres://${username}@127.0.0.1:${proxy.port}${pathname}`
    const running = await start({ DATABASE_URL: lost }, { limits: 'long-statements' })
    const admin = await logInAsAdmin(running)
    const { orderId: before, pay } = await order(running)
    await proxy.cut()
    // It cannot be recorded now, so the provider keeps sending the event.
    await pay()
    for (let turn = 0; turn < cases({ normal: 1, deep: 10 }); turn += 1) {
      expect((await refusal(admin.api.orders.read({ params: { id: before } }))).status).toBe(503)
      expect((await admin.fetch('/api/health')).status).toBe(503)
      // Cached pages do not need the database.
      expect((await admin.fetch('/terms')).status).toBe(200)
    }
    await proxy.restore()
    await vi.waitFor(async () => expect((await admin.fetch('/api/health')).status).toBe(200), eventually)
    const during = await buy(running)
    for (const id of [before, during]) {
      await vi.waitFor(async () => {
        const order = await admin.api.orders.read({ params: { id } })
        expect(order).toMatchObject({ status: 'paid', confirmationEmailSent: true })
      }, eventually)
    }
    expect(mail.received).toHaveLength(2)
    await running.kill()
    await proxy.close()
  },
)
