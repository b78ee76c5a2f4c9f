import { accountEndpoints, type LoginEntry } from '@priormark/core/staff/auth/account-endpoints'
import { shownEmail } from '@priormark/core/platform/email-address'
import type { Shop } from '@priormark/core/settings/groups'
import { route, type AppRouter } from '../../platform/http/route.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { AccessToken } from './admin-entity.ts'
import {
  beginSecondFactor,
  changePassword,
  confirmSecondFactor,
  endLogin,
  endOtherLogins,
  endSecondFactor,
  readAccount,
  renewRecoveryCodes,
} from './account-service.ts'
import { cancelEmail, changeEmail, findPendingEmail, resendEmail, confirmEmail } from './account-email.ts'
import { mailStateOf, findLink, type LinkSigner } from './account-link-service.ts'
import { isSecondFactorRequired } from './second-factor.ts'
import type { SecretCipher } from './secret-cipher.ts'
import { accountLinkEndpoints } from '@priormark/core/staff/people/link-endpoints'
import { acceptInvitation, type CreateAuthor } from './accept-invitation.ts'
import { readPasswordLink, requestPasswordReset, resetPassword } from './password-reset.ts'

interface AccountRoutesDeps {
  cipher: SecretCipher
  settings: {
    current(): Promise<{ shop: Shop }>
    services(): Promise<{ mailServer: { host: string } }>
  }
  /** A login expires after this many hours without a call. */
  idleHours: number
  jobs: JobQueue
}

/** The endpoints for administrators' own accounts. */
export function accountRoutes(
  router: AppRouter,
  { cipher, settings, idleHours, jobs }: AccountRoutesDeps,
): void {
  route(router, accountEndpoints.read, async ({ em, admin: actor }) => {
    const { admin, logins, recoveryCodesLeft } = await readAccount(em, actor, idleHours)
    const pendingLink = await findPendingEmail(em, admin.id)
    return {
      username: admin.username,
      email: admin.email == null ? null : shownEmail(admin.email),
      pendingEmail: pendingLink && {
        email: shownEmail(pendingLink.email),
        expiresAt: pendingLink.expiresAt.toISOString(),
        mail: mailStateOf(pendingLink),
      },
      hasMailServer: (await settings.services()).mailServer.host !== '',
      secondFactor: {
        isOn: admin.totpEnabledAt != null,
        isRequired: await isSecondFactorRequired(em),
        recoveryCodesLeft,
      },
      logins: logins
        .map((login) => loginView(login, actor.tokenId))
        .sort((one, other) => other.lastUsedAt.localeCompare(one.lastUsedAt)),
    }
  })

  route(router, accountEndpoints.changePassword, async ({ em, actor, body }) => ({
    endedLogins: await changePassword(em, jobs, actor, body),
  }))

  route(router, accountEndpoints.changeEmail, ({ em, actor, body }) => changeEmail(em, jobs, actor, body))

  route(router, accountEndpoints.resendEmail, ({ em, actor }) => resendEmail(em, jobs, actor))

  route(router, accountEndpoints.cancelEmail, ({ em, actor }) => cancelEmail(em, actor))

  route(router, accountEndpoints.endLogin, ({ em, actor, params }) => endLogin(em, actor, params.id))

  route(router, accountEndpoints.endOtherLogins, async ({ em, actor }) => ({
    endedLogins: await endOtherLogins(em, actor),
  }))

  route(router, accountEndpoints.beginSecondFactor, async ({ em, actor, body }) => {
    const { shop } = await settings.current()
    const { secret, uri } = await beginSecondFactor(em, cipher, actor, { ...body, issuer: shop.name })
    const { toDataURL } = await import('qrcode')
    return { secret, qrCode: await toDataURL(uri, { margin: 2, scale: 6 }) }
  })

  route(router, accountEndpoints.confirmSecondFactor, async ({ em, actor, body }) => ({
    recoveryCodes: await confirmSecondFactor(em, cipher, actor, body.code),
  }))

  route(router, accountEndpoints.endSecondFactor, ({ em, actor, body }) =>
    endSecondFactor(em, jobs, cipher, actor, body),
  )

  route(router, accountEndpoints.renewRecoveryCodes, async ({ em, actor, body }) => ({
    recoveryCodes: await renewRecoveryCodes(em, cipher, actor, body),
  }))
}

function loginView(login: AccessToken, currentId: string): LoginEntry {
  const { id, client, network, createdAt, lastUsedAt, expiresAt } = login
  return {
    id,
    client: client ?? null,
    network: network ?? null,
    createdAt: createdAt.toISOString(),
    lastUsedAt: (lastUsedAt ?? createdAt).toISOString(),
    expiresAt: expiresAt.toISOString(),
    isCurrent: id === currentId,
  }
}

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
    return { username: (await readPasswordLink(em, signer, body.token)).admin.username }
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
