import fc from 'fast-check'
import { propertyRuns } from '@priormark/core/testing/depth'
import { afterAll, expect, test } from 'vitest'
import { Order } from '../../../src/order-book/order-entity.ts'
import { Anchor, AnchorBatch, ProofLeaf } from '../../../src/proofs/leaves/batch-entities.ts'
import { recordProgress } from '../../../src/proofs/anchors/anchor-progress.ts'
import { sealDue } from '../../../src/proofs/leaves/seal-batch.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { readOrder } from '../../../testing/mail-fixtures.ts'
import {
  anchoringEvents,
  anchorsWith,
  expectProven,
  queuedFulfillmentMails,
  leafOf,
  payOrders,
  runCycle,
  rules,
  succeedingPort,
} from '../../../testing/anchoring-fixtures.ts'
import { recordedQueue } from '../../../testing/recorded-queue.ts'

const database = await openTestDatabase()
afterAll(() => database.close())

/** An event; `pick` selects one of the existing orders. */
type Step =
  | { do: 'pay'; count: number }
  | { do: 'seal'; most: number }
  | { do: 'cycle' }
  | { do: 'reorg' }
  | { do: 'refund'; pick: number }
  | { do: 'dispute'; pick: number }
  | { do: 'win'; pick: number }

const pick = fc.nat({ max: 20 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('pay' as const), count: fc.integer({ min: 1, max: 4 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('seal' as const), most: fc.integer({ min: 1, max: 5 }) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('cycle' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reorg' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('refund' as const), pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('dispute' as const), pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('win' as const), pick }) },
)

/** Groups of concurrent steps. */
const events = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 })

async function runEvents(
  groups: Step[][],
): Promise<{ orderIds: string[]; jobs: ReturnType<typeof recordedQueue> }> {
  const jobs = recordedQueue()
  const deps = { database, jobs }
  const orderIds: string[] = []
  const setPayment = async (at: number, paymentState: Order['paymentState'], only: Order['paymentState']) => {
    const id = orderIds[at % Math.max(1, orderIds.length)] ?? null
    await database.fork().nativeUpdate(Order, { id, paymentState: only }, { paymentState })
  }
  const happen = async (happening: Step): Promise<void> => {
    switch (happening.do) {
      case 'pay':
        return void orderIds.push(...(await payOrders(database, jobs, happening.count)))
      case 'seal':
        return void (await sealDue(database, { ...rules, batchMaxLeaves: happening.most }, { early: true }))
      case 'cycle':
        return runCycle(deps, anchorsWith([succeedingPort(deps)]))
      case 'reorg':
        for (const { id } of await database.fork().find(Anchor, { state: 'included' })) {
          await recordProgress(deps, id, { state: 'submitted' })
        }
        return
      case 'refund':
        return setPayment(happening.pick, 'refunded', 'paid')
      case 'dispute':
        return setPayment(happening.pick, 'disputed', 'paid')
      case 'win':
        return setPayment(happening.pick, 'paid', 'disputed')
    }
  }
  for (const group of groups) await Promise.all(group.map(happen))
  // Finally, everything still possible is done.
  await sealDue(database, rules, { early: true })
  for (let n = 0; n < 3; n += 1) await runCycle(deps, anchorsWith([succeedingPort(deps)]))
  return { orderIds, jobs }
}

test('after any sequence of events, every order has exactly one root and a valid proof, and is completed and mailed once', async () => {
  await fc.assert(
    fc.asyncProperty(events, async (groups) => {
      const { orderIds, jobs } = await runEvents(groups)
      for (const id of orderIds) {
        const order = await readOrder(database, id)
        const leaf = await leafOf(database, id)
        const events = await anchoringEvents(database, id)
        const count = (kind: string) => events.filter((event) => event === kind).length
        const isQueued = order.paymentState === 'paid'
        if (isQueued) expect(leaf.batch).not.toBeNull()
        expect(count('sealed')).toBe(leaf.batch == null ? 0 : 1)
        if (leaf.batch != null) await expectProven(database, id)
        if (isQueued) expect(order.status).toBe('completed')
        const completed = order.status === 'completed' ? 1 : 0
        expect(count('link_added')).toBe(completed)
        expect(await queuedFulfillmentMails(database, jobs, id)).toBe(completed)
      }
      const batches = await database.fork().findAll(AnchorBatch)
      for (const batch of batches) {
        expect(await database.fork().count(ProofLeaf, { batch })).toBe(batch.leafCount)
        expect(await database.fork().count(Anchor, { batch })).toBe(1)
      }
      const em = database.fork()
      await em.nativeDelete(Order, {})
      await em.nativeDelete(ProofLeaf, {})
      await em.nativeDelete(Anchor, {})
      await em.nativeDelete(AnchorBatch, {})
    }),
    propertyRuns({ normal: 10, deep: 1_000 }),
  )
}, 900_000)
