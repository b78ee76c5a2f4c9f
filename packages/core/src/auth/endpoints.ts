import * as v from 'valibot'
import { endpoint } from '../http/endpoint.ts'

/** What the login form sends. */
export const Login = v.object({
  username: v.pipe(v.string(), v.trim(), v.minLength(1, 'Username is required'), v.maxLength(200)),
  password: v.pipe(v.string(), v.minLength(1, 'Password is required'), v.maxLength(1_000)),
  /**
   * From the authenticator, or a recovery code. Required with 401 `second_factor_required` if the second factor is on.
   */
  code: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1, 'The code is required'), v.maxLength(100))),
})

/** Who is logged in. */
export const Session = v.object({ username: v.string() })
export type Session = v.InferOutput<typeof Session>

export const authEndpoints = {
  login: endpoint({
    method: 'POST',
    path: '/api/admin/direct/login',
    access: 'public',
    body: Login,
    reply: v.object({ token: v.string() }),
  }),
  /** Token validation. */
  ping: endpoint({ method: 'GET', path: '/api/admin/direct/ping', access: 'admin', reply: Session }),
  check: endpoint({ method: 'GET', path: '/api/auth/check', access: 'admin', reply: Session }),
  /** Called before each image upload; the result is only logged. */
  authTest: endpoint({ method: 'GET', path: '/api/admin/auth-test', access: 'admin', reply: Session }),
  /** Public, so that logging out twice is not an error. */
  logout: endpoint({
    method: 'POST',
    path: '/api/logout',
    access: 'public',
    reply: v.object({ success: v.literal(true) }),
  }),
}
