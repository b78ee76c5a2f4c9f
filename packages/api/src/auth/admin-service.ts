import { randomBytes, randomUUID } from 'node:crypto'
import { LockMode } from '@mikro-orm/core'
import { AppError } from '@priormark/core/errors'
import { audit } from '../audit/audit-service.ts'
import type { Em } from '../sql/database.ts'
import { AccessToken } from './access-token-entity.ts'
import { Admin } from './admin-entity.ts'
import { hashPassword } from './password.ts'
import { RecoveryCode } from './recovery-code-entity.ts'

/** New credentials of an administrator, shown once. */
export interface NewCredentials {
  username: string
  password: string
}

const firstAdminLock = 4_157_204

/**
 * Creates the first administrator if there is none. Returns the password only if it is random: one from the environment is
 * known already, and printing it would leave it in a log.
 */
export async function ensureFirstAdmin(
  em: Em,
  wanted: { username: string | null; password: string | null },
): Promise<NewCredentials | null> {
  return em.transactional(async (tx) => {
    // If several processes start at once on a new database, one creates the administrator and the others find it.
    await tx.execute('select pg_advisory_xact_lock(?)', [firstAdminLock])
    if ((await tx.count(Admin)) > 0) return null
    const username = (wanted.username ?? 'admin').toLowerCase()
    const password = wanted.password ?? randomPassword()
    await makeAdmin(tx, { username, password })
    audit(tx, { actor: 'system', action: 'admin.created', subject: username })
    return wanted.password === null ? { username, password } : null
  })
}

/** Adds an administrator with a random password. @throws AppError conflict if the name is taken */
export async function addAdmin(em: Em, name: string, actor: string): Promise<NewCredentials> {
  const username = name.trim().toLowerCase()
  if (username === '' || username.length > 200) {
    throw new AppError('invalid_input', 'A name must have 1 to 200 characters')
  }
  if ((await em.count(Admin, { username })) > 0) {
    throw new AppError('conflict', `There is already an administrator named ${username}`)
  }
  const password = randomPassword()
  await makeAdmin(em, { username, password })
  audit(em, { actor, action: 'admin.created', subject: username })
  await em.flush()
  return { username, password }
}

/** Disables an administrator and ends their logins. @throws AppError not_found; conflict for the last enabled one */
export async function disableAdmin(em: Em, name: string, actor: string): Promise<void> {
  await em.transactional(async (tx) => {
    // If two are disabled at once, the second request sees the result of the first.
    const all = await lockAll(tx)
    const admin = named(all, name)
    const others = all.filter((other) => other !== admin && other.disabledAt == null)
    if (others.length === 0) {
      throw new AppError('conflict', `${admin.username} is the last enabled administrator`)
    }
    admin.disabledAt ??= new Date()
    await endLogins(tx, admin)
    audit(tx, { actor, action: 'admin.disabled', subject: admin.username })
  })
}

/** Enables an administrator again, with the same password and second factor. @throws AppError not_found */
export async function enableAdmin(em: Em, name: string, actor: string): Promise<void> {
  const admin = named(await em.find(Admin, {}), name)
  admin.disabledAt = null
  audit(em, { actor, action: 'admin.enabled', subject: admin.username })
  await em.flush()
}

/** Sets a new random password, removes the second factor and ends all logins. @throws AppError not_found */
export async function resetAdmin(em: Em, name: string, actor: string): Promise<NewCredentials> {
  const password = randomPassword()
  const passwordHash = await hashPassword(password)
  return em.transactional(async (tx) => {
    // Locked before its logins end: a login in progress waits, and then finds that the password has changed.
    const admin = named(await lockAll(tx), name)
    Object.assign(admin, { passwordHash, totpSecret: null, totpEnabledAt: null, totpStep: null })
    await tx.nativeDelete(RecoveryCode, { admin })
    await endLogins(tx, admin)
    audit(tx, { actor, action: 'admin.reset', subject: admin.username })
    return { username: admin.username, password }
  })
}

/** Lists all administrators by name. */
export function listAdmins(em: Em): Promise<Admin[]> {
  return em.find(Admin, {}, { orderBy: { username: 'asc' } })
}

/** Locks all administrators in a fixed order to avoid deadlock. */
function lockAll(em: Em): Promise<Admin[]> {
  return em.find(Admin, {}, { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE })
}

function named(admins: readonly Admin[], name: string): Admin {
  const username = name.trim().toLowerCase()
  const admin = admins.find((candidate) => candidate.username === username)
  if (admin === undefined) throw new AppError('not_found', `There is no administrator named ${username}`)
  return admin
}

async function endLogins(em: Em, admin: Admin): Promise<void> {
  await em.nativeUpdate(AccessToken, { admin, revokedAt: null }, { revokedAt: new Date() })
}

async function makeAdmin(em: Em, { username, password }: NewCredentials): Promise<void> {
  const passwordHash = await hashPassword(password)
  em.create(Admin, { id: randomUUID(), username, passwordHash, createdAt: new Date() })
}

function randomPassword(): string {
  return randomBytes(12).toString('base64url')
}
