import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runAnchoring } from '../../../src/proofs/anchoring/anchoring-cycle.ts'
import type { AnchorPort } from '../../../src/proofs/anchors/anchor-port.ts'
import { startJobs, type Jobs } from '../../../src/platform/jobs/boss-queue.ts'
import { Order } from '../../../src/order-book/order-entity.ts'
import { recordProgress, reportStuck } from '../../../src/proofs/anchors/anchor-progress.ts'
import { ProofLeaf } from '../../../src/proofs/leaves/batch-entities.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { silentLog } from '../../../testing/silent-log.ts'
import { readOrder } from '../../../testing/mail-fixtures.ts'
import {
  anchorOf,
  anchoringEvents,
  anchorsWith,
  expectProven,
  queuedFulfillmentMails,
  inBlock,
  payOrders,
  runCycle,
  sealOrders,
  succeedingPort,
} from '../../../testing/anchoring-fixtures.ts'
import { recordedQueue } from '../../../testing/recorded-queue.ts'

let database: Database
let jobs: ReturnType<typeof recordedQueue>
let deps: { database: Database; jobs: ReturnType<typeof recordedQueue> }

beforeEach(async () => {
  database = await openTestDatabase()
  jobs = recordedQueue()
  deps = { database, jobs }
})

afterEach(() => database.close())

const brokenPort: AnchorPort = {
  kind: 'opentimestamps',
  advance: () => Promise.reject(new Error('the calendar of grace@example.org is away')),
  retry: async () => undefined,
}

const hourMs = 3_600_000

/** Moves the creation of all waiting leaves this long from now. */
async function moveWaiting(byMs: number): Promise<void> {
  await database.fork().nativeUpdate(ProofLeaf, { batch: null }, { createdAt: new Date(Date.now() + byMs) })
}

/** Makes all waiting leaves old enough to be sealed. */
const makeOld = () => moveWaiting(-hourMs)

test('cycles bring an order from its payment to its link', async () => {
  const [id = ''] = await payOrders(database, jobs, 1)
  const anchors = anchorsWith([succeedingPort(deps)])
  await runCycle(deps, anchors)
  expect(await anchoringEvents(database, id)).toEqual([])
  await makeOld()
  for (let n = 0; n < 3; n += 1) await runCycle(deps, anchors)
  expect(await readOrder(database, id)).toMatchObject({ status: 'completed' })
  expect(await queuedFulfillmentMails(database, jobs, id)).toBe(1)
  await expectProven(database, id)
})

test('a failing port does not stop the others, and its log entry has no personal data', async () => {
  const [id = ''] = await payOrders(database, jobs, 1)
  await makeOld()
  let logged = ''
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += chunk.toString()
      done()
    },
  })
  const log = pino({ level: 'debug' }, stream)
  const anchors = anchorsWith([brokenPort, succeedingPort(deps)])
  for (let n = 0; n < 3; n += 1) await runAnchoring({ database, anchors, log }, jobs)
  expect(await readOrder(database, id)).toMatchObject({ status: 'completed' })
  const lines = logged
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.filter(({ msg }) => msg === 'anchors: sealed orders')).toMatchObject([{ orders: 1 }])
  expect(lines).toContainEqual(
    expect.objectContaining({ step: 'opentimestamps', msg: 'anchors: a step failed' }),
  )
  expect(logged).not.toMatch(/grace|Hopper|song/i)
})

test('does not open a port without open anchors', async () => {
  const port = succeedingPort(deps)
  const other = succeedingPort(deps, 'opentimestamps')
  await runCycle(deps, anchorsWith([port, other]))
  expect(port.runs).toBe(0)
  await sealOrders(deps, 1)
  for (let n = 0; n < 5; n += 1) await runCycle(deps, anchorsWith([port, other]))
  expect([port.runs, other.runs]).toEqual([3, 0])
})

test('reports anchors of a kind that ANCHORS no longer includes once, and continues when it is back', async () => {
  const { orderIds, anchors } = await sealOrders(deps, 1, ['evm', 'manual'])
  const [id = ''] = orderIds
  const without = anchorsWith([{ ...brokenPort, advance: async () => undefined }])
  await runCycle(deps, without)
  await runCycle(deps, without)
  const stuck =
    'Works are no longer recorded with evm, so this anchor is not checked. Use evm again until it is final.'
  expect((await anchorOf(database, anchors['evm'])).stuckReason).toBe(stuck)
  // Manual anchors do not need to be configured.
  expect((await anchorOf(database, anchors['manual'])).stuckReason).toBeNull()
  expect(await anchoringEvents(database, id)).toEqual(['sealed', 'anchor_stuck'])

  await runCycle(deps, anchorsWith([{ ...brokenPort, kind: 'evm' }]))
  expect((await anchorOf(database, anchors['evm'])).stuckReason).toBeNull()
})

