import { afterAll, beforeEach, expect, test } from 'vitest'
import { Order, OrderEvent } from '../../../src/order-book/order-entity.ts'
import { Anchor, AnchorBatch, ProofLeaf } from '../../../src/proofs/leaves/batch-entities.ts'
import { sealDue } from '../../../src/proofs/leaves/seal-batch.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import { testServerUrl } from '../../../testing/database-server.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import {
  anchoringEvents,
  expectProven,
  leafOf,
  payOrders,
  rules,
  sealBatch,
} from '../../../testing/anchoring-fixtures.ts'
import { recordedQueue } from '../../../testing/recorded-queue.ts'

const jobs = recordedQueue()

const database = await openTestDatabase()

// Leaves left by one test must not affect the next.
beforeEach(async () => {
  await database.fork().nativeDelete(ProofLeaf, { batch: null })
})

afterAll(() => database.close())

/** Returns the time so many milliseconds after the order's leaf was created. */
async function after(orderId: string, ms: number): Promise<Date> {
  return new Date((await leafOf(database, orderId)).createdAt.getTime() + ms)
}

async function setPayment(orderId: string, paymentState: Order['paymentState']): Promise<void> {
  await database.fork().nativeUpdate(Order, { id: orderId }, { paymentState })
}

test('does nothing if no leaves wait', async () => {
  expect(await sealBatch(database, rules, { early: true })).toBeNull()
  expect(await sealDue(database, rules, { early: true })).toBe(0)
})

test('seals all waiting leaves once the oldest is due', async () => {
  const ids = await payOrders(database, jobs, 3)
  const [oldest = ''] = ids
  expect(await sealBatch(database, rules, { now: await after(oldest, 299_999) })).toBeNull()
  const sealed = await sealBatch(
    database,
    { ...rules, kinds: ['evm', 'opentimestamps'] },
    { now: await after(oldest, 300_000) },
  )
  expect(sealed?.orders).toBe(3)

  const batch = await database.fork().findOneOrFail(AnchorBatch, { id: sealed?.batchId ?? '' })
  const anchors = await database.fork().find(Anchor, { batch }, { orderBy: { kind: 'asc' } })
  expect(batch.leafCount).toBe(3)
  expect(anchors.map(({ kind, state }) => [kind, state])).toEqual([
    ['evm', 'queued'],
    ['opentimestamps', 'queued'],
  ])
  for (const id of ids) {
    await expectProven(database, id)
    const [event] = await database.fork().find(OrderEvent, { order: id, kind: 'sealed' })
    expect(event).toMatchObject({ actor: 'system', detail: batch.root })
  }
})

test('seals a full batch immediately, and leaves the rest waiting', async () => {
  await payOrders(database, jobs, 5)
  expect(await sealDue(database, { ...rules, batchMaxLeaves: 2 })).toBe(4)
  expect(await database.fork().count(ProofLeaf, { batch: null })).toBe(1)
})

test('the root of a single order is its leaf', async () => {
  const [id = ''] = await payOrders(database, jobs, 1)
  await sealBatch(database, rules, { early: true })
  const leaf = await leafOf(database, id)
  expect(leaf.path).toEqual([])
  expect(leaf.batch?.root).toBe(leaf.leaf)
  await expectProven(database, id)
})

test('records the administrator who seals', async () => {
  const [id = ''] = await payOrders(database, jobs, 1)
  await sealBatch(database, rules, { early: true, actor: 'ada' })
  const [event] = await database.fork().find(OrderEvent, { order: id, kind: 'sealed' })
  expect(event?.actor).toBe('ada')
})

test.each(['refunded', 'disputed'] as const)(
  'an order that is %s is not sealed, and holds no other back',
  async (state) => {
    const [other = '', gone = ''] = await payOrders(database, jobs, 2)
    await setPayment(gone, state)
    expect(await sealBatch(database, rules, { early: true })).toMatchObject({ orders: 1 })
    expect((await leafOf(database, gone)).batch).toBeNull()
    await expectProven(database, other)
  },
)

test('seals an order after its dispute is won', async () => {
  const [id = ''] = await payOrders(database, jobs, 1)
  await setPayment(id, 'disputed')
  expect(await sealBatch(database, rules, { early: true })).toBeNull()
  await setPayment(id, 'paid')
  expect(await sealBatch(database, rules, { now: await after(id, 300_000) })).toMatchObject({ orders: 1 })
})

test('seals a partially refunded order', async () => {
  const [id = ''] = await payOrders(database, jobs, 1)
  await setPayment(id, 'partially_refunded')
  expect(await sealBatch(database, rules, { early: true })).toMatchObject({ orders: 1 })
})

test('leaves everything waiting if sealing fails before the commit', async () => {
  const ids = await payOrders(database, jobs, 3)
  const batches = await database.fork().count(AnchorBatch)
  const broken: Database = {
    ...database,
    fork: () => {
      const em = database.fork()
      const transactional = em.transactional.bind(em)
      em.transactional = (work, options) =>
        transactional(async (tx) => {
          await work(tx)
          await tx.flush()
          throw new Error('the connection broke before the commit')
        }, options)
      return em
    },
  }
  await expect(sealBatch(broken, rules, { early: true })).rejects.toThrow('before the commit')
  expect(await database.fork().count(AnchorBatch)).toBe(batches)
  expect(await database.fork().count(ProofLeaf, { batch: null })).toBe(3)
  expect(await anchoringEvents(database, ids[0] ?? '')).toEqual([])
  expect(await sealBatch(database, rules, { early: true })).toMatchObject({ orders: 3 })
})

test('concurrent processes seal each order exactly once', async () => {
  const ids = await payOrders(database, jobs, 40)
  const small = { ...rules, batchMaxLeaves: 7 }
  const paying = payOrders(database, jobs, 20)
  const counts = await Promise.all(Array.from({ length: 8 }, () => sealDue(database, small, { early: true })))
  const all = [...ids, ...(await paying)]
  counts.push(await sealDue(database, small, { early: true }))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(60)

  const leaves = await database.fork().find(ProofLeaf, { order: { $in: all } }, { populate: ['batch'] })
  const perBatch = Map.groupBy(leaves, (leaf) => leaf.batch?.id)
  expect(perBatch.has(undefined)).toBe(false)
  for (const leavesOfBatch of perBatch.values()) {
    expect(leavesOfBatch.map(({ leafIndex }) => leafIndex ?? -1).toSorted((a, b) => a - b)).toEqual(
      leavesOfBatch.map((_, index) => index),
    )
    expect(leavesOfBatch[0]?.batch?.leafCount).toBe(leavesOfBatch.length)
  }
  for (const id of all) {
    await expectProven(database, id)
    expect(await anchoringEvents(database, id)).toEqual(['sealed'])
  }
})

test.runIf(testServerUrl !== null)(
  'an order that is being changed concurrently is skipped without waiting, and sealed next time (needs a PostgreSQL server)',
  async () => {
    const [busy = '', free = ''] = await payOrders(database, jobs, 2)
    await database.fork().transactional(async (em) => {
      await em.execute('select 1 from orders where id = ? for update', [busy])
      expect(await sealBatch(database, rules, { early: true })).toMatchObject({ orders: 1 })
      expect((await leafOf(database, free)).batch).not.toBeNull()
    })
    expect(await sealBatch(database, rules, { early: true })).toMatchObject({ orders: 1 })
    expect((await leafOf(database, busy)).batch).not.toBeNull()
  },
)
