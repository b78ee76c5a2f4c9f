import { accountEndpoints, type LoginEntry } from '@priormark/core/auth/account-endpoints'
import { route, type AppRouter } from '../http/route.ts'
import type { AccessToken } from './access-token-entity.ts'
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
import type { SecretCipher } from './secret-cipher.ts'

/**
 * The endpoints for administrators' own accounts.
 * @param issuer the shop's name as authenticators show it
 * @param idleHours see app.ts
 */
export function accountRoutes(
  router: AppRouter,
  { cipher, issuer, idleHours }: { cipher: SecretCipher; issuer: string; idleHours: number },
): void {
  route(router, accountEndpoints.read, async ({ em, admin: actor }) => {
    const { admin, logins, recoveryCodesLeft } = await readAccount(em, actor, idleHours)
    return {
      username: admin.username,
      secondFactor: { isOn: admin.totpEnabledAt != null, recoveryCodesLeft },
      logins: logins
        .map((login) => loginView(login, actor.tokenId))
        .sort((one, other) => other.lastUsedAt.localeCompare(one.lastUsedAt)),
    }
  })

  route(router, accountEndpoints.changePassword, async ({ em, admin, address, body }) => ({
    endedLogins: await changePassword(em, { admin, address }, body),
  }))

  route(router, accountEndpoints.endLogin, async ({ em, admin, address, params }) => {
    await endLogin(em, { admin, address }, params.id)
    return undefined
  })

  route(router, accountEndpoints.endOtherLogins, async ({ em, admin, address }) => ({
    endedLogins: await endOtherLogins(em, { admin, address }),
  }))

  route(router, accountEndpoints.beginSecondFactor, async ({ em, admin, address, body }) => {
    const { secret, uri } = await beginSecondFactor(em, cipher, { admin, address }, { ...body, issuer })
    const { toDataURL } = await import('qrcode')
    return { secret, qrCode: await toDataURL(uri, { margin: 2, scale: 6 }) }
  })

  route(router, accountEndpoints.confirmSecondFactor, async ({ em, admin, address, body }) => ({
    recoveryCodes: await confirmSecondFactor(em, cipher, { admin, address }, body.code),
  }))

  route(router, accountEndpoints.endSecondFactor, async ({ em, admin, address, body }) => {
    await endSecondFactor(em, cipher, { admin, address }, body)
    return undefined
  })

  route(router, accountEndpoints.renewRecoveryCodes, async ({ em, admin, address, body }) => ({
    recoveryCodes: await renewRecoveryCodes(em, cipher, { admin, address }, body),
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
