import * as v from 'valibot'
import { endpoint } from '../../platform/http/endpoint.ts'
import { Role } from '../../platform/roles.ts'

/** The name of a new administrator, in lower case, so that names are case-insensitive. */
export const Username = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.minLength(1, 'Username is required'),
  v.maxLength(60, 'Use at most 60 characters'),
  v.regex(/^[\p{L}\p{N}._@-]+$/u, 'Use letters, digits, dots, hyphens and underscores'),
)

/** What the login form sends. */
export const Login = v.object({
  username: v.pipe(v.string(), v.trim(), v.minLength(1, 'Username is required'), v.maxLength(200)),
  password: v.pipe(v.string(), v.minLength(1, 'Password is required'), v.maxLength(1_000)),
  /**
   * From the authenticator, or a recovery code. If the account has two-step verification, a login without it is rejected with 401
   * `second_factor_required`.
   */
  code: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1, 'The code is required'), v.maxLength(100))),
})

/** Who is logged in, and the time zone of the shop. */
export const Session = v.object({
  username: v.string(),
  role: Role,
  /** The shop's time zone, in which the admin shows dates. */
  timeZone: v.string(),
  /** The original username of someone who was renamed, under which a machine keeps their drafts. */
  originalUsername: v.optional(v.string()),
  /** The author of the person's new posts, if it is not the default one. */
  authorId: v.optional(v.number()),
  /** Whether the person can do nothing else until they turn on two-step verification, because an owner requires it. */
  needsSecondFactor: v.boolean(),
})
export type Session = v.InferOutput<typeof Session>

/** Whether a person may do the same as before, no less and no more. */
export function isSameAccess(before: Session, now: Session): boolean {
  return before.role === now.role && before.needsSecondFactor === now.needsSecondFactor
}

export const authEndpoints = {
  login: endpoint('POST', '/api/admin/direct/login', {
    access: 'public',
    body: Login,
    reply: v.object({ token: v.string() }),
  }),
  /** Checks the token. */
  ping: endpoint('GET', '/api/admin/direct/ping', { access: 'login', reply: Session }),
  check: endpoint('GET', '/api/auth/check', { access: 'login', reply: Session, isRepeated: false }),
  /** Called before each image upload; the result is only logged. */
  authTest: endpoint('GET', '/api/admin/auth-test', { access: 'blog', reply: Session, isRepeated: false }),
  /** Public, so that logging out twice is not an error. */
  logout: endpoint('POST', '/api/logout', {
    access: 'public',
    reply: v.object({ success: v.literal(true) }),
  }),
}
