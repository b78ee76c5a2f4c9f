import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { webhookPath } from '@priormark/core/payments/endpoints'
import type { Shop } from '@priormark/core/shop'
import { startEmbeddedStripe, type EmbeddedStripe } from '../embedded-stripe/start-embedded-stripe.ts'
import { openAnchors, type Anchors } from '../src/anchors/open-anchors.ts'
import { createApp, type AppParts } from '../src/app.ts'
import { ensureFirstAdmin } from '../src/auth/admin-service.ts'
import { ensureFirstRows } from '../src/db/first-rows.ts'
import type { Database } from '../src/db/orm.ts'
import type { JobData, JobName, JobOptions, JobQueue } from '../src/jobs/job-queue.ts'
import { createLog } from '../src/log.ts'
import { createStripeGateway } from '../src/payments/stripe-gateway.ts'
import { openDiskStorage } from '../src/storage/disk-storage.ts'
import type { FileStorage } from '../src/storage/file-storage.ts'
import { openWatch, type Watch } from '../src/watch/open-watch.ts'
import { openTestDatabase } from './database.ts'

export const adminCredentials = { username: 'admin', password: 'correct-horse-battery' }

/** Who runs the tests' shop. */
export const testShop: Shop = {
  name: 'Priormark',
  supportEmail: 'support@priormark.example',
  tradingName: 'Priormark, a sole trader',
  tradingAddress: '1 Example Street, London',
  publicUrl: 'https://priormark.example',
}

/** The real application, listening, on a database of its own. */
export interface TestApp {
  url: string
  database: Database
  parts: AppParts
  stripe: EmbeddedStripe
  /** Where files are kept. */
  filesDir: string
  /** The jobs that were queued, in order. */
  queued: { name: JobName; data: JobData[JobName]; options?: JobOptions }[]
  close(): Promise<void>
}

/** Starts the application. `parts` replaces what a test wants to see fail. */
export async function startTestApp(parts: Partial<AppParts> = {}): Promise<TestApp> {
  const database = await openTestDatabase()
  const { sessionKey } = await ensureFirstRows(database.fork())
  await ensureFirstAdmin(database.fork(), adminCredentials)
  const filesDir = await mkdtemp(path.join(tmpdir(), 'priormark-files-'))
  const stripe = startEmbeddedStripe({ stateFile: null, webhookPath, webhookDelayMs: 5 })
  const queued: TestApp['queued'] = []
  const storage = await openDiskStorage(filesDir)
  const all: AppParts = {
    database,
    storage,
    jobs: recordingQueue(queued),
    gateway: createStripeGateway({ keys: stripe.keys, mode: 'embedded', fetch: stripe.fetch }),
    anchors: await openManualAnchors(database),
    log: createLog('silent'),
    shop: testShop,
    analyticsUrl: null,
    removeMails: async () => {},
    watch: testWatch(database, storage),
    sessionKey,
    encryptionKey: null,
    https: false,
    trustedProxies: 'none',
    limits: { uploadsAtOnce: 50, callsFactor: 1 },
    stripeStandIn: stripe.middleware,
    pages: null,
    ...parts,
  }
  const answer = createApp(all).callback()
  const server = createServer((request, response) => void answer(request, response))
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
  const url = `http://127.0.0.1:${port}`
  stripe.setAddress(url)
  return {
    url,
    database,
    parts: all,
    stripe,
    filesDir,
    queued,
    async close() {
      stripe.close()
      // Requests in hand end first: a database that closes under a transaction waits for it for ever.
      await new Promise((resolve) => server.close(resolve))
      await database.close()
      await rm(filesDir, { recursive: true, force: true })
    },
  }
}

/** The watch over a test's shop, which nobody stops. */
export function testWatch(database: Database, storage: FileStorage): Watch {
  return openWatch({
    database,
    storage,
    shop: testShop,
    dataDir: tmpdir(),
    contentWarnings: () => [],
    token: null,
    isStopping: () => false,
  })
}

/** What production starts with: a person declares the links. @param linkHosts null where any host may be */
export function openManualAnchors(
  database: Database,
  linkHosts: readonly string[] | null = null,
): Promise<Anchors> {
  return openAnchors({
    config: {
      kinds: ['manual'],
      batchSeconds: 300,
      batchMaxLeaves: 1_000,
      linkHosts,
      evm: null,
      opentimestamps: null,
    },
    database,
    log: createLog('silent'),
    dataDir: tmpdir(),
    publicUrl: 'https://priormark.example',
  })
}

/** Keeps what was queued; like the real queue it wants a transaction, so that job and change stand or fall together. */
function recordingQueue(queued: TestApp['queued']): JobQueue {
  return {
    async enqueue(em, name, data, options) {
      if (!em.isInTransaction()) throw new Error('a job is queued in a transaction')
      queued.push({ name, data, ...(options === undefined ? {} : { options }) })
    },
  }
}

/** An id that no row has. */
export const unknownId = randomUUID()
