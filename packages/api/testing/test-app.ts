import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startLocalServer } from '@priormark/core/testing/local-server'
import { webhookPath } from '@priormark/core/orders/payments/endpoints'
import type { Shop } from '@priormark/core/settings/groups'
import {
  startEmbeddedStripe,
  type EmbeddedStripe,
  type EmbeddedStripeOptions,
} from '../embedded-stripe/start-embedded-stripe.ts'
import { openAnchors, type Anchors } from '../src/proofs/anchoring/open-anchors.ts'
import { createRequestListener, type AppDeps } from '../src/app.ts'
import { closeServer } from '../src/platform/http/listen.ts'
import { ensureInitialRows } from '../src/operations/database/open-database.ts'
import { createStripeGateway } from '../src/orders/gateway/stripe-gateway.ts'
import type { Database } from '../src/platform/database/database.ts'
import { openDiskStorage } from '../src/platform/storage/disk-storage.ts'
import type { UploadQuota } from '../src/orders/uploads/upload-admission.ts'
import { createPaymentsService } from '../src/operations/services/payments-service.ts'
import { readAnchorsConfig, type AnchorsConfig } from '../src/proofs/anchoring/anchors-config.ts'
import { createRecordingService } from '../src/operations/services/recording-service.ts'
import { createMailService } from '../src/operations/services/mail-service.ts'
import { createSecretCipher } from '../src/staff/auth/secret-cipher.ts'
import { openSettings } from '../src/settings/shop-settings.ts'
import { openMonitoring, type Monitoring } from '../src/operations/monitoring/open-monitoring.ts'
import { openAppDatabase } from './database.ts'
import { silentLog } from './silent-log.ts'
import { recordedQueue, type QueuedJob } from './recorded-queue.ts'

/** The operator of the test shop. */
export const testShop: Shop = {
  name: 'Priormark',
  supportEmail: 'support@priormark.example',
  tradingName: 'Priormark, a sole trader',
  tradingAddress: '1 Example Street, London, United Kingdom',
  replyHours: 48,
  publicUrl: 'https://priormark.example',
}

/** Quotas that no test reaches by accident. */
export const roomForEverything = async (): Promise<UploadQuota> => ({
  perNetworkBytes: 1e12,
  totalBytes: 1e12,
  minFreeBytes: 0,
})

/** How long closing waits for requests in progress, in milliseconds: longer than any that ends. */
const closeGraceMs = 60_000

/** The real application, listening. */
export interface TestApp {
  url: string
  database: Database
  parts: AppDeps
  stripe: EmbeddedStripe
  /** The folder of the stored files. */
  filesDir: string
  /** The queued jobs, in order. */
  queued: QueuedJob[]
  close(): Promise<void>
}

/** What a test replaces of the application, possibly by a wrapper around what it would be otherwise. */
type ChangedParts = Partial<AppDeps> | ((standard: Omit<AppDeps, 'monitoring'>) => Partial<AppDeps>)

interface TestAppOptions {
  /** A database that outlives the application; without it the application has its own, with an administrator. */
  database?: Database
  stripe?: Partial<EmbeddedStripeOptions>
  /** Makes the stand-in for Stripe hold back all events from the start. */
  holdWebhooks?: boolean
}

