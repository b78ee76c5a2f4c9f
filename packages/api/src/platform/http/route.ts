import type Router from '@koa/router'
import type { CallReply, EndpointSpec, ReplySpec, Access } from '@priormark/core/platform/http/endpoint'
import type { Readable } from 'node:stream'
import type * as v from 'valibot'
import type { Log } from '../logging/log.ts'
import type { Em } from '../database/database.ts'
import type { ByteRange } from '../storage/file-storage.ts'
import { readJson } from './body.ts'
import { parseInput, parseParams } from './parse-input.ts'
import { parseQuery } from './query.ts'
import { createReplyParser } from './parse-reply.ts'
import type { CallLimit } from './rate-limit.ts'
import type { Actor, AppContext, CurrentAdmin, RequestState } from './state.ts'
import { isAllowed } from '@priormark/core/platform/roles'
import { AppError } from '@priormark/core/platform/errors'

type Parsed<S> = S extends v.GenericSchema ? v.InferOutput<S> : undefined

/** The input of a route's handler: everything parsed, and independent of the web framework. */
export interface Call<E extends EndpointSpec> {
  em: Em
  log: Log
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
  /** The administrator of an admin endpoint. */
  admin: E['access'] extends 'public' ? null : CurrentAdmin
  /** The administrator with their address, for a change that is logged. */
  actor: E['access'] extends 'public' ? null : Actor
  session: RequestState['session']
  /** The address of the client. */
  address: string
  /** Counts this call, for an endpoint that limits only some of its calls. @throws AppError rate_limited above the limit */
  countCall: RequestState['countCall']
  setHeader(name: string, value: string): void
}

/** A file that is sent as an attachment, which browsers save and do not display. */
export interface FileReply {
  content: Readable
  fileName: string
  type: string
  /** In bytes, if it is known. */
  fileSize?: number
  /** The SHA-256 of the whole file in hex, with which clients verify and resume a download. Requires `fileSize`. */
  sha256?: string
  /** The range that `content` covers, if a range was requested. */
  range?: ByteRange | null
}

/** Returns a file's entity tag, derived from its content. */
export function fileTag(sha256: string): string {
  return `"${sha256}"`
}

type HandlerReply<E extends EndpointSpec> = E['reply'] extends 'file'
  ? FileReply
  : E['reply'] extends null
    ? void
    : CallReply<E>

type Handler<E extends EndpointSpec> = (call: Call<E>, ctx: AppContext) => Promise<HandlerReply<E>>

export type AppRouter = Router<RequestState>

/** Public endpoints with a JSON body must have a limit: parsing is work that anyone can cause. */
type RequiredLimit<E extends EndpointSpec> = [E['access'], E['body']] extends ['public', v.GenericSchema]
  ? { limit: CallLimit }
  : { limit?: CallLimit }

/**
 * Mounts an endpoint: checks access, counts the call, parses the input, runs the handler, and parses the reply so that no extra
 * columns leak. Calls above the limit are rejected before their input is read.
 */
export function route<E extends EndpointSpec>(
  router: AppRouter,
  spec: E & RequiredLimit<E>,
  handler: Handler<E>,
): void {
  const send = createReplySender(spec.reply)
  router.register(spec.path, [spec.method], async (ctx: AppContext) => {
    const admin = await checkAccess(ctx, spec.access)
    if (spec.limit !== undefined) await ctx.state.countCall(spec.limit)
    const call = {
      em: ctx.state.em,
      log: ctx.state.log,
      params: parseParams(spec.params, ctx['params']),
      query: spec.query === undefined ? undefined : parseInput(spec.query, parseQuery(ctx.querystring)),
      body: await parseBody(spec, ctx),
      admin,
      actor: admin === null ? null : { admin, address: ctx.ip },
      session: ctx.state.session,
      address: ctx.ip,
      countCall: ctx.state.countCall,
      setHeader: (name: string, value: string) => ctx.set(name, value),
    } as Call<E>
    const reply = await handler(call, ctx)
    // Keeps a Cache-Control header that the handler has set.
    if (!ctx.res.hasHeader('Cache-Control')) ctx.set('Cache-Control', 'no-store')
    send(ctx, reply)
  })
}

