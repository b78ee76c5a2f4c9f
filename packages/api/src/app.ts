import type { RequestListener } from 'node:http'
import Router from '@koa/router'
import { dollarsFromCents } from '@priormark/core/platform/money'
import Keygrip from 'keygrip'
import Koa, { type Middleware } from 'koa'
import session from 'koa-session'
import { legalContent } from '@priormark/core/settings/site-texts'
import { aboutRoutes } from './pages/openapi/about-routes.ts'
import { anchorRoutes } from './proofs/anchoring/anchor-routes.ts'
import type { Anchors } from './proofs/anchoring/open-anchors.ts'
import { auditRoutes } from './staff/audit/audit-routes.ts'
import { accountRoutes, accountLinkRoutes } from './staff/auth/account-routes.ts'
import { authentication, authRoutes } from './staff/auth/auth-routes.ts'
import { createLinkSigner } from './staff/auth/account-link-service.ts'
import { createAuthor } from './blog/author-service.ts'
import { blogRoutes } from './blog/blog-routes.ts'
import { customerRoutes, myWorksRoutes } from './orders/customers/customer-routes.ts'
import { evidenceRoutes } from './proofs/evidence/evidence-routes.ts'
import { fulfillmentRoutes } from './orders/fulfillment/fulfillment-routes.ts'
import { clientAddress } from './platform/http/client-address.ts'
import { cors, securityHeaders, type SecuritySources } from './platform/http/security-headers.ts'
import { handleErrors } from './platform/http/errors.ts'
import { rejectLongAddress, rejectMalformed } from './platform/http/malformed-address.ts'
import { limitOpenResponses } from './platform/http/open-responses.ts'
import { countByAddress } from './platform/http/rate-limit.ts'
import { cookieKey, sessionOptions, visitorSession } from './platform/http/session.ts'
import type { RequestState } from './platform/http/state.ts'
import { imageRoutes, media } from './blog/images/image-routes.ts'
import type { JobQueue } from './platform/jobs/job-queue.ts'
import type { Log } from './platform/logging/log.ts'
import { orderRoutes } from './orders/order-routes.ts'
import { receiptRoutes, statementRoutes } from './orders/books/books-routes.ts'
import { overviewRoutes } from './orders/overview/overview-routes.ts'
import { isPagePath, type Pages } from './pages/pages.ts'
import type { PaymentGateway } from './orders/gateway/payment-gateway.ts'
import { orderPaymentRoutes, paymentRoutes } from './orders/payments/payment-routes.ts'
import { peopleRoutes } from './staff/people/people-routes.ts'
import { readPriceCents } from './orders/price/price-service.ts'
import { priceRoutes } from './orders/price/price-routes.ts'
import { proofRoutes } from './proofs/verify/proof-routes.ts'
import { legalRoutes, pageTextRoutes, settingsRoutes } from './settings/settings-routes.ts'
import { mailTextRoutes } from './orders/emails/mail-text-routes.ts'
import type { OutgoingMail } from './platform/mail/mail-transport.ts'
import { withoutSamples, type SettingsSource } from './settings/shop-settings.ts'
import { shareRoutes } from './pages/share/share-routes.ts'
import type { Database, Em } from './platform/database/database.ts'
import type { FileStorage } from './platform/storage/file-storage.ts'
import { createUploadSlots, type UploadQuota } from './orders/uploads/upload-admission.ts'
import { uploadRoutes } from './orders/uploads/upload-routes.ts'
import type { Monitoring } from './operations/monitoring/open-monitoring.ts'
import type { RecordingService } from './operations/services/recording-service.ts'
import type { PaymentsService } from './operations/services/payments-service.ts'
import type { MailService } from './operations/services/mail-service.ts'
import { serviceRoutes } from './operations/services/service-routes.ts'
import type { CheckGroup } from '@priormark/core/operations/endpoints'
import { monitoringRoutes } from './operations/monitoring/monitoring-routes.ts'
import type { Config } from './operations/config/env.ts'
import { backupRoutes } from './operations/backup/backup-routes.ts'
import { openingRoutes } from './operations/opening/opening-routes.ts'

/** The dependencies of the application. */
export interface AppDeps extends Pick<
  Config,
  'adminIdleHours' | 'backups' | 'encryptionKey' | 'limits' | 'trustedProxies'
> {
  database: Database
  storage: FileStorage
  jobs: JobQueue
  gateway: PaymentGateway
  anchors: Anchors
  log: Log
  settings: SettingsSource
  /** Sends emails, and tests the settings of the mail server. */
  mail: MailService
  /** Tests Stripe’s keys. */
  payments: PaymentsService
  /** Tests the settings of the places where works are recorded. */
  recording: RecordingService
  /** Returns which card form is used now: that of Stripe, or of the stand-in. */
  paymentsMode: () => SecuritySources['payments']
  /** Sends an email now, and fails if the mail server does not accept it. */
  sendMail: (mail: OutgoingMail) => Promise<void>
  /** Deletes the copies of an order's emails on this machine. */
  removeMails: (orderId: string) => Promise<void>
  /** Signs cookies, and encrypts secrets if there is no encryption key. */
  sessionKey: string
  /** Whether the site is served over HTTPS. */
  https: boolean
  /** Returns how much disk space the files of visitors who have not paid may take. */
  readUploadQuota: () => Promise<UploadQuota>
  /** The embedded stand-in for the payment provider, which serves /__stripe. */
  stripeStandIn: Middleware | null
  monitoring: Monitoring
  /** Runs the checks of `npm run doctor`. */
  runChecks: () => Promise<CheckGroup[]>
  /** Whether sample content is shown: never in production. */
  showsSamples: boolean
  /** The site, which handles everything but the API. */
  pages: Pick<Pages, 'middleware' | 'respondFromCache' | 'contentSecurity'> | null
}

