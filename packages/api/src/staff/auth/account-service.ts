import { AppError } from '@priormark/core/platform/errors'
import { audit } from '../audit/audit-service.ts'
import { invalidField } from '../../platform/http/field-errors.ts'
import { countHit, clearHits } from '../../platform/http/rate-limit.ts'
import type { Actor, CurrentAdmin } from '../../platform/http/state.ts'
import type { Em } from '../../platform/database/database.ts'
import { AccessToken, Admin, AccountLink, RecoveryCode } from './admin-entity.ts'
import { lockIfUnchanged } from './auth-service.ts'
import {
  clearCodeHits,
  countCode,
  createRecoveryCodes,
  newTotpSecret,
  consumeCode,
  removeSecondFactor,
  totpUri,
  isSecondFactorRequired,
} from './second-factor.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { queueNotice } from './account-notice.ts'
import { rejectWeakPassword, hashPassword, verifyPassword } from './password.ts'
import type { SecretCipher } from './secret-cipher.ts'

/** Keeps someone who finds an unlocked browser from guessing the password. */
const passwordLimit = { hits: 10, windowSeconds: 900 }

/** Also clears the network: a login that was ended may have been an intruder's, so its network must not count as known. */
const revocation = () => ({ revokedAt: new Date(), network: null })

/** The logins of an administrator that were not ended and have not expired. */
const openLogins = (admin: string) => ({ admin, revokedAt: null, expiresAt: { $gt: new Date() } })

const wrongPasswordMessage = 'That isn’t your current password'

/** Returns an administrator's own account: the person, their open logins and the number of unused recovery codes. */
export async function readAccount(
  em: Em,
  { adminId }: CurrentAdmin,
  idleHours: number,
): Promise<{ admin: Admin; logins: AccessToken[]; recoveryCodesLeft: number }> {
  const admin = await em.findOneOrFail(Admin, { id: adminId })
  const earliestUse = Date.now() - idleHours * 3_600_000
  const logins = (await em.find(AccessToken, openLogins(adminId))).filter(
    ({ lastUsedAt, createdAt }) => (lastUsedAt ?? createdAt).getTime() > earliestUse,
  )
  return { admin, logins, recoveryCodesLeft: await em.count(RecoveryCode, { admin }) }
}

/**
 * Changes the password and ends all other logins.
 * @returns how many ended
 * @throws AppError invalid_input for a wrong, weak or unchanged password; rate_limited
 */
