import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runAnchoring } from '../../src/anchoring/anchoring-cycle.ts'
import type { AnchorPort } from '../../src/anchors/anchor-port.ts'
import { startJobs, type Jobs } from '../../src/jobs/boss-queue.ts'
import { Order } from '../../src/orders/order-entity.ts'
import { recordProgress } from '../../src/proofs/anchor-progress.ts'
import { ProofLeaf } from '../../src/proofs/leaf-entity.ts'
import type { Database } from '../../src/sql/database.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { silentLog } from '../../testing/silent-log.ts'
import { readOrder } from '../mail/mail-fixtures.ts'
import {
  anchorOf,
  anchoringEvents,
  anchorsWith,
  expectProven,
  fulfilmentsOwed,
  inBlock,
  recordedQueue,
  payOrders,
  round,
  sealOrders,
  steadyPort,
} from './anchoring-fixtures.ts'

let database: Database
let jobs: ReturnType<typeof recordedQueue>
let books: { database: Database; jobs: ReturnType<typeof recordedQueue> }

beforeEach(async () => {
  database = await openTestDatabase()
  jobs = recordedQueue()
  books = { database, jobs }
})

afterEach(() => database.close())

const brokenPort: AnchorPort = {
  kind: 'opentimestamps',
  tick: () => Promise.reject(new Error('the calendar of grace@example.org is away')),
  retry: async () => undefined,
}

/** As if all that waits had waited for long. */
async function makeOld(): Promise<void> {
  await database
    .fork()
    .nativeUpdate(ProofLeaf, { batch: null }, { createdAt: new Date(Date.now() - 3_600_000) })
}

test('rounds bring an order from its payment to its link', async () => {
  const [id = ''] = await payOrders(database, jobs, 1)
  const anchors = anchorsWith([steadyPort(books)])
  await round(books, anchors)
  expect(await anchoringEvents(database, id)).toEqual([])
  await makeOld()
  for (let n = 0; n < 3; n += 1) await round(books, anchors)
  expect(await readOrder(database, id)).toMatchObject({ status: 'completed' })
  expect(await fulfilmentsOwed(database, jobs, id)).toBe(1)
  await expectProven(database, id)
})

test('a port that fails keeps no other back, and what is logged of it names nobody', async () => {
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
  const anchors = anchorsWith([brokenPort, steadyPort(books)])
  for (let n = 0; n < 3; n += 1) await runAnchoring({ database, anchors, log }, jobs)
  expect(await readOrder(database, id)).toMatchObject({ status: 'completed' })
  expect(logged).toContain('"step":"opentimestamps"')
  expect(logged).not.toMatch(/grace|Hopper|song/i)
})

test('a port without open anchors is not even opened', async () => {
  const port = steadyPort(books)
  await round(books, anchorsWith([port]))
  expect(port.ticks).toBe(0)
  await sealOrders(books, 1)
  for (let n = 0; n < 5; n += 1) await round(books, anchorsWith([port]))
  expect(port.ticks).toBe(3)
})

test('a kind that ANCHORS does not name any more says so, once, and goes on when it is back', async () => {
  const { orderIds, anchors } = await sealOrders(books, 1, ['evm', 'manual'])
  const [id = ''] = orderIds
  const without = anchorsWith([{ ...brokenPort, tick: async () => undefined }])
  await round(books, without)
  await round(books, without)
  const stuck =
    'ANCHORS does not name evm any more, so nobody follows this anchor. Add evm to ANCHORS until it is final.'
  expect((await anchorOf(database, anchors['evm'])).stuckReason).toBe(stuck)
  // A person needs no configuration to declare a link.
  expect((await anchorOf(database, anchors['manual'])).stuckReason).toBeNull()
  expect(await anchoringEvents(database, id)).toEqual(['sealed', 'anchor_stuck'])

  await round(books, anchorsWith([{ ...brokenPort, kind: 'evm' }]))
  expect((await anchorOf(database, anchors['evm'])).stuckReason).toBeNull()
})

test('a dispute that was won after the block came completes its order in the next round', async () => {
  const { orderIds, anchors } = await sealOrders(books, 2)
  const [id = ''] = orderIds
  await database.fork().nativeUpdate(Order, { id }, { paymentState: 'disputed' })
  await recordProgress(books, anchors['evm'] ?? '', inBlock('final', 5))
  await round(books, anchorsWith([]))
  expect((await readOrder(database, id)).status).toBe('paid')
  await database.fork().nativeUpdate(Order, { id }, { paymentState: 'paid' })
  await round(books, anchorsWith([]))
  await round(books, anchorsWith([]))
  expect(await readOrder(database, id)).toMatchObject({
    status: 'completed',
    blockchainLink: inBlock('final', 5).link,
  })
  for (const orderId of orderIds) expect(await fulfilmentsOwed(database, jobs, orderId)).toBe(1)
})

describe('the next round', () => {
  const delays = () => jobs.rounds.flatMap((options) => options?.afterSeconds ?? [])

  test('comes with the schedule where batches are minutes apart', async () => {
    await sealOrders(books, 1)
    await payOrders(database, jobs, 1)
    await round(books, anchorsWith([steadyPort(books)]))
    expect(delays()).toEqual([])
  })

  test('is a job where they are seconds apart, for as long as something waits or is on its way', async () => {
    const anchors = anchorsWith([steadyPort(books)], { batchSeconds: 50 })
    await payOrders(database, jobs, 1)
    await round(books, anchors)
    expect(delays()).toHaveLength(1)
    expect(delays()[0]).toBeLessThanOrEqual(50)

    await sealOrders(books, 1)
    await round(books, anchors)
    expect(delays().slice(1)).toEqual([1])
    await round(books, anchors)
    expect(delays()).toHaveLength(2)
  })
})

test('two processes with the real queue anchor every order once and mail each once', async () => {
  const processes: Jobs[] = []
  try {
    for (let n = 0; n < 2; n += 1) {
      processes.push(
        await startJobs({
          database,
          handlers: {
            anchor: (_data, _signal, queue) => {
              const anchors = anchorsWith([steadyPort({ database, jobs: queue })], {
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
    // The schedule's part: a payment may be committed just after the round that its job was dropped for.
    await database.fork().transactional((em) => processes[0]?.queue.enqueue(em, 'anchor', {}))
    await expect.poll(() => database.fork().count(Order, { status: 'completed' })).toBe(orderIds.length)
    const [owed] = await database
      .fork()
      .execute<{ n: number }[]>("select count(*)::int as n from pgboss.job where name = 'send-mail'")
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
