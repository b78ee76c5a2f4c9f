import { randomUUID } from 'node:crypto'
import { AppError } from '@priormark/core/platform/errors'
import { audit } from '../audit/audit-service.ts'
import { Admin, AccountLink } from './admin-entity.ts'
import { endLogins } from './admin-service.ts'
import { clearLoginHits } from './auth-service.ts'
import { isKnownNetwork } from './second-factor.ts'
import { rejectWeakPassword, hashPassword } from './password.ts'
import { shortNetwork } from '../../platform/http/client-address.ts'
import type { JobQueue, ResetFor } from '../../platform/jobs/job-queue.ts'
import { mayEmail } from '../../platform/mail/mail-limit.ts'
import { type Em, forUpdate } from '../../platform/database/database.ts'
import { queueNotice } from './account-notice.ts'
import {
  linkExpiry,
  findLink,
  duplicateRequestMs,
  consumeLink,
  type LinkSigner,
} from './account-link-service.ts'

/** Recorded instead of an address that no administrator has, which may be anyone's. */
const unknownAddress = 'unknown address'

/** The beginning of the keys that count these emails, by administrator. */
export const resetMailKeyPrefix = 'password-reset-mail:'

/**
 * Queues an email with a link for a new password, if an enabled administrator has the address. An unknown
 * address takes the same work, so that the response time does not reveal which addresses have accounts.
 * @param lastAdminId who logged in last in this browser, if anyone did
 */
export async function requestPasswordReset(
  em: Em,
  jobs: JobQueue,
  { email, address, lastAdminId }: { email: string; address: string; lastAdminId: string | null },
): Promise<void> {
  const admin = await em.findOne(Admin, { email, disabledAt: null })
  const isFromKnownNetwork = await isKnownNetwork(em, admin?.username ?? unknownAddress, address)
  const network = isFromKnownNetwork ? shortNetwork(address) : 'elsewhere'
  const origin = lastAdminId !== null && lastAdminId === admin?.id ? 'browser' : network
  await em.transactional(async (tx) => {
    audit(tx, {
      actor: admin?.username ?? unknownAddress,
      action: 'account.password_reset_requested',
      address,
    })
    await tx.flush()
    await jobs.enqueue(tx, 'send-account-mail', {
      linkId: null,
      resetFor: admin === null ? null : { adminId: admin.id, origin },
      requestedAt: new Date().toISOString(),
    })
  })
}

/**
 * Returns the link for an administrator's new password, made on the first call for a request. Null if they may not have one, or
 * another request came just before, or the limit of emails is reached: then the former link still works.
 */
export async function passwordLink(
  em: Em,
  { adminId, origin }: ResetFor,
  requestedAt: Date,
): Promise<AccountLink | null> {
  return em.transactional(async (tx) => {
    const admin = await tx.findOne(Admin, { id: adminId }, forUpdate)
    const email = admin?.email
    if (admin === null || email == null || admin.disabledAt != null) return null
    const existingLink = await tx.findOne(AccountLink, { kind: 'password', admin })
    const elapsedMs =
      existingLink === null ? null : requestedAt.getTime() - existingLink.requestedAt.getTime()
    // Zero means that the same job runs again.
    if (elapsedMs !== null && elapsedMs > 0 && elapsedMs < duplicateRequestMs) return null
    if (elapsedMs !== 0 && !(await mayEmail(tx, `${resetMailKeyPrefix}${adminId}:${origin}`))) return null
    const link =
      existingLink ??
      tx.create(AccountLink, {
        id: randomUUID(),
        kind: 'password',
        email,
        admin,
        createdAt: requestedAt,
        requestedAt,
        expiresAt: requestedAt,
      })
    if (requestedAt >= link.requestedAt) {
      Object.assign(link, { email, requestedAt, expiresAt: linkExpiry('password', requestedAt) })
    }
    return link
  })
}

/** Returns a link with the administrator whose password it sets. @throws AppError not_found */
export async function readPasswordLink(em: Em, signer: LinkSigner, token: string) {
  const link = await findLink(em, signer, 'password', token)
  if (link.admin == null) throw new Error('a password link has no administrator')
  return { link, admin: link.admin }
}

/**
 * Sets a new password, ends all logins, and invalidates the other links of the account. Two-step verification stays on.
 * @throws AppError not_found; invalid_input for a weak password
 */
export async function resetPassword(
  em: Em,
  { signer, jobs }: { signer: LinkSigner; jobs: JobQueue },
  { token, newPassword }: { token: string; newPassword: string },
  address: string,
): Promise<Admin> {
  const { link, admin: account } = await readPasswordLink(em, signer, token)
  await rejectWeakPassword(newPassword, account.username, 'newPassword')
  const passwordHash = await hashPassword(newPassword)
  const admin = await em.transactional(async (tx) => {
    // Locked before its logins end: a login in progress waits, and then finds that the password has changed.
    const lockedAdmin = await tx.findOneOrFail(Admin, account.id, forUpdate)
    await consumeLink(tx, link)
    if (lockedAdmin.disabledAt != null || lockedAdmin.email !== link.email) {
      throw new AppError('not_found', 'This link doesn’t work any more')
    }
    lockedAdmin.passwordHash = passwordHash
    await endLogins(tx, lockedAdmin)
    audit(tx, { actor: lockedAdmin.username, action: 'account.password_reset', address })
    await queueNotice(tx, jobs, 'password_reset', { admin: lockedAdmin, by: lockedAdmin.username })
    return lockedAdmin
  })
  // Failed attempts with the forgotten password must not delay the login with the new one.
  await clearLoginHits(em, admin.username, address)
  return admin
}
