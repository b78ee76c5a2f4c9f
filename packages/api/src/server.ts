import type { Server } from 'node:http'
import path from 'node:path'
import { dollarsFromCents } from '@priormark/core/platform/money'
import { runAnchoring } from './proofs/anchoring/anchoring-cycle.ts'
import { openAnchors } from './proofs/anchoring/open-anchors.ts'
import { createRequestListener } from './app.ts'
import { ensureFirstAdmin } from './staff/auth/admin-service.ts'
import { backupHandler } from './operations/backup/server-backups.ts'
import { startLocalServer } from './operations/backup/local-server.ts'
import { createCheckRunner } from './operations/services/check-runner.ts'
import { startPostViewCounter } from './blog/post-view-counter.ts'
import { createLinkSigner } from './staff/auth/account-link-service.ts'
import { sendAccountMailHandler, sendAccountNoticeHandler } from './staff/auth/send-account-mail.ts'
import { cookieKey } from './platform/http/session.ts'
import { watchDates, waitingDates } from './operations/clock/waiting-dates.ts'
import { uploadQuota } from './orders/uploads/upload-admission.ts'
import { sendLinksHandler } from './orders/emails/send-links.ts'
import { servingLimits } from './platform/database/failover-pool.ts'
import { ensureInitialRows, openDatabase, openForSchedules } from './operations/database/open-database.ts'
import type { Config } from './operations/config/env.ts'
import { closeServer, createGuardedServer, listen } from './platform/http/listen.ts'
import { startJobs } from './platform/jobs/boss-queue.ts'
import type { Log } from './platform/logging/log.ts'
import { createPaymentsService } from './operations/services/payments-service.ts'
import { createRecordingService } from './operations/services/recording-service.ts'
import { createMailService } from './operations/services/mail-service.ts'
import { createSecretCipher } from './staff/auth/secret-cipher.ts'
import { removeFromOutbox } from './platform/mail/outbox-transport.ts'
import { sendMailHandler } from './orders/emails/send-mail.ts'
import { openBlogSource } from './pages/blog-source.ts'
import { createPages, type Pages, type PagesDeps } from './pages/pages.ts'
import { openGateway } from './orders/gateway/open-gateway.ts'
import { readPriceCents } from './orders/price/price-service.ts'
import { readTerms } from './settings/accepted-terms-service.ts'
import { openSettings } from './settings/shop-settings.ts'
import { schedules } from './operations/schedules.ts'
import { startupWarnings } from './operations/startup-warnings.ts'
import { prepareDataFolder } from './platform/storage/data-folder.ts'
import { openStorage } from './platform/storage/open-storage.ts'
import { openMonitoring } from './operations/monitoring/open-monitoring.ts'
import { openOrderPageSource } from './orders/fulfillment/order-progress-service.ts'

export type RunningServer = Awaited<ReturnType<typeof startServer>>

export interface ServerOptions {
  config: Config
  log: Log
  /** Serves the site, by default the build. `null` serves only the API. */
  openPages?:
    | ((deps: PagesDeps, httpServer: Server) => Promise<Pages & { close?(): Promise<void> }>)
    | null
    | undefined
  /** Called when the pool of connections is exhausted for good, so that only a new process helps. */
  onDatabaseStuck?: (() => void) | undefined
}

/** How many connections one network may have, including idle ones. A browser has up to six, and an office has many browsers. */
const connectionsPerNetwork = 300

/** How long a stopping server waits for requests in progress, in milliseconds. */
const requestsGraceMs = 15_000

/** How long a person waits for a test email, in milliseconds. */
const testMailTimeoutMs = 30_000

