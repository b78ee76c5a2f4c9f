import { AppError } from '@priormark/core/platform/errors'
import type { Context, Middleware } from 'koa'

/** Whether a part of an address is percent-encoded UTF-8 without U+0000, which PostgreSQL cannot store. */
function isDecodable(text: string): boolean {
  try {
    return !decodeURIComponent(text).includes('\0')
  } catch {
    return false
  }
}

/**
 * Whether a page cannot be looked up at an address. A query that is only badly encoded does not count: campaign links
 * carry such text (`?utm_campaign=50%off`), and the page is the same.
 */
export function isMalformedPage({ path, querystring }: Pick<Context, 'path' | 'querystring'>): boolean {
  return !isDecodable(path) || /\0|%00/.test(querystring)
}

/** The longest address in bytes, without the host. nginx rejects longer ones by default, too. */
const maxAddressBytes = 8 * 1024

/** Rejects an address above 8 KB before anything reads it. */
export const rejectLongAddress: Middleware = (ctx, next) => {
  if (ctx.url.length > maxAddressBytes) throw new AppError('address_too_long', 'This address is too long')
  return next()
}

/** Rejects malformed addresses before anything reads them. @param isPage whether the site serves a path as a page */
export function rejectMalformed(isPage: (path: string) => boolean): Middleware {
  return (ctx, next) => {
    if (isPage(ctx.path)) return next()
    if (!isDecodable(ctx.path)) throw new AppError('not_found', 'There is nothing at this address')
    if (!isDecodable(ctx.querystring))
      throw new AppError('invalid_input', 'The query of this address is malformed')
    return next()
  }
}
