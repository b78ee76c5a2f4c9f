import { fromHex, toHex } from '@priormark/core/proofs/proof/bytes'
import { leafHash } from '@priormark/core/proofs/proof/leaf'
import { commitmentOf, shownFields } from '@priormark/core/proofs/proof-v2/record-fields'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { completeWithLink } from '../../../src/order-book/order-completion.ts'
import { Order } from '../../../src/order-book/order-entity.ts'
import { ProofLeaf } from '../../../src/proofs/leaves/batch-entities.ts'
import { addMissingLeaves, ensureLeaf } from '../../../src/proofs/leaves/leaf-service.ts'
import { sha256 } from '../../../src/platform/sha256.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { silentLog } from '../../../testing/silent-log.ts'
import { leafOf, payOrders, rules, sealBatch } from '../../../testing/anchoring-fixtures.ts'
import { recordedQueue } from '../../../testing/recorded-queue.ts'
import { newOrder, payOrder, readOrder } from '../../../testing/mail-fixtures.ts'
import { markOrderPaid } from '../../../src/orders/payments/payment-sync.ts'

let database: Database

beforeEach(async () => {
  database = await openTestDatabase()
})

afterEach(() => database.close())

test('a payment freezes the record with new salts, and the leaf hashes both', async () => {
  const jobs = recordedQueue()
  const first = await payOrder(database, jobs, { projectName: 'Cafe\u0301' })
  const second = await payOrder(database, jobs)
  const order = await readOrder(database, first)
  const { record, masterSalt, commitment, leaf, fileSha256 } = await leafOf(database, first)
  expect(JSON.parse(record ?? '')).toEqual({
    createdAt: order.createdAt.toISOString(),
    fileName: 'song.wav',
    fileSha3: order.fileSha3,
    fileSize: '1048576',
    firstName: 'Grace',
    holderKey: '',
    lastName: 'Hopper',
    previous: '',
    projectDescription: 'Three verses',
    projectName: 'Caf\u00e9',
  })
  const fields = shownFields(JSON.parse(record ?? ''), fromHex(masterSalt ?? ''), sha256)
  const made = commitmentOf({ form: 2, fields }, sha256)
  expect(commitment).toBe(toHex(made))
  expect(leaf).toBe(toHex(leafHash(fromHex(fileSha256), made, sha256)))
  expect((await leafOf(database, second)).masterSalt).not.toBe(masterSalt)
  expect(jobs.cycles).toEqual([undefined, undefined])
})

test('a payment that is rolled back leaves no leaf', async () => {
  const work = database.fork().transactional(async (em) => {
    const order = newOrder(em)
    await em.flush()
    await markOrderPaid(em, recordedQueue(), order, 'stripe')
    await em.flush()
    throw new Error('the connection broke')
  })
  await expect(work).rejects.toThrow('the connection broke')
  expect(await database.fork().count(ProofLeaf)).toBe(0)
})

test('confirming twice creates one leaf and queues one job', async () => {
  const jobs = recordedQueue()
  const id = await payOrder(database, jobs)
  const before = await leafOf(database, id)
  await database.fork().transactional(async (em) => {
    const order = await em.findOneOrFail(Order, id)
    await markOrderPaid(em, jobs, order, 'ada')
  })
  expect((await leafOf(database, id)).leaf).toBe(before.leaf)
  expect(jobs.cycles).toHaveLength(1)
})

test('the leaf of an order stays as it was frozen', async () => {
  const id = await payOrder(database, recordedQueue())
  const { id: frozen } = await leafOf(database, id)
  const again = await database.fork().transactional(async (em) => {
    const order = await em.findOneOrFail(Order, id)
    order.projectName = 'Another name'
    return ensureLeaf(em, order)
  })
  expect(again.id).toBe(frozen)
  expect(again.record).not.toContain('Another name')
})

test('creates missing leaves of orders paid before leaves existed, and keeps their links', async () => {
  const jobs = recordedQueue()
  const [paid = '', completed = '', sealedBefore = ''] = await payOrders(database, jobs, 3)
  const link = 'https://explorer.example/tx/0x1'
  await database.fork().transactional(async (em) => {
    await completeWithLink(em, jobs, await em.findOneOrFail(Order, completed), link, 'ada')
    await em.nativeDelete(ProofLeaf, { order: { $in: [paid, completed] } })
    newOrder(em)
  })
  expect(await addMissingLeaves({ database, log: silentLog, kinds: ['manual'] })).toBe(2)
  expect((await leafOf(database, paid)).declaredLink).toBeNull()
  // In a batch of its own, since the root of a later one cannot be at an older link.
  expect(await leafOf(database, completed)).toMatchObject({ declaredLink: link, leafIndex: 0, path: [] })
  expect(await database.fork().count(ProofLeaf)).toBe(3)
  expect(await addMissingLeaves({ database, log: silentLog, kinds: ['manual'] })).toBe(0)
  expect(await sealBatch(database, rules, { early: true })).toMatchObject({ orders: 2 })
  expect((await leafOf(database, sealedBefore)).batch).not.toBeNull()
})

test('an order whose leaf cannot be created does not stop the others', async () => {
  const jobs = recordedQueue()
  const [broken = '', sound = ''] = await payOrders(database, jobs, 2)
  const em = database.fork()
  await em.nativeDelete(ProofLeaf, {})
  // A fingerprint of fewer than 32 bytes, for which no leaf can be created.
  await em.execute("update orders set file_sha256 = 'abcd' where id = ?", [broken])
  const error = vi.fn()
  expect(await addMissingLeaves({ database, log: { ...silentLog, error }, kinds: ['manual'] })).toBe(1)
  expect((await leafOf(database, sound)).order?.id).toBe(sound)
  expect(error.mock.calls).toEqual([
    [expect.objectContaining({ orderId: broken }), 'anchors: could not create the leaf of an order'],
  ])
})
