import type { DefaultContext, ParameterizedContext } from 'koa'
import type { Log } from '../logging/log.ts'
import type { Em } from '../sql/database.ts'
import type { Limit } from './rate-limit.ts'

/** Who is logged in, and by which credential: a change by cookie needs a same-origin request besides. */
export interface CurrentAdmin {
  adminId: string
  tokenId: string
  username: string
  by: 'bearer' | 'cookie'
}

/** What the middleware of app.ts put on a request before its route runs. */
export interface RequestState {
  requestId: string
  log: Log
  /** What the style elements of an admin page carry; see security-headers.ts. */
  styleNonce?: string
  /** A fresh unit of work. */
  em: Em
  /** Looks the credential up, at most once; null where there is none that is valid. */
  admin(): Promise<CurrentAdmin | null>
  session: VisitorSession
  /** Counts a call by the client's address. @throws AppError rate_limited where that address makes too many */
  countCall(what: string, limit: Limit): Promise<void>
}

/** What the signed cookie holds. */
export interface VisitorSession {
  /** Names the visitor to whom an upload belongs. Made at the first need. */
  visitorId(): string
  /** All ids of this visitor, newest first: every order has one of its own. */
  visitorIds(): readonly string[]
  addVisitorId(id: string): void
  /**
   * The id that the visitor gets with an order. It is a new one, so whoever planted the session sees nothing of the order,
   * and always the same one for an upload, so a request that is sent twice finds the order of the first.
   */
  nextVisitorId(visitorId: string, uploadId: string): string
  /** The order this browser was given a link to and opened for paying; it may see that one too. */
  openedOrderId(): string | null
  openOrder(orderId: string): void
  /** The login this browser's cookie stands for. */
  tokenId(): string | null
  logIn(tokenId: string): void
  logOut(): void
}

export type AppContext = ParameterizedContext<RequestState, DefaultContext>
