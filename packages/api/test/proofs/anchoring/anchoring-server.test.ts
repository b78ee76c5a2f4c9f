import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Order } from '@priormark/core/orders/order'
import PostalMime, { type Email } from 'postal-mime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findAnvil } from '../../../embedded-chain/find-anvil.ts'
import { expireRunningJobs } from '../../../testing/expire-jobs.ts'
import { startServerProcess, type ServerProcess } from '../../../testing/server-process.ts'
import { makeShopData } from '../../../testing/shop-data.ts'
import { buyByCard, logInAsAdmin, type Visitor } from '../../../testing/visitor.ts'

let dataDir: string
let cleanups: (() => Promise<unknown>)[]
let env: Record<string, string>

beforeEach(async () => {
  const data = await makeShopData()
  cleanups = [data.remove]
  dataDir = data.dataDir
  env = { ...data.env, ANCHORS: 'embedded' }
})

afterEach(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup()
})

async function start(): Promise<ServerProcess> {
  const server = await startServerProcess(env)
  cleanups.push(() => server.kill())
  return server
}

async function untilMailed(admin: Visitor, id: string): Promise<Order> {
  const read = () => admin.api.orders.read({ params: { id } })
  // On PGlite the jobs of a killed server expire after 210 seconds.
  await expect
    .poll(read, { timeout: 600_000 })
    .toMatchObject({ status: 'completed', fulfillmentEmailSent: true })
  return read()
}

async function mailsOf(kind: 'fulfillment' | 'evidence', orderId: string): Promise<Email[]> {
  const outbox = path.join(dataDir, 'outbox')
  const names = (await readdir(outbox)).filter((name) => name.endsWith(`${kind}-${orderId}.eml`))
  return Promise.all(names.map(async (name) => PostalMime.parse(await readFile(path.join(outbox, name)))))
}

test.runIf(findAnvil() !== null)(
  'records an order automatically after its payment, even if the server is killed, and mails its evidence (needs anvil)',
  async () => {
    const first = await start()
    const early = await buyByCard(first, { email: 'early@example.org' })
    const order = await untilMailed(await logInAsAdmin(first), early)
    expect(order.blockchainLink).toMatch(/\/__chain\/tx\/0x[0-9a-f]{64}$/)
    const [mail, ...others] = await mailsOf('fulfillment', early)
    expect(others).toEqual([])
    expect(mail?.text).toContain('TEST: This is a test')
    expect(`${mail?.text}${mail?.html}`).not.toContain('VERIFIED')
    // The evidence follows in a mail of its own if the first one was sent before the block was final.
    const follows = mail?.text?.includes('YOUR EVIDENCE FOLLOWS') === true
    const withEvidence = async () => (follows ? (await mailsOf('evidence', early))[0] : mail)
    await expect.poll(withEvidence, { timeout: 600_000 }).toMatchObject({
      text: expect.stringContaining(String(order.blockchainLink)),
      attachments: expect.arrayContaining([expect.objectContaining({ mimeType: 'application/zip' })]),
    })

    const late = await buyByCard(first, { email: 'late@example.org' })
    await first.kill()
    const url = env['DATABASE_URL']
    if (url !== undefined) await expireRunningJobs(url)
    const second = await start()
    const admin = await logInAsAdmin(second)
    await untilMailed(admin, late)
    expect(await mailsOf('fulfillment', late)).toHaveLength(1)
    expect(await mailsOf('fulfillment', early)).toHaveLength(1)
    const [anchor] = await admin.api.anchors.ofOrder({ params: { id: late } })
    expect(anchor).toMatchObject({ kind: 'evm', stuckReason: null, leafCount: 1 })
    expect(await second.stop()).toBe(0)
  },
  900_000,
)
