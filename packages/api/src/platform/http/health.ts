import { AppError } from '@priormark/core/platform/errors'
import { sql } from 'kysely'
import type { Middleware } from 'koa'
import type { Database } from '../database/database.ts'
import { queries } from '../tables.ts'

/** The database's time limit, in milliseconds. Load balancers abandon a health check after a few seconds. */
const healthTimeoutMs = 1_500

/** `GET /api/health`: 200 once the process serves and its database responds, else 503, within two seconds. */
export function health(database: Pick<Database, 'fork'>): Middleware {
  return async (ctx, next) => {
    if (ctx.path !== '/api/health' || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next()
    ctx.set('Cache-Control', 'no-store')
    try {
      await within(healthTimeoutMs, sql`select 1 as ok`.execute(queries(database.fork())))
    } catch (cause) {
      throw new AppError('unavailable', 'The database is not responding', { cause })
    }
    ctx.body = { status: 'ok' }
  }
}

/** @throws Error if `work` takes longer */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no result within ${ms} ms`)), ms)
  })
  try {
    await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
