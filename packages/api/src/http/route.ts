import type Router from '@koa/router'
import type { CallReply, EndpointSpec, ReplySpec } from '@priormark/core/http/endpoint'
import type { Readable } from 'node:stream'
import * as v from 'valibot'
import type { Log } from '../logging/log.ts'
import type { Em } from '../sql/database.ts'
import type { ByteRange } from '../storage/file-storage.ts'
import { checkAccess } from './access.ts'
import { readJson } from './body.ts'
import { parseInput, parseParams } from './parse-input.ts'
import type { AppContext, CurrentAdmin, RequestState, VisitorSession } from './state.ts'

type Parsed<S> = S extends v.GenericSchema ? v.InferOutput<S> : undefined

/** What a route's handler gets: everything parsed, and nothing of the web framework. */
export interface Call<E extends EndpointSpec> {
  em: Em
  log: Log
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
  /** The administrator of an admin endpoint. */
  admin: E['access'] extends 'admin' ? CurrentAdmin : null
  session: VisitorSession
  /** The address of the client. */
  address: string
  /** Counts this call by that address. @throws AppError rate_limited where it makes too many */
  countCall: RequestState['countCall']
  setHeader(name: string, value: string): void
}

/** Bytes that leave as an attachment, never shown by the browser. `fileSize` in bytes where it is known. */
export interface FileReply {
  content: Readable
  fileName: string
  type: string
  fileSize?: number
  /** Of the whole file, in hex: the client checks what it got, and can go on where it was cut off. Needs `fileSize`. */
  sha256?: string
  /** The part that `content` is, where a part was asked for. */
  range?: ByteRange | null
}

/** The entity tag of a file: its contents name it. */
export function fileTag(sha256: string): string {
  return `"${sha256}"`
}

type HandlerReply<E extends EndpointSpec> = E['reply'] extends 'file' ? FileReply : CallReply<E>

type Handler<E extends EndpointSpec> = (call: Call<E>, ctx: AppContext) => Promise<HandlerReply<E>>

export type AppRouter = Router<RequestState>

/** Mounts an endpoint: access, then parsing, then the handler, then the reply parsed too, so that no stray column leaks. */
export function route<E extends EndpointSpec>(router: AppRouter, spec: E, handler: Handler<E>): void {
  router.register(spec.path, [spec.method], async (ctx: AppContext) => {
    const admin = await checkAccess(ctx, spec.access)
    const call = {
      em: ctx.state.em,
      log: ctx.state.log,
      params: parseParams(spec.params, ctx['params']),
      query: parseInput(spec.query, ctx.query),
      body: await parseBody(spec, ctx),
      admin,
      session: ctx.state.session,
      address: ctx.ip,
      countCall: ctx.state.countCall,
      setHeader: (name: string, value: string) => ctx.set(name, value),
    } as Call<E>
    const reply = await handler(call, ctx)
    // What a handler says of keeping its answer stands.
    if (!ctx.res.hasHeader('Cache-Control')) ctx.set('Cache-Control', 'no-store')
    sendReply(ctx, spec.reply, reply)
  })
}

async function parseBody(spec: EndpointSpec, ctx: AppContext): Promise<unknown> {
  if (spec.body === undefined || spec.body === null || spec.body === 'multipart') return undefined
  return parseInput(spec.body, await readJson(ctx, spec.maxBodyBytes))
}

function sendReply(ctx: AppContext, spec: ReplySpec, reply: unknown): void {
  if (spec === null) {
    ctx.status = 204
  } else if (spec === 'file') {
    const file = reply as FileReply
    ctx.attachment(file.fileName)
    ctx.type = file.type
    ctx.set('X-Content-Type-Options', 'nosniff')
    if (file.fileSize !== undefined) ctx.length = file.fileSize
    if (file.sha256 !== undefined) describeFile(ctx, file, file.sha256)
    ctx.body = file.content
  } else {
    ctx.body = v.parse(spec, reply)
  }
}

/** What a client needs to go on with a download and to check it (RFC 9110 section 14, RFC 9530). */
function describeFile(ctx: AppContext, { fileSize = 0, range }: FileReply, sha256: string): void {
  ctx.set('ETag', fileTag(sha256))
  ctx.set('Accept-Ranges', 'bytes')
  ctx.set('Repr-Digest', `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`)
  if (range == null) return
  ctx.status = 206
  ctx.set('Content-Range', `bytes ${range.first}-${range.last}/${fileSize}`)
  ctx.length = range.last - range.first + 1
}
