import { createHmac, hkdfSync, randomUUID } from 'node:crypto'
import { sessionCookieDays } from '@priormark/core/platform/retention'
import * as v from 'valibot'
import type { Middleware } from 'koa'
import type { AppContext, RequestState } from './state.ts'

/** The lifetime of the cookie after it was last written. */
const maxAgeMs = sessionCookieDays * 24 * 3_600_000

/** The name of the cookie if the site does not use https. */
const httpCookieName = 'priormark'

/** With this prefix, browsers accept the cookie only from this host over https, so other hosts of the domain cannot set it. */
const httpsCookieName = `__Host-${httpCookieName}`

/** A cookie is limited to 4 kB; this many ids take 2 kB. */
const maxVisitorIds = 40

/**
 * Returns the key that signs cookies. The session key is in the database and the encryption key is not; with both, a copy of
 * the database is not enough to forge a cookie.
 */
export function cookieKey(sessionKey: string, encryptionKey: string | null): string {
  if (encryptionKey === null) return sessionKey
  const key = hkdfSync('sha256', encryptionKey, sessionKey, 'priormark: cookies', 32)
  return Buffer.from(key).toString('base64url')
}

/** Options of koa-session. The signed cookie contains the whole session, so processes need no shared store. */
export const sessionOptions = (secure: boolean) =>
  ({
    key: secure ? httpsCookieName : httpCookieName,
    maxAge: maxAgeMs,
    httpOnly: true,
    signed: true,
    sameSite: 'lax',
    secure,
  }) as const

const Id = v.pipe(v.string(), v.uuid())

const SessionContent = v.object({
  visitorId: v.optional(Id),
  earlierVisitorIds: v.optional(v.array(Id)),
  tokenId: v.optional(Id),
  lastAdminId: v.optional(Id),
  openedOrderId: v.optional(Id),
})
type SessionContent = v.InferOutput<typeof SessionContent>

/** Validates the cookie's content and puts it on the request. @param key derives the visitor ids of orders */
export function visitorSession(key: string): Middleware<RequestState> {
  return (ctx, next) => {
    ctx.state.session = readSession(ctx, key)
    return next()
  }
}

/**
 * Whether a browser is logged in, by its cookie without checking the signature: for statistics only, since anyone can write such
 * a cookie.
 */
export function hasLoginCookie(cookies: string | undefined): boolean {
  const [, content = ''] = /(?:^|; )(?:__Host-)?priormark=([^;]+)/.exec(cookies ?? '') ?? []
  return Buffer.from(content, 'base64').includes('"tokenId":"')
}

export type VisitorSession = ReturnType<typeof readSession>

/** The content of the signed cookie. */
function readSession(ctx: AppContext, key: string) {
  const read = (): SessionContent => {
    const content = v.safeParse(SessionContent, ctx.session === null ? {} : { ...ctx.session })
    return content.success ? content.output : {}
  }
  const change = <Name extends keyof SessionContent>(name: Name, value: SessionContent[Name]) => {
    if (ctx.session) ctx.session[name] = value
  }
  /** All ids of this visitor, newest first: each order has its own. */
  const visitorIds = (): readonly string[] => {
    const { visitorId, earlierVisitorIds = [] } = read()
    return visitorId === undefined ? [] : [visitorId, ...earlierVisitorIds]
  }
  const addVisitorId = (id: string): void => {
    const ids = visitorIds()
    if (ids.includes(id)) return
    change('visitorId', id)
    change('earlierVisitorIds', ids.slice(0, maxVisitorIds - 1))
  }
  return {
    visitorIds,
    /** Identifies the owner of an upload. Created when it is first needed. */
    visitorId(): string {
      const [visitorId] = visitorIds()
      if (visitorId !== undefined) return visitorId
      const newVisitorId = randomUUID()
      addVisitorId(newVisitorId)
      return newVisitorId
    },
    addVisitorId,
    /**
     * The id that the visitor gets with an order. It is a new one, so someone who planted the session's cookie cannot see the order. It
     * is derived from the upload, so a repeated request finds the order of the first.
     */
    nextVisitorId: (visitorId: string, uploadId: string): string =>
      deriveId(key, `order of ${visitorId} with ${uploadId}`),
    /** An order whose link this browser opened to pay; the visitor may see it too. */
    openedOrderId: () => read().openedOrderId ?? null,
    openOrder: (orderId: string): void => change('openedOrderId', orderId),
    /** The login of this browser's cookie. */
    tokenId: () => read().tokenId ?? null,
    logIn({ tokenId, adminId }: { tokenId: string; adminId: string }): void {
      change('tokenId', tokenId)
      change('lastAdminId', adminId)
    },
    /** The administrator who last logged in with this browser, even if they have logged out. */
    lastAdminId: () => read().lastAdminId ?? null,
    logOut: (): void => change('tokenId', undefined),
  }
}

/** Returns a UUID of version 8 (RFC 9562) that cannot be computed without the key. */
function deriveId(key: string, text: string): string {
  const hex = createHmac('sha256', key).update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
