import { readdir } from 'node:fs/promises'
import { unzipSync, strFromU8 } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { eraseCustomer } from '../../../src/orders/customers/customer-erasure.ts'
import type { CurrentAdmin } from '../../../src/platform/http/state.ts'
import { Order } from '../../../src/order-book/order-entity.ts'
import { Anchor, ProofLeaf } from '../../../src/proofs/leaves/batch-entities.ts'
import { recordProgress } from '../../../src/proofs/anchors/anchor-progress.ts'
import { readOrderProof } from '../../../src/proofs/facts/order-proof.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import {
  newAdmin,
  newVisitor,
  payOutside,
  placeOrder,
  refusal,
  type Visitor,
} from '../../../testing/visitor.ts'
import { inBlock, rules, sealBatch } from '../../../testing/anchoring-fixtures.ts'
import { verifyOrderProof } from '../../../testing/verify-order-proof.ts'

const app = await startTestApp()
const admin = await newAdmin(app)
afterAll(() => app.close())

const person = {
  firstName: 'Zebedee',
  lastName: 'Quillfeather',
  projectName: 'Moonlit Aqueduct',
  projectDescription: 'A libretto in nine scenes.',
}

/** Creates a paid order; with `complete` it is also completed, with a block above its own. */
async function buy(email: string, { complete = true } = {}): Promise<{ orderId: string; visitor: Visitor }> {
  const visitor = newVisitor(app)
  const orderId = await placeOrder(visitor, { ...person, projectName: `Aqueduct of ${email}`, email })
  await payOutside(visitor, admin, orderId)
  await admin.api.orders.addNote({ params: { id: orderId }, body: { text: 'Zebedee rang twice' } })
  if (!complete) return { orderId, visitor }
  const sealed = await sealBatch(app.database, rules, { early: true })
  const anchor = await app.database.fork().findOneOrFail(Anchor, { batch: sealed?.batchId ?? '' })
  const { database, jobs } = app.parts
  await recordProgress({ database, jobs }, anchor.id, inBlock('final', 7))
  return { orderId, visitor }
}

/** Returns every row of every table as text. */
async function everythingStored(): Promise<string> {
  const em = app.database.fork()
  const tables = await em.execute<{ name: string }[]>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  )
  const rows = []
  for (const { name } of tables)
    rows.push(JSON.stringify(await em.execute<object[]>(`select * from "${name}"`)))
  return rows.join('\n')
}

const erase = (id: string, email: string) => admin.api.customers.erase({ params: { id }, body: { email } })