export async function changePassword(
  em: Em,
  jobs: JobQueue,
  actor: Actor,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<number> {
  const admin = await verifyOwnPassword(em, actor, currentPassword, 'currentPassword')
  if (newPassword.normalize('NFKC') === currentPassword.normalize('NFKC')) {
    throw invalidField('newPassword', 'This is already your password')
  }
  await rejectWeakPassword(newPassword, admin.username, 'newPassword')
  const passwordHash = await hashPassword(newPassword)
  return em.transactional(async (tx) => {
    const lockedAdmin = await lockIfUnchanged(tx, admin, currentPassword)
    if (lockedAdmin === null) throw invalidField('currentPassword', wrongPasswordMessage)
    lockedAdmin.passwordHash = passwordHash
    // Someone who knew the former password may have requested them.
    await tx.nativeDelete(AccountLink, { admin: lockedAdmin })
    audit(tx, { actor, action: 'account.password_changed' })
    await queueNotice(tx, jobs, 'password_changed', { admin: lockedAdmin, by: lockedAdmin.username })
    return revokeOthers(tx, actor.admin)
  })
}

/** Ends one of the actor's logins. @throws AppError not_found */
export async function endLogin(em: Em, actor: Actor, id: string): Promise<void> {
  await em.transactional(async (tx) => {
    const login = { id, admin: actor.admin.adminId, revokedAt: null }
    const count = await tx.nativeUpdate(AccessToken, login, revocation())
    if (count === 0) throw new AppError('not_found', 'You’re already logged out there')
    audit(tx, { actor, action: 'account.login_ended', subject: id })
  })
}

/** Ends all of the actor's logins except the current one. @returns how many */
export async function endOtherLogins(em: Em, actor: Actor): Promise<number> {
  return em.transactional(async (tx) => {
    audit(tx, { actor, action: 'account.logins_ended' })
    return revokeOthers(tx, actor.admin)
  })
}

/** Starts setting up a second factor, replacing an unfinished setup. @throws AppError conflict if one is on */
export async function beginSecondFactor(
  em: Em,
  cipher: SecretCipher,
  actor: Actor,
  { password, issuer }: { password: string; issuer: string },
): Promise<{ secret: string; uri: string }> {
  const admin = await verifyOwnPassword(em, actor, password, 'password')
  const secret = newTotpSecret()
  await em.transactional(async (tx) => {
    const setup = { totpSecret: cipher.encrypt(secret, admin.id), totpStep: null }
    const updatedCount = await tx.nativeUpdate(Admin, { id: admin.id, totpEnabledAt: null }, setup)
    if (updatedCount === 0) throw new AppError('conflict', 'Two-step verification is already on')
    audit(tx, { actor, action: 'account.second_factor_begun' })
  })
  return { secret, uri: totpUri(secret, { issuer, username: admin.username }) }
}

/** Turns on the second factor being set up. @throws AppError conflict without one; invalid_input for a wrong code */
export async function confirmSecondFactor(
  em: Em,
  cipher: SecretCipher,
  actor: Actor,
  code: string,
): Promise<string[]> {
  const admin = await em.findOneOrFail(Admin, { id: actor.admin.adminId })
  const setupMissing = new AppError('conflict', 'Please start two-step verification setup again')
  const { totpSecret } = admin
  if (totpSecret == null || admin.totpEnabledAt != null) throw setupMissing
  await verifyCode(em, cipher, actor, admin, code)
  return em.transactional(async (tx) => {
    // Another window may have started again with a new secret in the meantime, which the code does not match.
    const unfinishedSetup = { id: admin.id, totpSecret, totpEnabledAt: null }
    const updatedCount = await tx.nativeUpdate(Admin, unfinishedSetup, { totpEnabledAt: new Date() })
    if (updatedCount === 0) throw setupMissing
    audit(tx, { actor, action: 'account.second_factor_on' })
    return createRecoveryCodes(tx, admin.id)
  })
}

/** Turns the second factor off, given a password and a code. @throws AppError invalid_input; conflict if it is off or required */
export async function endSecondFactor(
  em: Em,
  jobs: JobQueue,
  cipher: SecretCipher,
  actor: Actor,
  credentials: { password: string; code: string },
): Promise<void> {
  if (await isSecondFactorRequired(em)) {
    throw new AppError('conflict', 'Two-step verification is required here, so it can’t be turned off')
  }
  const admin = await verifyPasswordAndCode(em, cipher, actor, credentials)
  await em.transactional(async (tx) => {
    tx.persist(admin)
    await removeSecondFactor(tx, admin)
    audit(tx, { actor, action: 'account.second_factor_off' })
    await queueNotice(tx, jobs, 'second_factor_off', { admin, by: admin.username })
  })
}

/** Replaces the recovery codes with ten new ones. @throws AppError invalid_input; conflict if the factor is off */
export async function renewRecoveryCodes(
  em: Em,
  cipher: SecretCipher,
  actor: Actor,
  credentials: { password: string; code: string },
): Promise<string[]> {
  const admin = await verifyPasswordAndCode(em, cipher, actor, credentials)
  return em.transactional(async (tx) => {
    audit(tx, { actor, action: 'account.recovery_codes_renewed' })
    return createRecoveryCodes(tx, admin.id)
  })
}

async function verifyPasswordAndCode(
  em: Em,
  cipher: SecretCipher,
  actor: Actor,
  { password, code }: { password: string; code: string },
): Promise<Admin> {
  const admin = await verifyOwnPassword(em, actor, password, 'password')
  if (admin.totpEnabledAt == null) throw new AppError('conflict', 'Two-step verification is already off')
  await verifyCode(em, cipher, actor, admin, code)
  return admin
}

/** Checks the actor's password and returns their account. @throws AppError invalid_input at the field; rate_limited */
export async function verifyOwnPassword(
  em: Em,
  actor: Actor,
  password: string,
  field: string,
): Promise<Admin> {
  const { adminId } = actor.admin
  const key = `account:password:${adminId}`
  await countHit(em, key, passwordLimit)
  const admin = await em.findOneOrFail(Admin, { id: adminId })
  if (!(await verifyPassword(password, admin.passwordHash))) {
    audit(em, { actor, action: 'account.password_failed' })
    await em.flush()
    throw invalidField(field, wrongPasswordMessage)
  }
  await clearHits(em, key)
  return admin
}

async function verifyCode(
  em: Em,
  cipher: SecretCipher,
  actor: Actor,
  admin: Admin,
  code: string,
): Promise<void> {
  const { address } = actor
  await countCode(em, admin, { code, address })
  if (!(await consumeCode(em, cipher, admin, code))) {
    audit(em, { actor, action: 'account.code_failed' })
    await em.flush()
    throw invalidField('code', 'This code is wrong or was already used')
  }
  await clearCodeHits(em, admin, { code, address })
}

function revokeOthers(em: Em, { adminId, tokenId }: CurrentAdmin): Promise<number> {
  return em.nativeUpdate(AccessToken, { ...openLogins(adminId), id: { $ne: tokenId } }, revocation())
}
