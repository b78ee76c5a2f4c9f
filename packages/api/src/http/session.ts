import { hkdfSync, randomUUID } from 'node:crypto'
import { sessionCookieDays } from '@priormark/core/retention'
import * as v from 'valibot'
import type { Middleware } from 'koa'
import type { AppContext, RequestState, VisitorSession } from './state.ts'

/** The cookie lives this long after it was last written. */
const maxAgeMs = sessionCookieDays * 24 * 3_600_000

/**
 * The key that signs cookies. The session key lies in the database, so where there is an encryption key, which does not, it
 * takes both: with a copy of the database alone nobody makes a cookie.
 */
export function cookieKey(sessionKey: string, encryptionKey: string | null): string {
  if (encryptionKey === null) return sessionKey
  const key = hkdfSync('sha256', encryptionKey, sessionKey, 'priormark: cookies', 32)
  return Buffer.from(key).toString('base64url')
}

/** Options of koa-session: everything is in the signed cookie, so processes share no store. */
export const sessionOptions = (secure: boolean) =>
  ({ key: 'priormark', maxAge: maxAgeMs, httpOnly: true, signed: true, sameSite: 'lax', secure }) as const

const Content = v.object({
  visitorId: v.optional(v.pipe(v.string(), v.uuid())),
  tokenId: v.optional(v.pipe(v.string(), v.uuid())),
  openedOrderId: v.optional(v.pipe(v.string(), v.uuid())),
})

/** Puts what the cookie says on the request, checked. */
export const visitorSession: Middleware<RequestState> = async (ctx, next) => {
  ctx.state.session = readSession(ctx)
  await next()
}

function readSession(ctx: AppContext): VisitorSession {
  const read = () => {
    const content = v.safeParse(Content, ctx.session === null ? {} : { ...ctx.session })
    return content.success ? content.output : {}
  }
  const change = (key: keyof v.InferOutput<typeof Content>, value: string | undefined) => {
    if (ctx.session) ctx.session[key] = value
  }
  return {
    knownVisitorId: () => read().visitorId ?? null,
    visitorId: () => {
      const known = read().visitorId
      if (known !== undefined) return known
      const made = randomUUID()
      change('visitorId', made)
      return made
    },
    openedOrderId: () => read().openedOrderId ?? null,
    openOrder: (orderId) => change('openedOrderId', orderId),
    tokenId: () => read().tokenId ?? null,
    logIn: (tokenId) => change('tokenId', tokenId),
    logOut: () => change('tokenId', undefined),
  }
}
