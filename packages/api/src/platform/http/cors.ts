import type { Middleware } from 'koa'

/** The paths that pages of other sites may read: the public API about proofs, its description, and badges. */
const openPaths = /^\/(api\/proofs(\/|$)|api\/openapi\.json$|badge\/)/

/** Allows pages of any site to read the public paths, including error responses. These never use credentials. */
export const cors: Middleware = (ctx, next) => {
  if (openPaths.test(ctx.path)) {
    ctx.set('Access-Control-Allow-Origin', '*')
    ctx.set('Cross-Origin-Resource-Policy', 'cross-origin')
  }
  return next()
}
