import { readFile } from 'node:fs/promises'
import { AppError } from '@priormark/core/platform/errors'
import type { Context, Middleware } from 'koa'
import readRaw from 'raw-body'

/** The path of the stand-in's pages, scripts and API. */
export const prefix = '/__stripe'

const files = new Map([
  ['/stripe.js', 'text/javascript; charset=utf-8'],
  ['/card-form.js', 'text/javascript; charset=utf-8'],
  ['/card-format.js', 'text/javascript; charset=utf-8'],
  ['/card-form.html', 'text/html; charset=utf-8'],
  ['/card-form.css', 'text/css; charset=utf-8'],
  ['/challenge.css', 'text/css; charset=utf-8'],
])

/** Only our own pages may embed the card form, and it loads nothing but its own files. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'self'"

const loopbackHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i
const loopbackAddress = /^(127\.|::1$|::ffff:127\.)/
const maxBodyBytes = 64 * 1024

/**
 * Serves the stand-in, and restricts the whole application to this machine while payments are not real: requests from other
 * machines, for other host names or through a proxy get 421. Mount it before anything reads the body.
 */
export function standInMiddleware(handle: (request: Request) => Promise<Response>): Middleware {
  return async (ctx, next) => {
    if (!isThisMachine(ctx)) {
      throw new AppError('misdirected', 'Test payments work only on this machine, at http://localhost')
    }
    if (!ctx.path.startsWith(`${prefix}/`)) return next()
    ctx.set('Content-Security-Policy', policy)
    ctx.set('X-Frame-Options', 'SAMEORIGIN')
    ctx.set('Cache-Control', 'no-store')
    const type = files.get(ctx.path.slice(prefix.length))
    if (type === undefined) return sendResponse(ctx, await handle(await asRequest(ctx)))
    ctx.type = type
    ctx.body = await browserFile(ctx.path.slice(prefix.length + 1))
  }
}

function isThisMachine(ctx: Context): boolean {
  const isProxied = ctx.get('x-forwarded-for') !== '' || ctx.get('forwarded') !== ''
  return (
    !isProxied &&
    loopbackHost.test(ctx.get('host')) &&
    loopbackAddress.test(ctx.req.socket.remoteAddress ?? '')
  )
}

/** Reads a file for browsers: 'stripe.js', or one that it needs. */
export function browserFile(name: string): Promise<Buffer> {
  return readFile(new URL(`browser/${name}`, import.meta.url))
}

async function asRequest(ctx: Context): Promise<Request> {
  const url = new URL(ctx.url.slice(prefix.length), 'https://api.stripe.com')
  const headers = { authorization: ctx.get('authorization'), 'idempotency-key': ctx.get('idempotency-key') }
  const given = Object.entries(headers).filter(([, value]) => value !== '')
  if (ctx.method !== 'POST') return new Request(url, { headers: given })
  const body = await readRaw(ctx.req, { limit: maxBodyBytes, encoding: 'utf8' })
  return new Request(url, { method: 'POST', headers: given, body })
}

async function sendResponse(ctx: Context, response: Response): Promise<void> {
  ctx.status = response.status
  for (const [name, value] of response.headers) ctx.set(name, value)
  ctx.body = await response.text()
}
