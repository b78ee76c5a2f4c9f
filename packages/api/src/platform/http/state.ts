import type { Role } from '@priormark/core/platform/roles'
import type { DefaultContext, ParameterizedContext } from 'koa'
import type { Log } from '../logging/log.ts'
import type { Em } from '../database/database.ts'
import type { CallLimit } from './rate-limit.ts'

/** Who is logged in, and by which credential: a change by cookie also requires a same-origin request. */
export interface CurrentAdmin {
  adminId: string
  tokenId: string
  username: string
  role: Role
  /** See `Session` in core. */
  originalUsername: string | null
  /** The author of their new posts; null for the default one. */
  authorId: number | null
  needsSecondFactor: boolean
  by: 'bearer' | 'cookie'
}

/** Who makes a change, and from where: what the audit log records. */
export interface Actor {
  admin: CurrentAdmin
  address: string
}

/** What the middleware of app.ts puts on a request before its route runs. */
export interface RequestState {
  requestId: string
  log: Log
  /** The nonce of the style elements of an admin page; see security-headers.ts. */
  styleNonce?: string
  /** Sets the security headers again, for a page that was rendered with newer settings than those at the start of the request. */
  setSecurityHeaders?: () => void
  /** A fresh unit of work. */
  em: Em
  /** Looks up the credential, at most once. Returns null if it is missing or invalid. */
  admin(): Promise<CurrentAdmin | null>
  session: VisitorSession
  /** Counts a call by the client's address. @throws AppError rate_limited above the limit */
  countCall(limit: CallLimit): Promise<void>
}

/** The content of the signed cookie. */
export interface VisitorSession {
  /** Identifies the owner of an upload. Created when it is first needed. */
  visitorId(): string
  /** All ids of this visitor, newest first: each order has its own. */
  visitorIds(): readonly string[]
  addVisitorId(id: string): void
  /**
   * The id that the visitor gets with an order. It is a new one, so someone who planted the session's cookie cannot see the order. It
   * is derived from the upload, so a repeated request finds the order of the first.
   */
  nextVisitorId(visitorId: string, uploadId: string): string
  /** An order whose link this browser opened to pay; the visitor may see it too. */
  openedOrderId(): string | null
  openOrder(orderId: string): void
  /** The login of this browser's cookie. */
  tokenId(): string | null
  logIn(login: { tokenId: string; adminId: string }): void
  /** The administrator who last logged in with this browser, even if they have logged out. */
  lastAdminId(): string | null
  logOut(): void
}

export type AppContext = ParameterizedContext<RequestState, DefaultContext>
