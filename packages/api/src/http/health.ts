import { AppError } from '@priormark/core/errors'
import type { Middleware } from 'koa'
import type { Database } from '../sql/database.ts'

/** `GET /api/health`: 200 once the process serves and its database answers, else 503. */
export function health(database: Database): Middleware {
  return async (ctx, next) => {
    if (ctx.path !== '/api/health' || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next()
    ctx.set('Cache-Control', 'no-store')
    try {
      await database.fork().execute('select 1 as ok')
    } catch (cause) {
      throw new AppError('unavailable', 'The database does not answer', { cause })
    }
    ctx.body = { status: 'ok' }
  }
}
