import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { cases, sample } from '@priormark/core/testing/depth'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runAnchoring } from '../../../src/proofs/anchoring/anchoring-cycle.ts'
import { startJobs } from '../../../src/platform/jobs/boss-queue.ts'
import { sendMailHandler } from '../../../src/orders/emails/send-mail.ts'
import { Order } from '../../../src/order-book/order-entity.ts'
import { Anchor, AnchorBatch, ProofLeaf } from '../../../src/proofs/leaves/batch-entities.ts'
import { stablePlace, openPlace, type StablePlace } from '../../../testing/stable-place.ts'
import { silentLog } from '../../../testing/silent-log.ts'
import { mailExtras } from '../../../testing/mail-fixtures.ts'
import {
  anchoringEvents,
  anchorsWith,
  expectProven,
  succeedingPort,
} from '../../../testing/anchoring-fixtures.ts'
import { OrderMail } from '../../../src/order-book/order-mail-service.ts'

let stable: StablePlace

beforeEach(async () => {
  stable = await stablePlace()
})

afterEach(() => stable.remove())

async function killAt(moment: string): Promise<void> {
  const script = path.join(import.meta.dirname, '../../../testing/processes/anchor-and-die.ts')
  const child = spawn(process.execPath, [script, stable.place, ...moment.split(' ')], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
}

/**
 * Before or after the commit of each transaction: 1 is the payment, 2 seals, then come the check for more orders, each
 * state of the anchor (the first block completes the order) and the job of the next cycle. Each process continues from
 * the state that the previous one left.
 */
const allKillPoints = [
  'after 1',
  'before 2',
  'after 2',
  'before 4',
  'after 4',
  'before 5',
  'before 7',
  'after 7',
]

test('a process killed at any step loses no order, and does nothing twice', async () => {
  const moments = cases({ normal: sample(allKillPoints, 3), deep: allKillPoints })
  for (const moment of moments) await killAt(moment)

  const database = await openPlace(stable.place)
  const mailed: string[] = []
  const transport = { send: async ({ name }: { name: string }) => void mailed.push(name) }
  const jobs = await startJobs({
    database,
    handlers: {
      'send-mail': sendMailHandler({ ...mailExtras, database, transport, log: silentLog }),
      anchor: (_data, _signal, queue) => {
        const anchors = anchorsWith([succeedingPort({ database, jobs: queue })], { batchSeconds: 1 })
        return runAnchoring({ database, anchors, log: silentLog }, queue)
      },
    },
    schedules: [],
    log: silentLog,
  })
  try {
    await expect
      .poll(async () => {
        // Stands in for the schedule, which runs every minute.
        await database.fork().transactional((em) => jobs.queue.enqueue(em, 'anchor', {}))
        const waiting = await database.fork().count(ProofLeaf, { batch: null })
        return waiting + (await database.fork().count(Anchor, { state: { $ne: 'final' } }))
      })
      .toBe(0)
    await expect
      .poll(() => database.fork().count(Order, { status: 'completed', fulfillmentEmailSent: true }))
      .toBe(moments.length)
    await expect.poll(() => database.fork().count(OrderMail, { sentAt: null })).toBe(0)

    const orders = await database.fork().findAll(Order)
    for (const { id } of orders) {
      await expectProven(database, id)
      const events = await anchoringEvents(database, id)
      expect(events.toSorted()).toEqual([
        'anchor_final',
        'anchor_included',
        'anchor_submitted',
        'link_added',
        'sealed',
      ])
    }
    const batches = await database.fork().findAll(AnchorBatch)
    expect(await database.fork().count(Anchor)).toBe(batches.length)
    expect(batches.reduce((sum, { leafCount }) => sum + leafCount, 0)).toBe(moments.length)
    expect(mailed.toSorted()).toEqual(
      orders.flatMap(({ id }) => [`confirmation-${id}`, `fulfillment-${id}`, `evidence-${id}`]).toSorted(),
    )
  } finally {
    await jobs.stop()
    await database.close()
  }
}, 900_000)
