import type { Context, Next } from 'koa'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { rowCount } from '../../platform/database/rows.ts'
import { queries } from '../tables.ts'
import { countFailedMails } from './failed-mails.ts'
import { readQueueCounts } from '../../platform/jobs/queue-counts.ts'

export type Metrics = ReturnType<typeof createMetrics>

const durationBuckets = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10, 60]

// Created once per process, even if it opens several servers: the timer and the observer of these metrics never end.
const processMetrics = new Registry()
collectDefaultMetrics({ register: processMetrics })

/** Creates the metrics of one server and its process. Database values are read on each request for metrics. */
export function createMetrics(database: Database) {
  const register = new Registry()
  const registers = [register]
  const requests = new Counter({
    name: 'priormark_http_requests_total',
    help: 'Requests by the pattern of their route and their status.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'priormark_http_request_duration_seconds',
    help: 'Time until the response was ready, by the pattern of the route.',
    labelNames: ['method', 'route'],
    buckets: durationBuckets,
    registers,
  })
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers })
  const jobs = gauge('priormark_jobs', 'Jobs by queue and state.', ['queue', 'state'])
  const mails = gauge('priormark_mails_failed', 'Emails to customers that failed and have not been sent.')
  const anchors = gauge('priormark_anchors', 'Anchors by kind and state.', ['kind', 'state'])
  const stuck = gauge('priormark_anchors_stuck', 'Anchors that are stuck.')
  const uploads = gauge('priormark_uploads_waiting', 'Uploads without an order yet.')

  // Added to the counter when it is read: counting each request with its labels would cost more than sending the cached page.
  let cachedPages = 0

  async function readDatabase(): Promise<void> {
    const em = database.fork()
    jobs.reset()
    for (const { queue, ...counts } of await readQueueCounts(em)) {
      for (const state of ['waiting', 'active', 'failed'] as const) jobs.set({ queue, state }, counts[state])
    }
    mails.set((await countFailedMails(em)).failed)
    anchors.reset()
    const anchorCounts = await queries(em)
      .selectFrom('anchor')
      .select(['kind', 'state', rowCount, sql<number>`count(stuck_reason)::int`.as('stuck')])
      .groupBy(['kind', 'state'])
      .execute()
    for (const { kind, state, count } of anchorCounts) anchors.set({ kind, state }, count)
    stuck.set(anchorCounts.reduce((sum, row) => sum + (row.state === 'final' ? 0 : row.stuck), 0))
    const uploadRow = await queries(em).selectFrom('upload').select(rowCount).executeTakeFirstOrThrow()
    uploads.set(uploadRow.count)
  }

  return {
    contentType: register.contentType,
    /** Counts a page sent from the cache, without Koa. */
    countCached: () => {
      cachedPages += 1
    },
    /** Counts and times every request by the pattern of its route, so that no id or secret becomes a label. */
    async middleware(ctx: Context, next: Next) {
      const end = durations.startTimer({ method: ctx.method })
      try {
        await next()
      } finally {
        const route = routeOf(ctx)
        end({ route })
        requests.inc({ method: ctx.method, route, status: String(ctx.status) })
      }
    },
    /** Returns all metrics in the text format of Prometheus. */
    async text() {
      await readDatabase()
      requests.inc({ method: 'GET', route: 'cached page', status: '200' }, cachedPages)
      cachedPages = 0
      return Registry.merge([processMetrics, register]).metrics()
    },
  }
}

/** Returns the pattern of the matching route, or a fixed label for everything else. */
function routeOf(ctx: Context): string {
  const { _matchedRoute: matchedRoute } = ctx
  if (typeof matchedRoute === 'string') return matchedRoute
  if (ctx.path.startsWith('/api/')) return 'other call'
  return ctx.path.startsWith('/assets/') ? 'asset' : 'page'
}
