import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { AnchorState } from '@priormark/core/proofs/anchors/anchor-state'
import { startEmbeddedChain } from '../../embedded-chain/start-embedded-chain.ts'
import type { AnchorPort } from '../../src/proofs/anchors/anchor-port.ts'
import { createEvmAnchors } from '../../src/proofs/anchors/evm/evm-anchors.ts'
import { openPglite } from '../../src/operations/database/orm.ts'
import { startPglite } from '../../src/operations/database/pglite.ts'
import type { JobQueue } from '../../src/platform/jobs/job-queue.ts'
import { createLog } from '../../src/platform/logging/log.ts'
import { Anchor } from '../../src/proofs/leaves/batch-entities.ts'
import { sealWaiting } from '../../src/proofs/leaves/seal-batch.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { buildOrder } from '../../testing/builders/order.ts'
import type { Figure, Section } from '../report.ts'
import { median } from '../statistics.ts'
import { markOrderPaid } from '../../src/orders/payments/payment-sync.ts'

const runs = 5
const ordersPerBatch = 100
const batchesAtOnce = 20

/** Mails are not measured. */
const jobs: JobQueue = { enqueue: async () => undefined }

/** Measures from paid orders to a block on the local test chain, which creates one within a quarter of a second. */
export async function measureAnchoring(): Promise<Section> {
  const folder = mkdtempSync(path.join(tmpdir(), 'priormark-bench-chain-'))
  const log = createLog('warn')
  const stateFile = path.join(folder, 'embedded-chain.json')
  const chain = await startEmbeddedChain({ stateFile, publicUrl: 'http://localhost:3000', log })
  const title = 'Anchoring on the chain of this machine, PGlite'
  if ('missing' in chain) return { title, figures: [], skipped: [chain.missing] }
  const pglite = await startPglite()
  const database = await openPglite(pglite)
  try {
    await database.migrate()
    const port = createEvmAnchors({ database, jobs, log }, chain.config)
    return { title, figures: await measure(database, port), skipped: [] }
  } finally {
    await chain.close()
    await database.close()
    await pglite.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(database: Database, port: AnchorPort): Promise<Figure[]> {
  const times = { seal: [] as number[], included: [] as number[], final: [] as number[] }
  for (let runIndex = 0; runIndex < runs; runIndex += 1) {
    await payOrders(database, ordersPerBatch)
    const startedAt = performance.now()
    await seal(database, ordersPerBatch)
    times.seal.push(performance.now() - startedAt)
    await driveTo(database, port, ['included', 'final'])
    times.included.push(performance.now() - startedAt)
    await driveTo(database, port, ['final'])
    times.final.push(performance.now() - startedAt)
  }
  await payOrders(database, batchesAtOnce)
  for (let batch = 0; batch < batchesAtOnce; batch += 1) await seal(database, 1)
  const startedAt = performance.now()
  await driveTo(database, port, ['included', 'final'])
  const together = performance.now() - startedAt
  const batch = `a batch of ${ordersPerBatch}`
  return [
    { what: `${batch}: sealed`, value: median(times.seal), unit: 'ms' },
    { what: `${batch}: in a block, orders completed`, value: median(times.included), unit: 'ms' },
    { what: `${batch}: final`, value: median(times.final), unit: 'ms' },
    { what: `${batchesAtOnce} batches at once: all in a block`, value: together, unit: 'ms' },
  ]
}

async function seal(database: Database, batchMaxLeaves: number): Promise<void> {
  await database
    .fork()
    .transactional((em) => sealWaiting(em, { batchSeconds: 0, batchMaxLeaves, kinds: ['evm'] }))
}

async function driveTo(database: Database, port: AnchorPort, states: AnchorState[]): Promise<void> {
  for (;;) {
    await port.advance()
    if ((await database.fork().count(Anchor, { state: { $nin: states } })) === 0) return
    await wait(10)
  }
}

async function payOrders(database: Database, count: number): Promise<void> {
  await database.fork().transactional(async (em) => {
    for (let n = 0; n < count; n += 1) {
      const order = buildOrder(em, { fileSha256: randomBytes(32).toString('hex') })
      await em.flush()
      await markOrderPaid(em, jobs, order, 'stripe')
    }
  })
}
