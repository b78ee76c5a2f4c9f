import { accountLinkEndpoints } from '@priormark/core/people/link-endpoints'
import { route, type AppRouter } from '../http/route.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { acceptInvitation, type CreateAuthor } from './accept-invitation.ts'
import { confirmEmail } from './account-email.ts'
import { findLink } from './account-link-service.ts'
import type { LinkSigner } from './link-token.ts'
import { readPasswordLink, requestPasswordReset, resetPassword } from './password-reset.ts'

/** Requests for a new password, per network. */
const forgotLimit = { hits: 10, windowSeconds: 3_600 }

/** Uses of links, per network. */
const linkLimit = { hits: 100, windowSeconds: 3_600 }

/** The endpoints for people who follow a link in an email, or request one. @param key for counting addresses without storing them */
export function accountLinkRoutes(
  router: AppRouter,
  {
    jobs,
    signer,
    key,
    createAuthor,
  }: { jobs: JobQueue; signer: LinkSigner; key: string; createAuthor: CreateAuthor },
): void {
  route(router, accountLinkEndpoints.readInvitation, async ({ em, body, countCall }) => {
    await countCall('account-link', linkLimit)
    const { email, role, inviter, expiresAt } = await findLink(em, signer, 'invitation', body.token)
    const invitedBy = inviter?.username ?? ''
    return { email, role: role ?? 'blog', invitedBy, expiresAt: expiresAt.toISOString() }
  })

  route(router, accountLinkEndpoints.acceptInvitation, async ({ em, body, address, countCall }) => {
    await countCall('account-link', linkLimit)
    await acceptInvitation(em, { signer, createAuthor }, body, address)
    return { username: body.username }
  })

  route(router, accountLinkEndpoints.forgotPassword, async ({ em, body, address, countCall }) => {
    await countCall('forgot-password', forgotLimit)
    await requestPasswordReset(em, jobs, { email: body.email, address, key })
    return { success: true as const }
  })

  route(router, accountLinkEndpoints.readPasswordReset, async ({ em, body, countCall }) => {
    await countCall('account-link', linkLimit)
    return { username: (await readPasswordLink(em, signer, body.token)).username }
  })

  route(router, accountLinkEndpoints.resetPassword, async ({ em, body, address, countCall }) => {
    await countCall('account-link', linkLimit)
    return { username: (await resetPassword(em, { signer, jobs }, body, address)).username }
  })

  route(router, accountLinkEndpoints.confirmEmail, async ({ em, body, address, countCall }) => {
    await countCall('account-link', linkLimit)
    return { email: await confirmEmail(em, { signer, jobs }, body.token, address) }
  })
}
