import { randomBytes, randomUUID } from 'node:crypto'
import type { AuditAction } from '@priormark/core/staff/audit/audit-phrases'
import type { Role } from '@priormark/core/platform/roles'
import { Username } from '@priormark/core/staff/auth/endpoints'
import { AppError } from '@priormark/core/platform/errors'
import * as v from 'valibot'
import { invalidField } from '../../platform/http/field-errors.ts'
import { audit } from '../audit/audit-service.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { type Em, forUpdate } from '../../platform/database/database.ts'
import { AccessToken, Admin, AccountLink } from './admin-entity.ts'
import { queueNotice } from './account-notice.ts'
import { hashPassword } from './password.ts'
import { removeSecondFactor } from './second-factor.ts'
import { sql } from 'kysely'

/** New credentials of an administrator, shown once. */
export interface NewCredentials {
  username: string
  password: string
}

const firstAdminLock = 4_157_204

/**
 * Creates the first administrator if there is none. Returns the password only if it is random: the operator
 * already knows one from the environment, and printing it would leave it in a log.
 */
export async function ensureFirstAdmin(
  em: Em,
  configured: { username: string | null; password: string | null },
): Promise<NewCredentials | null> {
  return em.transactional(async (tx) => {
    // If several processes start at once on a new database, one creates the administrator and the others find it.
    await sql`select pg_advisory_xact_lock(${firstAdminLock})`.execute(tx.getKysely())
    if ((await tx.count(Admin)) > 0) return null
    const username = (configured.username ?? 'admin').toLowerCase()
    const password = configured.password ?? randomPassword()
    const passwordHash = await hashPassword(password)
    createAdmin(tx, { username, passwordHash, role: 'owner', email: null })
    audit(tx, { actor: 'system', action: 'admin.created', subject: username })
    return configured.password === null ? { username, password } : null
  })
}

/** Adds an administrator with a random password. @throws AppError invalid_input, conflict if the name is taken */
export async function addAdmin(
  em: Em,
  { name, role }: { name: string; role: Role },
  actor: string,
): Promise<NewCredentials> {
  const parsed = v.safeParse(Username, name)
  if (!parsed.success) throw new AppError('invalid_input', parsed.issues[0].message)
  const username = parsed.output
  const password = randomPassword()
  const passwordHash = await hashPassword(password)
  await em.transactional(async (tx) => {
    rejectTakenName(await lockAll(tx), username)
    createAdmin(tx, { username, passwordHash, role, email: null })
    audit(tx, { actor, action: 'admin.created', subject: username, detail: role })
  })
  return { username, password }
}

/** What an owner can change about an administrator. */
interface AdminChange {
  username?: string | undefined
  role?: Role | undefined
  isDisabled?: boolean | undefined
}

/**
 * Renames an administrator, changes their role, or disables or enables them. Disabling ends their logins; the role is read with
 * every request, so a new one applies at once. Open invitations of someone who is no longer an owner are canceled. Idempotent:
 * unchanged fields are ignored.
 * @param by a logged-in owner, or the shell
 * @throws AppError not_found; invalid_input if the name is taken; conflict for the last enabled owner
 */
export async function changeAdmin(
  em: Em,
  idOrName: { id: string } | { name: string },
  { username, role, isDisabled }: AdminChange,
  by: { actor: string; adminId?: string; address?: string },
): Promise<void> {
  await em.transactional(async (tx) => {
    // Of two requests at once, the second sees the result of the first.
    const all = by.adminId === undefined ? await lockAll(tx) : await lockAsOwner(tx, by.adminId)
    const admin = findAdmin(all, idOrName)
    const { actor, address = null } = by
    const record = (action: AuditAction, detail: string | null = null) =>
      audit(tx, { actor, action, subject: admin.username, detail, address })
    const wasOwner = isEnabledOwner(admin)
    if (username !== undefined && username !== admin.username) {
      rejectTakenName(all, username, admin)
      const formerName = admin.username
      admin.originalUsername ??= formerName
      admin.username = username
      record('admin.renamed', formerName)
    }
    if (role !== undefined && role !== admin.role) {
      record('admin.role_changed', `${admin.role}, ${role}`)
      admin.role = role
    }
    if (isDisabled !== undefined && isDisabled !== (admin.disabledAt != null)) {
      admin.disabledAt = isDisabled ? new Date() : null
      if (isDisabled) await endLogins(tx, admin)
      record(isDisabled ? 'admin.disabled' : 'admin.enabled')
    }
    // Otherwise a former owner could come back through an invitation that they sent to another address.
    if (wasOwner && !isEnabledOwner(admin))
      await tx.nativeDelete(AccountLink, { kind: 'invitation', inviter: admin })
    const lastOwnerMessage = `${admin.username} is the last enabled owner. Make someone else an owner first.`
    if (!all.some(isEnabledOwner)) throw new AppError('conflict', lastOwnerMessage)
  })
}

