import type { Middleware } from 'koa'
import type { RequestState } from '../../platform/http/state.ts'
import { findCurrentAdmin } from './auth-service.ts'

/** Lets routes look up who is logged in, with one query on the first use. */
export function authentication({ idleHours }: { idleHours: number }): Middleware<RequestState> {
  return (ctx, next) => {
    let reading: ReturnType<RequestState['admin']> | undefined
    ctx.state.admin = () => {
      const bearer = /^Bearer (\S+)$/.exec(ctx.get('authorization'))?.[1] ?? null
      reading ??= findCurrentAdmin(
        ctx.state.em,
        { bearer, readTokenId: ctx.state.session.tokenId },
        idleHours,
      )
      return reading
    }
    return next()
  }
}
