import type { Context } from 'koa'
import { encodeBinary, encodeText, sendEncoded, type EncodedBody } from './encodings.ts'

/** The response for an address. */
export interface PageResponse {
  status: number
  text: string
  /** The content type, if it is not HTML. */
  type?: string
  /** Where the page has moved to; the query of the request is added. */
  location?: string
  /** The published post that the page shows, whose views are counted. */
  postId?: string
  /** A reply of the API, which is sent uncompressed and which no other cache may store. */
  isReply?: boolean
  /** False if the next request may get a different response. */
  isCacheable: boolean
}

/** A response that is ready to be sent. */
export interface EncodedPage {
  status: number
  body: EncodedBody
  location: string | undefined
  postId: string | undefined
  isReply: boolean
}

/** Compresses a response quickly, unless it is a reply. */
export async function encodePage({
  status,
  text,
  type,
  location,
  postId,
  isReply = false,
}: PageResponse): Promise<EncodedPage> {
  const bytes = Buffer.from(text)
  const contentType = type ?? 'text/html; charset=utf-8'
  const body = isReply ? encodeBinary(contentType, bytes) : await encodeText(contentType, bytes, 'quick')
  return { status, body, location, postId, isReply }
}

/** Sends a reply with the headers that `route()` gives it. */
export function sendReply(ctx: Context, { type, variants }: EncodedBody): void {
  ctx.set('Cache-Control', 'no-store')
  ctx.type = type
  ctx.body = variants.identity.bytes
}

/** Sends a response that belongs to one person: no cache stores it, and no search engine indexes it. */
export async function sendPrivate(ctx: Context, response: PageResponse): Promise<void> {
  const { status, body } = await encodePage(response)
  ctx.set('Cache-Control', 'private, no-store')
  ctx.set('X-Robots-Tag', 'noindex')
  sendEncoded(ctx, status, body)
  ctx.remove('ETag')
}

/** Redirects permanently to another path, with the query of the request. */
export function redirect(ctx: Context, path: string): void {
  ctx.set('Cache-Control', 'no-cache')
  ctx.status = 301
  ctx.redirect(path + ctx.search)
}