/** How many responses one network may have open. A browser opens up to six, and the browsers of an office share one address. */
const maxOpenResponsesPerNetwork = 100

/** Handles all requests: pages from the cache, and everything else in the application. */
export function createRequestListener(deps: AppDeps): RequestListener {
  const handle = createApp(deps).callback()
  return (request, response) => {
    if (deps.pages?.respondFromCache(request, response) === true) deps.monitoring.metrics.countCached()
    else void handle(request, response)
  }
}

/** The middleware in order: metrics, errors, headers, the site, then the session, a unit of work and the routes. */
export function createApp(deps: AppDeps): Koa<RequestState> {
  const { database, storage, jobs, gateway, anchors, settings, log } = deps
  const { maxConcurrentUploads, uploadsPerNetwork, rateLimitFactor } = deps.limits
  const app = new Koa<RequestState>({ proxy: deps.trustedProxies !== 'none' })
  const key = cookieKey(deps.sessionKey, deps.encryptionKey)
  app.keys = new Keygrip([key], 'sha256')
  // Broken client connections are not server errors. handleErrors() responds to and logs everything else.
  app.on('error', (error: Error) => log.debug({ err: error }, 'connection error'))

  app.use(deps.monitoring.metrics.middleware)
  app.use(handleErrors(log))
  app.use(
    securityHeaders({
      readSources: () => ({
        payments: deps.paymentsMode(),
        analyticsUrl: settings.latestServices().data.analyticsUrl || null,
      }),
      https: deps.https,
      inline: deps.pages?.contentSecurity ?? { scriptSources: [], styleSources: [] },
    }),
  )
  app.use(cors)
  app.use(rejectLongAddress)
  app.use(rejectMalformed((path) => deps.pages !== null && isPagePath(path)))
  app.use(deps.monitoring.endpoints)
  const { stripeStandIn } = deps
  if (stripeStandIn !== null)
    app.use((ctx, next) => (deps.paymentsMode() === 'embedded' ? stripeStandIn(ctx, next) : next()))
  app.use(clientAddress(deps.trustedProxies))
  app.use(limitOpenResponses(maxOpenResponsesPerNetwork * rateLimitFactor))
  if (anchors.chainExplorer !== null) app.use(anchors.chainExplorer)
  app.use(media(storage))
  app.use((ctx, next) => {
    ctx.state.countCall = async ({ name, hits, windowSeconds }) => {
      if (rateLimitFactor === 0) return
      await countByAddress(database.fork(), name, ctx.ip, { hits: hits * rateLimitFactor, windowSeconds })
    }
    return next()
  })
  if (deps.pages !== null) app.use(deps.pages.middleware)

  app.use(session(sessionOptions(deps.https), app))
  app.use(visitorSession(key))
  app.use((ctx, next) => {
    ctx.state.em = database.fork()
    return next()
  })
  app.use(authentication({ idleHours: deps.adminIdleHours }))

  const { cipher } = settings
  const readTexts = async (em: Em) => {
    const { shop, policy, texts, analytics } = await settings.current()
    const price = dollarsFromCents(await readPriceCents(em))
    const analyticsHost = analytics === null ? null : new URL(analytics.url).host
    return {
      texts: deps.showsSamples ? texts : withoutSamples(texts),
      facts: { shop, policy, price, analyticsHost },
    }
  }
  const readTerms = async (em: Em) => {
    const { texts, facts } = await readTexts(em)
    return legalContent(texts.legal.terms, facts)
  }
  const router = new Router<RequestState>()
  accountRoutes(router, { cipher, settings, idleHours: deps.adminIdleHours, jobs })
  aboutRoutes(router, { settings })
  accountLinkRoutes(router, { jobs, signer: createLinkSigner(key), createAuthor })
  anchorRoutes(router, { database, jobs, anchors })
  auditRoutes(router, { readTimeZone: async () => (await settings.current()).timeZone })
  authRoutes(router, { cipher, settings })
  blogRoutes(router, { settings })
  customerRoutes(router, { storage, gateway, jobs, settings, removeMails: deps.removeMails })
  myWorksRoutes(router, { jobs, key })
  imageRoutes(router, { storage })
  evidenceRoutes(router, { settings })
  fulfillmentRoutes(router, { gateway, jobs, anchors, settings })
  orderRoutes(router, { storage, settings, readTerms })
  overviewRoutes(router, { settings })
  statementRoutes(router, { settings })
  receiptRoutes(router, { settings })
  orderPaymentRoutes(router, { gateway, jobs })
  paymentRoutes(router, { gateway, jobs })
  peopleRoutes(router, { jobs })
  priceRoutes(router)
  proofRoutes(router, { settings })
  settingsRoutes(router, { settings })
  legalRoutes(router, { settings })
  mailTextRoutes(router, { settings, sendMail: deps.sendMail })
  pageTextRoutes(router, { read: readTexts })
  serviceRoutes(router, deps)
  shareRoutes(router, { settings })
  uploadRoutes(router, {
    storage,
    slots: createUploadSlots({ count: maxConcurrentUploads, perNetwork: uploadsPerNetwork }),
    readQuota: deps.readUploadQuota,
  })
  monitoringRoutes(router, {
    jobs,
    findHealthIssues: deps.monitoring.findHealthIssues,
    runChecks: deps.runChecks,
  })
  openingRoutes(router, deps.monitoring)
  backupRoutes(router, { jobs, settings, target: deps.backups })
  app.use(router.routes())
  app.use(router.allowedMethods())
  return app
}
