import { randomUUID } from 'node:crypto'
import { OptimisticLockError } from '@mikro-orm/core'
import { AppError, type ErrorCode } from '@priormark/core/platform/errors'
import { HttpError, type Context, type Middleware } from 'koa'
import { isTemporary } from '../database/database.ts'
import { pathForLog, type Log, createSampledLog } from '../logging/log.ts'
import type { RequestState } from './state.ts'

/** Turns errors into responses. Unexpected ones are logged, and the client gets only a request id. */
export function handleErrors(log: Log): Middleware<RequestState> {
  const logRejection = createSampledLog(log)
  return async (ctx, next) => {
    const requestId = randomUUID()
    ctx.state.requestId = requestId
    ctx.state.log = log.child({ requestId })
    try {
      await next()
      if (ctx.path.startsWith('/api/')) rejectUnknown(ctx.status, ctx.body)
    } catch (error) {
      const appError = asAppError(error)
      if (isRejection(error)) logRejection(appError.code, 'request rejected')
      else if (appError.status >= 500) {
        ctx.state.log.error({ err: error, method: ctx.method, path: pathForLog(ctx.path) }, 'request failed')
      }
      if (ctx.headerSent || !ctx.writable) return
      ctx.status = appError.status
      ctx.set('Cache-Control', 'no-store')
      const retryAfterSeconds = appError.retryAfterSeconds ?? (appError.status === 503 ? 2 : null)
      if (retryAfterSeconds !== null) ctx.set('Retry-After', String(retryAfterSeconds))
      if (!ctx.req.complete) drainBody(ctx)
      // For a person who opened a page or a download.
      if (appError.status >= 500 && ctx.accepts('json', 'html') === 'html') {
        ctx.type = 'html'
        ctx.body = errorPage(requestId)
        return
      }
      ctx.body = {
        error: appError.message,
        code: appError.code,
        ...(appError.fields === undefined ? {} : { fields: appError.fields }),
        ...appError.details,
        ...(appError.code === 'internal' ? { requestId } : {}),
      }
    }
  }
}

/** Has no styles or scripts, since these may be unavailable too. */
const errorPage = (requestId: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>This page couldn’t be loaded</title>
<main>
<h1>This page couldn’t be loaded</h1>
<p>Something went wrong on our side. <a href="">Try again</a></p>
<p>If you write to us, quote ${requestId}.</p>
</main>
</html>
`

/** Whether the server declined a request deliberately, such as for lack of capacity. */
function isRejection(error: unknown): boolean {
  return error instanceof AppError && error.status >= 500 && error.cause === undefined
}

function rejectUnknown(status: number, body: unknown): void {
  if (status === 404 && body === undefined)
    throw new AppError('not_found', 'There is nothing at this address')
  if (status === 405 || status === 501)
    throw new AppError('method_not_allowed', 'This address does not support this method')
}

type ErrorText = [ErrorCode, string]
const storageFull: ErrorText = [
  'storage_full',
  'The server has no space left for files. Please try again later.',
]
const unavailable: ErrorText = ['unavailable', 'The service is temporarily unavailable. Please try again.']
const systemErrors: Record<string, ErrorText> = {
  ENOSPC: storageFull,
  EDQUOT: storageFull,
  ECONNREFUSED: unavailable,
  ECONNRESET: unavailable,
  ECONNABORTED: ['timeout', 'The request was interrupted'],
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof OptimisticLockError) {
    return new AppError('conflict', 'Someone else changed this at the same time. Please try again.')
  }
  // Thrown by `ctx.throw(404)`.
  if (error instanceof HttpError && error.status === 404)
    return new AppError('not_found', 'There is nothing at this address', { cause: error })
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const errorText = systemErrors[code] ?? (isTemporary(error) ? unavailable : undefined)
  if (errorText !== undefined) return new AppError(...errorText, { cause: error })
  return new AppError('internal', 'Something went wrong on our side. Please try again.', { cause: error })
}

/** How long the rest of a rejected body is read and discarded, in milliseconds. */
const drainMs = 30_000

/**
 * Lets a client that is still sending read the error response: closing a connection with unread data resets it, and the
 * browser then discards the response. The rest of the body is read for a while and discarded.
 */
function drainBody({ req }: Context): void {
  const closeTimer = setTimeout(() => req.socket.destroy(), drainMs).unref()
  for (const event of ['end', 'close'] as const) req.once(event, () => clearTimeout(closeTimer))
  req.resume()
}