/** Sets a new random password, removes the second factor and ends all logins. @throws AppError not_found */
export async function resetAdmin(
  em: Em,
  jobs: JobQueue,
  name: string,
  actor: string,
): Promise<NewCredentials> {
  const password = randomPassword()
  const passwordHash = await hashPassword(password)
  return em.transactional(async (tx) => {
    // Locked before its logins end: a login in progress waits, and then finds that the password has changed.
    const admin = findAdmin(await lockAll(tx), { name })
    const hadSecondFactor = admin.totpEnabledAt != null
    admin.passwordHash = passwordHash
    await removeSecondFactor(tx, admin)
    await endLogins(tx, admin)
    audit(tx, { actor, action: 'admin.reset', subject: admin.username })
    const by = 'Someone with access to the server'
    await queueNotice(tx, jobs, 'password_reset', { admin, by })
    if (hadSecondFactor) await queueNotice(tx, jobs, 'second_factor_off', { admin, by })
    return { username: admin.username, password }
  })
}

function isEnabledOwner({ role, disabledAt }: Admin): boolean {
  return role === 'owner' && disabledAt == null
}

/** Lists all administrators by name. */
export function listAdmins(em: Em): Promise<Admin[]> {
  return em.find(Admin, {}, { orderBy: { username: 'asc' } })
}

/** Locks all administrators in a fixed order to avoid deadlock. */
export function lockAll(em: Em): Promise<Admin[]> {
  return em.find(Admin, {}, { ...forUpdate, orderBy: { id: 'asc' } })
}

/** @throws AppError not_found */
export function findAdmin(admins: readonly Admin[], idOrName: { id: string } | { name: string }): Admin {
  if ('id' in idOrName) {
    const admin = admins.find(({ id }) => id === idOrName.id)
    if (admin === undefined) throw new AppError('not_found', 'This person doesn’t exist')
    return admin
  }
  const username = idOrName.name.trim().toLowerCase()
  const admin = admins.find((candidate) => candidate.username === username)
  if (admin === undefined) throw new AppError('not_found', `The administrator ${username} doesn’t exist`)
  return admin
}

/**
 * Locks all administrators for a change by an owner.
 * @throws AppError role_required if they were disabled or demoted after their request was authenticated
 */
export async function lockAsOwner(em: Em, adminId: string): Promise<Admin[]> {
  const admins = await lockAll(em)
  const isOwner = admins.some((admin) => admin.id === adminId && isEnabledOwner(admin))
  if (!isOwner) throw new AppError('role_required', 'You’re not an owner any more')
  return admins
}

/** Actors of the audit log that are not people. */
const reservedNames = ['system', 'shell', 'stripe', 'unknown name']

/**
 * Rejects a username that someone else has or had at first: the audit log and the drafts on their machines still use it.
 * @param renamedAdmin who may keep or get back their own names; null for a new administrator
 * @throws AppError invalid_input
 */
export function rejectTakenName(
  admins: readonly Admin[],
  username: string,
  renamedAdmin: Admin | null = null,
): void {
  const isTaken = admins.some(
    (admin) => admin !== renamedAdmin && [admin.username, admin.originalUsername].includes(username),
  )
  if (!isTaken && !reservedNames.includes(username)) return
  throw invalidField('username', 'This username is taken')
}

/** Ends all logins of an administrator, and the links that were emailed to them. */
export async function endLogins(em: Em, admin: Admin): Promise<void> {
  await em.nativeDelete(AccountLink, { admin })
  await em.nativeUpdate(AccessToken, { admin, revokedAt: null }, { revokedAt: new Date() })
}

/** Adds the row of a new administrator. */
export function createAdmin(
  em: Em,
  person: { username: string; passwordHash: string; role: Role; email: string | null },
): Admin {
  return em.create(Admin, { id: randomUUID(), createdAt: new Date(), ...person })
}

function randomPassword(): string {
  return randomBytes(12).toString('base64url')
}

/** Returns the names of owners who could not get a new password by email, such as the first one, whom the server created. */
export async function listOwnersWithoutEmail(em: Em): Promise<string[]> {
  const owners = await em.find(Admin, { role: 'owner', disabledAt: null, email: null })
  return owners.map(({ username }) => username).sort()
}
