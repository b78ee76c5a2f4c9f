import type { Middleware, Context } from 'koa'
import { findHealthIssues, type HealthDeps } from './health-issues.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { readOpening } from '../opening/opening-service.ts'
import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '@priormark/core/platform/errors'
import { sql } from 'kysely'
import * as v from 'valibot'
import { readRow } from '../../platform/database/rows.ts'
import { migrations } from '../database/migrations/list.ts'
import { queries } from '../tables.ts'

interface MonitoringDeps extends HealthDeps {
  /** Allows reading the metrics; null allows only this machine, without a proxy. */
  token: string | null
  isStopping: () => boolean
}

export type Monitoring = ReturnType<typeof openMonitoring>

/** Starts counting requests and makes the checks available. */
export function openMonitoring(deps: MonitoringDeps) {
  const metrics = createMetrics(deps.database)
  return {
    metrics,
    /** `/api/health`, `/api/ready` and `/metrics`. */
    endpoints: monitoringEndpoints(deps, metrics),
    findHealthIssues: () => findHealthIssues(deps),
    readOpening: () => readOpening(deps),
  }
}

const localAddresses = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
const proxyHeaders = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip']

/** The database's time limit, in milliseconds. Load balancers abandon a health check after a few seconds. */
const healthTimeoutMs = 1_500

/**
 * Serves these addresses ahead of the rest of the application, so that they respond when it does not. `/api/health` responds
 * within two seconds: 200 if the database responds, otherwise 503.
 */
function monitoringEndpoints(deps: MonitoringDeps, metrics: Metrics): Middleware {
  const readiness = createReadiness(deps)
  return async (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next()
    if (ctx.path === '/api/health') {
      ctx.set('Cache-Control', 'no-store')
      const timer = new AbortController()
      try {
        const response = sql`select 1 as ok`.execute(queries(deps.database.fork()))
        const timeout = delay(healthTimeoutMs, null, timer)
        if ((await Promise.race([response, timeout])) === null)
          throw new Error(`no result within ${healthTimeoutMs} ms`)
      } catch (cause) {
        throw new AppError('unavailable', 'The database is not responding', { cause })
      } finally {
        timer.abort()
      }
      ctx.body = { status: 'ok' }
      return
    }
    if (ctx.path === '/api/ready') {
      const checks = await readiness()
      const isReady = Object.values(checks).every(Boolean)
      ctx.set('Cache-Control', 'no-store')
      ctx.status = isReady ? 200 : 503
      ctx.body = { status: isReady ? 'ready' : 'not ready', checks }
      return
    }
    if (ctx.path !== '/metrics') return next()
    ctx.set('Cache-Control', 'no-store')
    // Anyone else is not told that this address exists.
    if (!mayReadMetrics(ctx, deps.token)) throw new AppError('not_found', 'There is nothing at this address')
    ctx.set('Content-Type', metrics.contentType)
    ctx.body = await metrics.text()
  }
}

function mayReadMetrics(ctx: Context, token: string | null): boolean {
  if (token !== null) return isEqualInConstantTime(ctx.get('authorization'), `Bearer ${token}`)
  const isForwarded = proxyHeaders.some((name) => ctx.get(name) !== '')
  return !isForwarded && localAddresses.has(ctx.req.socket.remoteAddress ?? '')
}

function isEqualInConstantTime(candidate: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(candidate), digest(expected))
}

/** A queue that was not maintained for this long has no running worker; maintenance runs every ten seconds. */
const jobsInactiveSeconds = 300

/** Results are shared for this long, so that frequent requests cost nothing. */
const cacheMs = 1_000

const Count = v.object({ count: v.number() })

/**
 * Returns a function that reports whether this process can serve requests, part by part. It checks each part at most once a second,
 * and whether the process is stopping (`staying` is false then) on every call.
 */
export function createReadiness(deps: Pick<MonitoringDeps, 'database' | 'storage' | 'isStopping'>) {
  const { database, storage, isStopping } = deps
  const runChecks = async () => {
    const [hasDatabase, areMigrated, hasStorage, hasWorker] = await Promise.all([
      succeeds(() => sql`select 1`.execute(database.fork().getKysely())),
      succeeds(async () => {
        const { count } = await readRow(database.fork(), Count)`
          select count(*)::int as count from mikro_orm_migrations`
        return count >= migrations.length
      }),
      succeeds(() => storage.check()),
      succeeds(async () => {
        const { count } = await readRow(database.fork(), Count)`
          select count(*)::int as count from pgboss.version
          where cron_on is null or cron_on > now() - make_interval(secs => ${jobsInactiveSeconds})`
        return count > 0
      }),
    ])
    return { database: hasDatabase, migrations: areMigrated, storage: hasStorage, jobs: hasWorker }
  }
  let cached: { checks: ReturnType<typeof runChecks>; untilMs: number } | null = null
  return async () => {
    const nowMs = performance.now()
    if (cached === null || nowMs >= cached.untilMs) cached = { checks: runChecks(), untilMs: nowMs + cacheMs }
    return { ...(await cached.checks), staying: !isStopping() }
  }
}

/** Whether a check neither fails nor returns false. */
async function succeeds(check: () => Promise<unknown>): Promise<boolean> {
  try {
    return (await check()) !== false
  } catch {
    return false
  }
}