test('does not change what the port of a configured kind reports', async () => {
  const { anchors } = await sealOrders(deps, 1)
  const waiting = anchorsWith([{ ...brokenPort, kind: 'evm', advance: async () => undefined }])
  const reason = async () => (await anchorOf(database, anchors['evm'])).stuckReason
  await runCycle(deps, waiting)
  expect(await reason()).toBeNull()
  await reportStuck(deps, anchors['evm'] ?? '', 'No gas.')
  await runCycle(deps, waiting)
  expect(await reason()).toBe('No gas.')
})

test('completes an order whose dispute was won after its block in the next cycle', async () => {
  const { orderIds, anchors } = await sealOrders(deps, 2)
  const [id = ''] = orderIds
  await database.fork().nativeUpdate(Order, { id }, { paymentState: 'disputed' })
  await recordProgress(deps, anchors['evm'] ?? '', inBlock('final', 5))
  await runCycle(deps, anchorsWith([]))
  expect((await readOrder(database, id)).status).toBe('paid')
  await database.fork().nativeUpdate(Order, { id }, { paymentState: 'paid' })
  await runCycle(deps, anchorsWith([]))
  await runCycle(deps, anchorsWith([]))
  expect(await readOrder(database, id)).toMatchObject({
    status: 'completed',
    blockchainLink: inBlock('final', 5).link,
  })
  for (const orderId of orderIds) expect(await queuedFulfillmentMails(database, jobs, orderId)).toBe(1)
})

describe('the next cycle', () => {
  const delays = () => jobs.cycles.flatMap((options) => options?.afterSeconds ?? [])

  test.each([300, 60])('comes from the schedule if batches are %i seconds apart', async (batchSeconds) => {
    await sealOrders(deps, 1)
    await payOrders(database, jobs, 1)
    await runCycle(deps, anchorsWith([succeedingPort(deps)], { batchSeconds }))
    expect(delays()).toEqual([])
  })

  test('is a job if they are seconds apart, when the oldest waiting order is due', async () => {
    const anchors = anchorsWith([succeedingPort(deps)], { batchSeconds: 50 })
    await payOrders(database, jobs, 1)
    await runCycle(deps, anchors)
    expect(delays()).toHaveLength(1)
    expect(delays()[0]).toBeLessThanOrEqual(50)
    await moveWaiting(hourMs)
    await runCycle(deps, anchors)
    expect(delays()[1]).toBeGreaterThan(50)
    expect(delays()[1]).toBeLessThanOrEqual(3_650)
  })

  test('is a job a second later while an anchor is not in a block, also if an order waits longer', async () => {
    const anchors = anchorsWith([succeedingPort(deps)], { batchSeconds: 50 })
    await sealOrders(deps, 1)
    await payOrders(database, jobs, 1)
    await runCycle(deps, anchors)
    expect(delays()).toEqual([1])
    await database.fork().nativeDelete(ProofLeaf, { batch: null })
    await runCycle(deps, anchors)
    expect(delays()).toEqual([1])
  })
})

test('two processes with the real queue anchor and mail every order once', async () => {
  const processes: Jobs[] = []
  try {
    for (let n = 0; n < 2; n += 1) {
      processes.push(
        await startJobs({
          database,
          handlers: {
            anchor: (_data, _signal, queue) => {
              const anchors = anchorsWith([succeedingPort({ database, jobs: queue })], {
                batchSeconds: 1,
                batchMaxLeaves: 3,
              })
              return runAnchoring({ database, anchors, log: silentLog }, queue)
            },
          },
          schedules: [],
          delaysSeconds: { anchor: 1 },
          log: silentLog,
        }),
      )
    }
    const paid = await Promise.all(processes.map(({ queue }) => payOrders(database, queue, 6)))
    const orderIds = paid.flat()
    // Stands in for the schedule: a payment may commit just after the cycle that its job was deduplicated with.
    await database.fork().transactional((em) => processes[0]?.queue.enqueue(em, 'anchor', {}))
    await expect.poll(() => database.fork().count(Order, { status: 'completed' })).toBe(orderIds.length)
    const [owed] = await database.fork().execute<{ n: number }[]>(
      `select count(*)::int as n from pgboss.job join order_mail on order_mail.id = (data->>'mailId')::uuid
         where name = 'send-mail' and kind <> 'evidence'`,
    )
    // The evidence of an early batch may be final already.
    expect(owed?.n).toBe(2 * orderIds.length)
    for (const id of orderIds) {
      await expectProven(database, id)
      const events = await anchoringEvents(database, id)
      expect(events.filter((kind) => kind === 'sealed' || kind === 'link_added')).toEqual([
        'sealed',
        'link_added',
      ])
    }
  } finally {
    for (const { stop } of processes) await stop()
  }
})