test('the export contains everything about the address, and nothing about others', async () => {
  const mine = await buy('export@example.org')
  const open = await placeOrder(newVisitor(app), { ...person, email: 'EXPORT@example.org' })
  const lost = await placeOrder(newVisitor(app), { ...person, email: 'export@example.org' })
  const { storageKey } = await app.database.fork().findOneOrFail(Order, lost)
  await app.parts.storage.remove(storageKey ?? '')
  await placeOrder(newVisitor(app), { email: 'other-export@example.org' })
  const { email, orders } = await admin.api.customers.read({ params: { id: mine.orderId } })
  expect(email).toBe('export@example.org')
  expect(orders.map(({ id, action }) => [id, action])).toEqual([
    [mine.orderId, 'strip'],
    [open, 'remove'],
    [lost, 'remove'],
  ])
  const response = await admin.fetch(`${app.url}/api/admin/orders/${mine.orderId}/customer.zip`, {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect(response.headers.get('content-disposition')).toContain('customer-data.zip')
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  expect(Object.keys(files).toSorted()).toEqual(
    ['data.json', `${mine.orderId}/proof.json`, `${mine.orderId}/song.wav`, `${open}/song.wav`].toSorted(),
  )
  const data = JSON.parse(strFromU8(files['data.json'] ?? new Uint8Array()))
  expect(data.orders).toMatchObject([
    { id: mine.orderId, firstName: 'Zebedee', record: { masterSalt: expect.stringMatching(/^\w{64}$/) } },
    { id: open, email: 'EXPORT@example.org', record: null },
    { id: lost },
  ])
  expect(data.missingFiles, 'a missing file does not stop the export').toEqual([`${lost}/song.wav`])
  expect(JSON.stringify(data)).toContain('Zebedee rang twice')
  expect(JSON.stringify(data)).not.toContain('other-export')
})

test('erasing removes the person from every table and file, and all proofs stay valid', async () => {
  const mine = await buy('erase@example.org')
  const neighbor = await buy('neighbor@example.org')
  const em = app.database.fork()
  const kept = await readOrderProof(em, await em.findOneOrFail(Order, mine.orderId))
  const row = await em.findOneOrFail(Order, mine.orderId)
  const { accessKey, fileSha256, fileSha3 } = row
  const leafBefore = await em.findOneOrFail(ProofLeaf, { order: mine.orderId })
  const filesBefore = (await readdir(app.filesDir, { recursive: true, withFileTypes: true })).length

  expect(await refusal(erase(mine.orderId, 'someone@example.org'))).toMatchObject({ code: 'invalid_input' })
  expect(await erase(mine.orderId, ' Erase@Example.org ')).toEqual({ erased: 1, waiting: [] })

  const stored = await everythingStored()
  for (const trace of [
    'erase@example.org',
    accessKey,
    row.visitorId,
    leafBefore.masterSalt ?? '-',
    fileSha256,
    fileSha3,
    leafBefore.commitment,
    row.storageKey ?? '-',
  ]) {
    expect(stored.toLowerCase()).not.toContain(trace.toLowerCase())
  }
  const left = await app.database.fork().findOneOrFail(Order, mine.orderId)
  expect(left).toMatchObject({
    firstName: 'Erased',
    email: '',
    fileName: 'erased',
    amountCents: row.amountCents,
    paidAt: row.paidAt,
    paymentIntentId: row.paymentIntentId,
  })
  expect(left.erasedAt).not.toBeNull()
  expect((await readdir(app.filesDir, { recursive: true, withFileTypes: true })).length).toBeLessThan(
    filesBefore,
  )

  const leaf = await app.database.fork().findOneOrFail(ProofLeaf, leafBefore.id)
  expect(leaf).toMatchObject({
    leaf: leafBefore.leaf,
    path: leafBefore.path,
    order: null,
    record: null,
    masterSalt: null,
  })
  expect(await verifyOrderProof(kept?.proof, fileSha256), 'what the customer saved').toMatchObject({
    holds: true,
  })
  const theirs = await readOrderProof(em, await em.findOneOrFail(Order, neighbor.orderId))
  expect(await verifyOrderProof(theirs?.proof, theirs?.proof.file.sha256 ?? ''), 'a neighbor').toMatchObject({
    holds: true,
  })

  const stranger = newVisitor(app)
  expect((await stranger.fetch(`/api/orders/${accessKey}`)).status).toBe(404)
  expect((await stranger.fetch(`/api/proofs/${leafBefore.id}`)).status).toBe(404)
  expect(await stranger.api.proofs.lookUp({ query: { sha256: fileSha256 } })).toMatchObject({ found: false })
  expect(await refusal(mine.visitor.api.orders.mine({ query: { orderId: mine.orderId } }))).toMatchObject({
    code: 'not_found',
  })
  expect(await refusal(erase(mine.orderId, 'erase@example.org'))).toMatchObject({ code: 'not_found' })
  const { entries } = await admin.api.audit.list({ query: { search: 'customer.erased' } })
  expect(entries).toMatchObject([{ subject: mine.orderId, actor: 'admin' }])
})

test('erasing an unpaid order deletes it, after canceling its payment at the provider', async () => {
  const visitor = newVisitor(app)
  const orderId = await placeOrder(visitor, { ...person, email: 'unpaid@example.org' })
  const { clientSecret } = await visitor.api.payments.open({ body: { orderId } })
  expect(await erase(orderId, 'unpaid@example.org')).toEqual({ erased: 1, waiting: [] })
  expect(await app.database.fork().count(Order, { id: orderId })).toBe(0)
  const payment = await app.parts.gateway.retrieve(clientSecret.replace(/_secret_.*/, ''))
  expect(payment?.status).toBe('canceled')
})

test('a payment started while the previous one is being canceled keeps the order', async () => {
  const visitor = newVisitor(app)
  const email = 'again@example.org'
  const orderId = await placeOrder(visitor, { ...person, email })
  await visitor.api.payments.open({ body: { orderId } })
  const { storage, gateway, jobs, removeMails } = app.parts
  const cancel = async (paymentId: string) => {
    await gateway.cancel(paymentId)
    await visitor.api.payments.open({ body: { orderId } })
  }
  const by: CurrentAdmin = {
    adminId: orderId,
    tokenId: orderId,
    username: 'admin',
    role: 'owner',
    originalUsername: 'admin',
    authorId: null,
    needsSecondFactor: false,
    by: 'bearer',
  }
  const reply = await eraseCustomer(
    app.database.fork(),
    { storage, jobs, removeMails, gateway: { ...gateway, cancel } },
    { orderId, email, actor: { admin: by, address: '::1' } },
  )
  expect(reply).toMatchObject({
    erased: 0,
    waiting: [{ id: orderId, action: 'wait', reason: 'A payment was just started. Try again.' }],
  })
  expect(await erase(orderId, email)).toEqual({ erased: 1, waiting: [] })
})

test('a paid order that is not completed waits and gives the reason, while the other orders are erased', async () => {
  const email = 'waits@example.org'
  const { orderId } = await buy(email, { complete: false })
  const open = await placeOrder(newVisitor(app), { ...person, email })
  const { erased, waiting } = await erase(orderId, email)
  expect(erased).toBe(1)
  expect(waiting).toMatchObject([
    { id: orderId, action: 'wait', reason: expect.stringContaining('not completed') },
  ])
  expect(await app.database.fork().count(Order, { id: open })).toBe(0)
  expect(await app.database.fork().findOneOrFail(Order, orderId)).toMatchObject({ email, erasedAt: null })
})

test('a disputed order waits until the dispute is closed, and a lost one is anonymized', async () => {
  const email = 'disputes@example.org'
  const { orderId } = await buy(email, { complete: false })
  const em = app.database.fork()
  const order = await em.findOneOrFail(Order, orderId)
  const dispute = { reason: 'fraudulent', status: 'under_review', respondBy: null }
  const evidence = [{ id: orderId, reason: expect.stringContaining('until the dispute is closed') }]
  Object.assign(order, { paymentState: 'refunded', secondDispute: { ...dispute, paymentId: 'pi_second' } })
  await em.flush()
  expect(await erase(orderId, email), 'of a second payment').toMatchObject({ waiting: evidence })
  Object.assign(order, { paymentState: 'disputed', dispute, secondDispute: null })
  await em.flush()
  expect(await erase(orderId, email)).toMatchObject({ waiting: evidence })
  order.dispute = { ...dispute, status: 'lost' }
  await em.flush()
  expect(await erase(orderId, email)).toEqual({ erased: 1, waiting: [] })
  expect(await app.database.fork().findOneOrFail(Order, orderId)).toMatchObject({
    email: '',
    paymentState: 'disputed',
  })
})

test.each(['files', 'mails', 'rows'] as const)(
  'erasing that was stopped at the %s leaves the order to be found, and the next call finishes it',
  async (point) => {
    const email = `stopped-${point}@example.org`
    const { orderId } = await buy(email)
    const stop = async (): Promise<never> => {
      throw new Error('the process was killed')
    }
    const { storage, gateway, jobs, removeMails } = app.parts
    const row = await app.database.fork().findOneOrFail(Order, orderId)
    const deps = {
      gateway,
      jobs,
      storage: point === 'files' ? { ...storage, remove: stop } : storage,
      removeMails: point === 'mails' ? stop : removeMails,
    }
    const by: CurrentAdmin = {
      adminId: row.id,
      tokenId: row.id,
      username: 'admin',
      role: 'owner',
      originalUsername: 'admin',
      authorId: null,
      needsSecondFactor: false,
      by: 'bearer',
    }
    const em = app.database.fork()
    if (point === 'rows') {
      // Deferred, so that the commit fails after everything else was done.
      await em.execute(`create function stop_commit() returns trigger language plpgsql as
        $$ begin raise exception 'the process was killed'; end $$`)
      await em.execute(`create constraint trigger stop_commit after update on orders
        deferrable initially deferred for each row execute function stop_commit()`)
    }
    const attempt = eraseCustomer(em, deps, { orderId, email, actor: { admin: by, address: '::1' } })
    await expect(attempt).rejects.toThrow('the process was killed')
    if (point === 'rows') {
      await em.execute('drop function stop_commit cascade')
      await expect(storage.read(row.storageKey ?? '')).rejects.toThrow('no longer exists')
    }
    expect(await app.database.fork().findOneOrFail(Order, orderId)).toMatchObject({ email, erasedAt: null })
    expect(await erase(orderId, email)).toEqual({ erased: 1, waiting: [] })
    expect(await everythingStored()).not.toContain(email)
  },
)
