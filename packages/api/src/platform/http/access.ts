import { isAllowed } from '@priormark/core/platform/roles'
import { AppError } from '@priormark/core/platform/errors'
import type { Access } from '@priormark/core/platform/http/endpoint'
import type { AppContext, CurrentAdmin } from './state.ts'

/** Enforces the access rule of a route. @throws AppError unauthenticated, forbidden, second_factor_setup_required, role_required */
export async function checkAccess(ctx: AppContext, access: Access): Promise<CurrentAdmin | null> {
  if (access === 'public') {
    if (isChange(ctx) && isKnownCrossSite(ctx)) throw crossSite()
    return null
  }
  const admin = await ctx.state.admin()
  if (admin === null) throw new AppError('unauthenticated', 'Please log in')
  if (admin.by === 'cookie' && isChange(ctx) && !isSameOrigin(ctx)) throw crossSite()
  if (admin.needsSecondFactor && access !== 'login') {
    throw new AppError('second_factor_setup_required', 'Set up two-step verification first')
  }
  if (!isAllowed(admin.role, access)) {
    throw new AppError(
      'role_required',
      'Your role doesn’t include this. An owner can change it under People.',
    )
  }
  return admin
}

function isChange(ctx: AppContext): boolean {
  return ctx.method !== 'GET' && ctx.method !== 'HEAD'
}

function crossSite(): AppError {
  return new AppError('forbidden', 'This request came from another site')
}

/** Whether the browser reports a request from another site, or from another host of our own site. */
function isKnownCrossSite(ctx: AppContext): boolean {
  const site = ctx.get('sec-fetch-site')
  if (site === 'none') return false
  return site !== '' || ctx.get('origin') !== '' ? !isSameOrigin(ctx) : false
}

/** Whether the browser reports a request from our own page. Without a report, the request is not trusted. */
function isSameOrigin(ctx: AppContext): boolean {
  const site = ctx.get('sec-fetch-site')
  if (site !== '') return site === 'same-origin'
  // Not ctx.origin: koa returns the header itself there.
  return ctx.get('origin') === `${ctx.protocol}://${ctx.host}`
}
