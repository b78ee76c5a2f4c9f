import { accountLinkEndpoints } from '@priormark/core/staff/people/link-endpoints'
import { shownEmail } from '@priormark/core/platform/email-address'
import { route, type AppRouter } from '../../platform/http/route.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { acceptInvitation, type CreateAuthor } from './accept-invitation.ts'
import { confirmEmail } from './account-email.ts'
import { findLink } from './account-link-service.ts'
import type { LinkSigner } from './link-token.ts'
import { readPasswordLink, requestPasswordReset, resetPassword } from './password-reset.ts'

/** Requests for a new password, per network. */
const forgotLimit = { name: 'forgot-password', hits: 10, windowSeconds: 3_600 }

/** Uses of links, per network. */
const linkLimit = { name: 'account-link', hits: 100, windowSeconds: 3_600 }

/** The endpoints for people who follow a link in an email, or request one. */
export function accountLinkRoutes(
  router: AppRouter,
  { jobs, signer, createAuthor }: { jobs: JobQueue; signer: LinkSigner; createAuthor: CreateAuthor },
): void {
  route(router, { ...accountLinkEndpoints.readInvitation, limit: linkLimit }, async ({ em, body }) => {
    const { email, role, inviter, expiresAt } = await findLink(em, signer, 'invitation', body.token)
    const invitedBy = inviter?.username ?? ''
    return { email: shownEmail(email), role: role ?? 'blog', invitedBy, expiresAt: expiresAt.toISOString() }
  })

  route(
    router,
    { ...accountLinkEndpoints.acceptInvitation, limit: linkLimit },
    async ({ em, body, address }) => {
      await acceptInvitation(em, { signer, createAuthor }, body, address)
      return { username: body.username }
    },
  )

  route(
    router,
    { ...accountLinkEndpoints.forgotPassword, limit: forgotLimit },
    async ({ em, body, address, session }) => {
      await requestPasswordReset(em, jobs, { email: body.email, address, lastAdminId: session.lastAdminId() })
      return { success: true as const }
    },
  )

  route(router, { ...accountLinkEndpoints.readPasswordReset, limit: linkLimit }, async ({ em, body }) => {
    return { username: (await readPasswordLink(em, signer, body.token)).username }
  })

  route(
    router,
    { ...accountLinkEndpoints.resetPassword, limit: linkLimit },
    async ({ em, body, address }) => {
      return { username: (await resetPassword(em, { signer, jobs }, body, address)).username }
    },
  )

  route(router, { ...accountLinkEndpoints.confirmEmail, limit: linkLimit }, async ({ em, body, address }) => {
    return { email: shownEmail(await confirmEmail(em, { signer, jobs }, body.token, address)) }
  })
}