/** Assembles and starts the application. All tests use this. */
export async function startTestApp(
  changed: ChangedParts = {},
  { database: given, stripe: stripeOptions, holdWebhooks = false }: TestAppOptions = {},
): Promise<TestApp> {
  const database = given ?? (await openAppDatabase())
  const { sessionKey } = await ensureInitialRows(database.fork())
  const filesDir = await mkdtemp(path.join(tmpdir(), 'priormark-files-'))
  const stripe = startEmbeddedStripe({
    stateFile: null,
    webhookPath,
    webhookDelayMs: 5,
    webhookResponseMs: 900_000,
    ...stripeOptions,
  })
  stripe.controls.holdWebhooks(holdWebhooks)
  const jobs = recordedQueue()
  const storage = await openDiskStorage(filesDir)
  const settings = await openSettings({
    database,
    overrides: [],
    cipher: createSecretCipher(sessionKey),
    publicUrl: testShop.publicUrl,
    policyOf: () => ({ kinds: ['manual'], chains: [] }),
  })
  const gateway = createStripeGateway({ ...stripe, mode: 'embedded' })
  const standard: Omit<AppDeps, 'monitoring'> = {
    database,
    storage,
    jobs,
    gateway,
    anchors: await openManualAnchors(database),
    log: silentLog,
    settings,
    mail: createMailService({
      settings,
      outboxDir: path.join(filesDir, 'outbox'),
      mailLimits: { atOnce: 5, perSecond: null },
      smtpUrl: null,
      mailFrom: null,
    }),
    payments: createPaymentsService({
      database,
      jobs,
      log: silentLog,
      openGateway: { openWith: () => gateway, standIn: stripe },
      publicUrl: testShop.publicUrl,
      acceptsTestKeys: true,
      fetch: stripe.fetch,
    }),
    recording: createRecordingService({
      anchors: manualConfig,
      readAnchors: (stored) => readAnchorsConfig(stored),
    }),
    paymentsMode: () => 'embedded',
    sendMail: async () => {},
    removeMails: async () => {},
    sessionKey,
    encryptionKey: null,
    https: false,
    trustedProxies: 'none',
    adminIdleHours: 12,
    limits: { maxConcurrentUploads: 50, uploadsPerNetwork: 50, rateLimitFactor: 1 },
    readUploadQuota: roomForEverything,
    backups: {
      folder: path.join(filesDir, '../none'),
      keys: { passphrase: null, recipient: null, identity: null },
    },
    runChecks: async () => [],
    stripeStandIn: stripe.middleware,
    showsSamples: true,
    pages: null,
  }
  const replaced = typeof changed === 'function' ? changed(standard) : changed
  const withoutMonitoring = { ...standard, ...replaced }
  const all: AppDeps = { monitoring: testMonitoring(withoutMonitoring), ...withoutMonitoring }
  const { server, url } = await startLocalServer(createRequestListener(all))
  stripe.setAddress(url)
  return {
    url,
    database,
    parts: all,
    stripe,
    filesDir,
    queued: jobs.queued,
    async close() {
      stripe.close()
      // Requests in progress end first, because closing the database would interrupt their transactions.
      await closeServer(server, closeGraceMs)
      if (given === undefined) await database.close()
      await rm(filesDir, { recursive: true, force: true })
    },
  }
}

/** The monitoring of a test shop that never stops. */
function testMonitoring({
  database,
  storage,
  gateway,
  settings,
  readUploadQuota,
}: Pick<AppDeps, 'database' | 'storage' | 'gateway' | 'settings' | 'readUploadQuota'>): Monitoring {
  return openMonitoring({
    database,
    storage,
    gateway,
    settings,
    readUploadQuota,
    dataDir: tmpdir(),
    readEvmNodes: () => null,
    token: null,
    isStopping: () => false,
  })
}

const manualConfig: AnchorsConfig = {
  kinds: ['manual'],
  batchSeconds: 300,
  batchMaxLeaves: 1_000,
  linkHosts: null,
  evm: null,
  opentimestamps: null,
  rfc3161: null,
}

/** The default in production: an administrator declares the links. @param linkHosts null allows any host */
export function openManualAnchors(
  database: Database,
  linkHosts: readonly string[] | null = null,
): Promise<Anchors> {
  return openAnchors({
    config: { ...manualConfig, linkHosts },
    database,
    log: silentLog,
    dataDir: tmpdir(),
    publicUrl: 'https://priormark.example',
  })
}

/** An id that no row has. */
export const unknownId = randomUUID()
