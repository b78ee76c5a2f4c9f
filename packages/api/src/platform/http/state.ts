import type { Role } from '@priormark/core/platform/roles'
import type { DefaultContext, ParameterizedContext } from 'koa'
import type { Log } from '../logging/log.ts'
import type { Em } from '../database/database.ts'
import type { CallLimit } from './rate-limit.ts'
import type { VisitorSession } from './session.ts'

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

export type AppContext = ParameterizedContext<RequestState, DefaultContext>