/** Starts all parts in order of their dependencies, and listens. */
export async function startServer({ config, log, openPages = createPages, onDatabaseStuck }: ServerOptions) {
  await prepareDataFolder(config.dataDir)
  const database = await openDatabase(config, {
    limits: servingLimits,
    onExhausted: onDatabaseStuck,
    exhaustedMs: config.databaseStuckSeconds * 1_000,
    onBackup: (message) => log.warn(message),
  })
  const scheduledDatabase = await openForSchedules(config, database)
  await database.migrate()
  const { sessionKey } = await ensureInitialRows(database.fork())
  const credentials = await ensureFirstAdmin(database.fork(), config.firstAdmin)
  const storage = await openStorage(config)
  const anchors = await openAnchors({ ...config, config: config.anchors, database, log })
  const recording = createRecordingService(config)
  const settings = await openSettings({
    database,
    overrides: config.settingOverrides,
    cipher: createSecretCipher(config.encryptionKey ?? sessionKey, sessionKey),
    publicUrl: config.publicUrl,
    policyOf(effectiveSettings) {
      anchors.configure(recording.configOf(effectiveSettings.recording))
      return { kinds: anchors.rules.kinds, chains: anchors.chains }
    },
  })
  const openedGateway = await openGateway({ ...config, settings })
  const { gateway, standIn } = openedGateway

  const outboxDir = path.join(config.dataDir, 'outbox')
  const mail = createMailService({ ...config, settings, outboxDir })
  const { transport } = mail
  const readUploadQuota = async () => uploadQuota((await settings.current()).data)
  const signer = createLinkSigner(cookieKey(sessionKey, config.encryptionKey))
  let isStopping = false
  const monitoring = openMonitoring({
    database,
    storage,
    gateway,
    settings,
    dataDir: config.dataDir,
    readEvmNodes: () => anchors.publicEvm,
    token: config.metricsToken,
    isStopping: () => isStopping,
    readUploadQuota,
  })
  const jobs = await startJobs({
    database,
    handlers: {
      'send-mail': sendMailHandler({
        database,
        transport,
        settings,
        makeEvidence: async (em, order) => {
          const { shop } = await settings.current()
          return (await import('./proofs/evidence/evidence-zip.ts')).evidenceZip(em, order, shop)
        },
        log,
      }),
      'send-links': sendLinksHandler({ database, transport, settings, log }),
      'send-account-notice': sendAccountNoticeHandler({ database, transport, settings, log }),
      'send-account-mail': sendAccountMailHandler({ database, transport, settings, signer, log }),
      async anchor(_data, _signal, queue) {
        await settings.services()
        await runAnchoring({ database, anchors, log }, queue)
      },
      backup: backupHandler({
        database: scheduledDatabase,
        storage,
        dataDir: config.dataDir,
        target: config.backups,
        settings,
        log,
      }),
    },
    delaysSeconds: { anchor: config.anchors.batchSeconds },
    mailsAtOnce: config.mailLimits.atOnce,
    directUrl: config.databaseDirectUrl,
    schedules: schedules({
      database: scheduledDatabase,
      storage,
      gateway,
      anchors,
      transport,
      findHealthIssues: monitoring.findHealthIssues,
      settings,
      log,
    }),
    log,
  })

  // After startJobs(), which migrates the queue's tables.
  const dates = await watchDates({ database, log }, waitingDates(config.anchors))

  const server = createGuardedServer({
    perNetwork: connectionsPerNetwork * config.limits.rateLimitFactor,
    proxies: config.trustedProxies,
  })
  const postViews = startPostViewCounter({
    database,
    readTimeZone: async () => (await settings.current()).timeZone,
    log,
  })
  const pages =
    openPages === null
      ? null
      : await openPages(
          {
            siteDir: path.resolve(import.meta.dirname, '../../site'),
            publicUrl: config.publicUrl,
            readSettings: settings.current,
            readPaymentsMode: openedGateway.readMode,
            showsSamples: !config.isProduction,
            readPrice: async () => dollarsFromCents(await readPriceCents(database.fork())),
            dataVersion: async () =>
              `${await readPriceCents(database.fork())} ${(await settings.refresh()).version}`,
            blog: openBlogSource(database, (error) =>
              log.error({ err: error }, 'could not read a page of the blog'),
            ),
            readOrder: openOrderPageSource({ database, settings }, (error) =>
              log.error({ err: error }, 'could not read the page of an order'),
            ),
            readTerms: (id) => readTerms(database.fork(), id),
            onPostSent: postViews.count,
          },
          server,
        )
  const handle = createRequestListener({
    ...config,
    database,
    storage,
    jobs: jobs.queue,
    gateway,
    anchors,
    log,
    settings,
    mail,
    payments: createPaymentsService({
      ...config,
      database,
      jobs: jobs.queue,
      log,
      openGateway: openedGateway,
    }),
    recording,
    paymentsMode: openedGateway.mode,
    sendMail: (message) => transport.send(message, AbortSignal.timeout(testMailTimeoutMs)),
    removeMails: (orderId) => removeFromOutbox(outboxDir, orderId),
    sessionKey,
    https: config.publicUrl.startsWith('https:'),
    readUploadQuota,
    stripeStandIn: standIn?.middleware ?? null,
    monitoring,
    runChecks: createCheckRunner(config, { settings, recording, readOpening: monitoring.readOpening }),
    showsSamples: !config.isProduction,
    pages,
  })
  server.on('request', handle)
  const url = await listen(server, config)
  standIn?.setAddress(url)
  const localServer = await startLocalServer(
    { database, storage, dataDir: config.dataDir, readOpening: monitoring.readOpening },
    log,
  )

  return {
    /** The local address, without a trailing slash. */
    url,
    database,
    storage,
    anchors,
    payments: openedGateway,
    /** The first administrator, if this start created one with a random password. */
    credentials,
    /** Messages for the operator. */
    warnings: await startupWarnings(config, { settings: await settings.current(), anchors }),
    /** Stops accepting requests, finishes the requests and jobs in progress, then closes everything. */
    async close(): Promise<void> {
      isStopping = true
      await closeServer(server, requestsGraceMs)
      await localServer.close()
      standIn?.close()
      await pages?.close?.()
      await postViews.close()
      await dates.stop()
      await jobs.stop()
      mail.close()
      await anchors.close()
      if (scheduledDatabase !== database) await scheduledDatabase.close()
      await database.close()
    },
  }
}
