import { createHash, timingSafeEqual } from 'node:crypto'
import { AppError } from '@priormark/core/platform/errors'
import type { Context, Middleware } from 'koa'
import type { Metrics } from './metrics.ts'
import type { Readiness } from './readiness.ts'

const local = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
const forwarded = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip']

/**
 * Serves `GET /metrics` and `GET /api/ready`, ahead of the rest of the application, so that they respond when it does not.
 * @param token allows reading the metrics; null allows only this machine, without a proxy
 */
export function monitoringEndpoints({
  metrics,
  readiness,
  token,
}: {
  metrics: Metrics
  readiness: Readiness
  token: string | null
}): Middleware {
  return async (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next()
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
    // To everyone else this address does not exist.
    if (!mayRead(ctx, token)) throw new AppError('not_found', 'There is nothing at this address')
    ctx.set('Content-Type', metrics.contentType)
    ctx.body = await metrics.text()
  }
}

function mayRead(ctx: Context, token: string | null): boolean {
  if (token !== null) return isSame(ctx.get('authorization'), `Bearer ${token}`)
  const isForwarded = forwarded.some((name) => ctx.get(name) !== '')
  return !isForwarded && local.has(ctx.req.socket.remoteAddress ?? '')
}

function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