async function parseBody(spec: EndpointSpec, ctx: AppContext): Promise<unknown> {
  if (spec.body === undefined || spec.body === null || spec.body === 'multipart') return undefined
  return parseInput(spec.body, await readJson(ctx, spec.maxBodyBytes))
}

function createReplySender(spec: ReplySpec): (ctx: AppContext, reply: unknown) => void {
  if (spec === null) return (ctx) => void (ctx.status = 204)
  if (spec === 'file') return (ctx, reply) => sendFile(ctx, reply as FileReply)
  const parse = createReplyParser(spec)
  return (ctx, reply) => void (ctx.body = parse(reply))
}

function sendFile(ctx: AppContext, file: FileReply): void {
  ctx.attachment(file.fileName)
  ctx.type = file.type
  ctx.set('X-Content-Type-Options', 'nosniff')
  if (file.fileSize !== undefined) ctx.length = file.fileSize
  if (file.sha256 !== undefined) describeFile(ctx, file, file.sha256)
  ctx.body = file.content
}

/** Sets the headers that clients need to resume and verify a download (RFC 9110 section 14, RFC 9530). */
function describeFile(ctx: AppContext, { fileSize = 0, range }: FileReply, sha256: string): void {
  ctx.set('ETag', fileTag(sha256))
  ctx.set('Accept-Ranges', 'bytes')
  ctx.set('Repr-Digest', `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`)
  if (range == null) return
  ctx.status = 206
  ctx.set('Content-Range', `bytes ${range.first}-${range.last}/${fileSize}`)
  ctx.length = range.last - range.first + 1
}

/** Enforces the access rule of a route. @throws AppError unauthenticated, forbidden, second_factor_setup_required, role_required */
async function checkAccess(ctx: AppContext, access: Access): Promise<CurrentAdmin | null> {
  if (access === 'public') {
    if (isChange(ctx) && isKnownCrossSite(ctx)) throw crossSiteError()
    return null
  }
  const admin = await ctx.state.admin()
  if (admin === null) throw new AppError('unauthenticated', 'Please log in')
  if (admin.by === 'cookie' && isChange(ctx) && !isSameOrigin(ctx)) throw crossSiteError()
  if (admin.needsSecondFactor && access !== 'login') {
    throw new AppError('second_factor_setup_required', 'Set up two-step verification first')
  }
  const message = 'Your role doesn’t include this. An owner can change it under People.'
  if (!isAllowed(admin.role, access)) throw new AppError('role_required', message)
  return admin
}

function isChange(ctx: AppContext): boolean {
  return ctx.method !== 'GET' && ctx.method !== 'HEAD'
}

function crossSiteError(): AppError {
  return new AppError('forbidden', 'This request came from another site')
}

/** Whether the browser reports a request from another site, or from another host of our own site. */
function isKnownCrossSite(ctx: AppContext): boolean {
  const site = ctx.get('sec-fetch-site')
  if (site === 'none') return false
  return site !== '' || ctx.get('origin') !== '' ? !isSameOrigin(ctx) : false
}

/** Whether the browser reports a request from our own page. Without a report, the request is not trusted. */
function isSameOrigin(ctx: AppContext): boolean {
  const site = ctx.get('sec-fetch-site')
  if (site !== '') return site === 'same-origin'
  // Not ctx.origin: koa returns the header itself there.
  return ctx.get('origin') === `${ctx.protocol}://${ctx.host}`
}

/**
 * Returns the requested part of a file (RFC 9110 section 14): one range with a first byte, as resumed downloads request it.
 * Returns null, for the whole file, in all other cases, including several ranges and an `If-Range` for another file.
 * @throws AppError range_not_satisfiable if the range begins after the end of the file
 */
export function byteRange(
  header: (name: string) => string,
  file: { bytes: number; etag: string },
): ByteRange | null {
  const match = /^bytes=(\d{1,15})-(\d{1,15})?$/.exec(header('range').trim())
  if (match === null) return null
  const condition = header('if-range')
  if (condition !== '' && condition !== file.etag) return null
  const first = Number(match[1])
  const last = Math.min(match[2] === undefined ? Infinity : Number(match[2]), file.bytes - 1)
  if (first >= file.bytes) throw new AppError('range_not_satisfiable', `The file has ${file.bytes} bytes`)
  return last < first ? null : { first, last }
}
