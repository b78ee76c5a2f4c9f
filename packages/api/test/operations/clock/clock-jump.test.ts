import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { administrator } from '../../../testing/administrator.ts'
import { startServerProcess, type ServerProcess } from '../../../testing/server-process.ts'
import { makeShopData } from '../../../testing/shop-data.ts'
import { newVisitor, payOutside, placeOrder, type Visitor } from '../../../testing/visitor.ts'

async function login(server: ServerProcess): Promise<Visitor> {
  const admin = newVisitor(server)
  admin.token = (await admin.api.auth.login({ body: administrator })).token
  return admin
}

/** Orders, and lets an administrator confirm the payment. The customer asked for an immediate start. */
async function sell(server: ServerProcess, admin: Visitor): Promise<string> {
  const visitor = newVisitor(server)
  const id = await placeOrder(visitor)
  await payOutside(visitor, admin, id)
  return id
}

test('after a clock that was three days ahead, orders are recorded and emails sent', async () => {
  // The clock of a PostgreSQL server could not be set.
  const data = await makeShopData('PGlite')
  const env = { ...data.env, ANCHORS: 'manual', BATCH_SECONDS: '4' }
  const servers: ServerProcess[] = []
  try {
    const ahead = await startServerProcess(
      { ...env, CLOCK_AHEAD_MS: String(3 * 86_400_000) },
      { preload: new URL('../../../testing/processes/shift-clock.ts', import.meta.url).href },
    )
    servers.push(ahead)
    const early = await sell(ahead, await login(ahead))
    await ahead.kill()

    const right = await startServerProcess(env)
    servers.push(right)
    const admin = await login(right)
    const late = await sell(right, admin)
    for (const id of [early, late]) {
      const anchors = () => admin.api.anchors.ofOrder({ params: { id } })
      await expect.poll(anchors, { timeout: 600_000, interval: 500 }).toMatchObject([{ kind: 'manual' }])
    }
    // The kill may have interrupted the email of the early order, whose claim then lasts for minutes.
    const mails = async () =>
      (await readdir(path.join(data.dataDir, 'outbox'))).filter((name) => name.includes(late))
    await expect.poll(mails, { timeout: 600_000, interval: 500 }).toHaveLength(1)
    const { issues } = await admin.api.monitoring.health()
    expect(issues).toContainEqual(
      expect.objectContaining({
        kind: 'dates_ahead',
        title: '1 order is dated in the future',
        orders: [early],
      }),
    )
  } finally {
    for (const server of servers) await server.kill()
    await data.remove()
  }
}, 900_000)
