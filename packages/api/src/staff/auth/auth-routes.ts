import { authEndpoints } from '@priormark/core/staff/auth/endpoints'
import { route, type AppRouter } from '../../platform/http/route.ts'
import { logIn, revokeLogins, findCurrentAdmin } from './auth-service.ts'
import type { SecretCipher } from './secret-cipher.ts'
import type { Middleware } from 'koa'
import type { RequestState } from '../../platform/http/state.ts'

/** Limits guesses from one network at all accounts together. */
const loginLimit = { name: 'login:address', hits: 50, windowSeconds: 900 }

export function authRoutes(
  router: AppRouter,
  { cipher, settings }: { cipher: SecretCipher; settings: { current(): Promise<{ timeZone: string }> } },
): void {
  route(
    router,
    { ...authEndpoints.login, limit: loginLimit },
    async ({ em, body, address, session }, ctx) => {
      const { token, ...login } = await logIn(em, cipher, {
        ...body,
        address,
        userAgent: ctx.get('user-agent'),
        previousTokenId: session.tokenId(),
      })
      session.logIn(login)
      return { token }
    },
  )

  for (const spec of [authEndpoints.ping, authEndpoints.check, authEndpoints.authTest]) {
    route(router, spec, async ({ admin }) => {
      const { username, role, originalUsername, authorId, needsSecondFactor } = admin
      return {
        username,
        role,
        needsSecondFactor,
        timeZone: (await settings.current()).timeZone,
        ...(originalUsername === null ? {} : { originalUsername }),
        ...(authorId === null ? {} : { authorId }),
      }
    })
  }

  route(router, authEndpoints.logout, async ({ em, address, session }, ctx) => {
    const admin = await ctx.state.admin()
    if (admin !== null) {
      const tokenIds = [admin.tokenId, session.tokenId()].filter((id) => id !== null)
      await revokeLogins(em, admin, tokenIds, address)
    }
    session.logOut()
    return { success: true as const }
  })
}

/** Lets routes look up who is logged in, with one query on the first use. */
export function authentication({ idleHours }: { idleHours: number }): Middleware<RequestState> {
  return (ctx, next) => {
    let pendingRead: ReturnType<RequestState['admin']> | undefined
    ctx.state.admin = () => {
      const bearer = /^Bearer (\S+)$/.exec(ctx.get('authorization'))?.[1] ?? null
      const credential = { bearer, readTokenId: ctx.state.session.tokenId }
      return (pendingRead ??= findCurrentAdmin(ctx.state.em, credential, idleHours))
    }
    return next()
  }
}
