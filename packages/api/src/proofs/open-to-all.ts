import type { Middleware } from 'koa'

/** What pages of other sites may read: the public API about proofs, its description, and badges. */
const openPaths = /^\/(api\/proofs(\/|$)|api\/openapi\.json$|badge\/)/

/** Lets the pages of any site read what is public anyway, refusals too. Credentials are never asked for there. */
export const openToAll: Middleware = async (ctx, next) => {
  if (openPaths.test(ctx.path)) {
    ctx.set('Access-Control-Allow-Origin', '*')
    ctx.set('Cross-Origin-Resource-Policy', 'cross-origin')
  }
  await next()
}
