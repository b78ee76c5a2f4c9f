import { shownEmail } from '@priormark/core/platform/email-address'
import type { Role } from '@priormark/core/platform/roles'
import { AppError } from '@priormark/core/platform/errors'
import type { Invitation, Person } from '@priormark/core/staff/people/endpoints'
import { audit } from '../audit/audit-service.ts'
import type { Actor } from '../../platform/http/state.ts'
import { type Admin, AccountLink } from '../auth/admin-entity.ts'
import { queueNotice } from '../auth/account-notice.ts'
import { findAdmin, listAdmins, lockAsOwner } from '../auth/admin-service.ts'
import { removeSecondFactor, isSecondFactorRequired, setSecondFactorRequired } from '../auth/second-factor.ts'
import { invalidField } from '../../platform/http/field-errors.ts'
import { countHit } from '../../platform/http/rate-limit.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { createLink, mailStateOf, resendLink, duplicateRequestMs } from '../auth/account-link-service.ts'
import { sql } from 'kysely'
import type { Em } from '../../platform/database/database.ts'
import { queries } from '../tables.ts'

/** Keeps a stolen login from sending emails to many addresses. */
const inviteLimit = { hits: 50, windowSeconds: 3_600 }

/** Returns everyone who may use the admin or is invited to. */
export async function listPeople(em: Em, { adminId }: { adminId: string }) {
  const admins = await listAdmins(em)
  const invitations = await em.find(
    AccountLink,
    { kind: 'invitation' },
    { orderBy: { createdAt: 'desc', id: 'desc' }, populate: ['inviter'] },
  )
  const logins = await queries(em)
    .selectFrom('access_token')
    .select(['admin_id as id', sql<Date>`max(coalesce(last_used_at, created_at))`.as('at')])
    .groupBy('admin_id')
    .execute()
  const lastUses = new Map(logins.map(({ id, at }) => [id, at.toISOString()]))
  return {
    people: admins.map((admin) => personView(admin, { adminId, lastUsedAt: lastUses.get(admin.id) ?? null })),
    invitations: invitations.map(invitationView),
    isSecondFactorRequired: await isSecondFactorRequired(em),
  }
}

/** Invites someone by email. @throws AppError invalid_input if the address has an account or another invitation; rate_limited */
export async function invite(
  em: Em,
  jobs: JobQueue,
  { email, role }: { email: string; role: Role },
  actor: Actor,
): Promise<AccountLink> {
  const { adminId } = actor.admin
  await countHit(em, `people:invite:${adminId}`, inviteLimit)
  return em.transactional(async (tx) => {
    // The lock also keeps two owners from inviting the same person at once.
    const admin = (await lockAsOwner(tx, adminId)).find((candidate) => candidate.email === email)
    if (admin !== undefined) {
      throw invalidField('email', `${shownEmail(email)} already has an account: ${admin.username}`)
    }
    const link = await tx.findOne(AccountLink, { kind: 'invitation', email })
    if (link !== null) {
      const isDuplicate = link.role === role && Date.now() - link.requestedAt.getTime() < duplicateRequestMs
      if (isDuplicate) return link
      const invitedMessage = `${shownEmail(email)} is already invited. You can send the invitation again below.`
      throw invalidField('email', invitedMessage)
    }
    audit(tx, { actor, action: 'admin.invited', subject: shownEmail(email), detail: role })
    return createLink(tx, jobs, { kind: 'invitation', email, role, inviter: adminId })
  })
}

/** Sends an invitation again. @throws AppError not_found */
export async function resendInvitation(
  em: Em,
  jobs: JobQueue,
  id: string,
  actor: Actor,
): Promise<AccountLink> {
  const { adminId } = actor.admin
  await countHit(em, `people:invite:${adminId}`, inviteLimit)
  return em.transactional(async (tx) => {
    await lockAsOwner(tx, adminId)
    const link = await findInvitation(tx, id)
    if (await resendLink(tx, jobs, link)) {
      audit(tx, { actor, action: 'admin.invitation_resent', subject: shownEmail(link.email) })
    }
    return link
  })
}

/** Cancels an invitation, so that its link stops working. @throws AppError not_found */
export async function cancelInvitation(em: Em, id: string, actor: Actor): Promise<void> {
  await em.transactional(async (tx) => {
    await lockAsOwner(tx, actor.admin.adminId)
    const link = await findInvitation(tx, id)
    tx.remove(link)
    audit(tx, { actor, action: 'admin.invitation_canceled', subject: shownEmail(link.email) })
  })
}

/**
 * Requires two-step verification for everyone, or makes it optional.
 * @throws AppError conflict if the owner has not turned it on: they could not make it optional again
 */
export async function requireSecondFactor(em: Em, isRequired: boolean, actor: Actor): Promise<void> {
  await em.transactional(async (tx) => {
    const all = await lockAsOwner(tx, actor.admin.adminId)
    const owner = all.find(({ id }) => id === actor.admin.adminId)
    if (isRequired && owner?.totpEnabledAt == null) {
      throw new AppError('conflict', 'Turn on two-step verification under Your account first.')
    }
    if ((await isSecondFactorRequired(tx)) === isRequired) return
    await setSecondFactorRequired(tx, isRequired)
    audit(tx, { actor, action: isRequired ? 'admin.two_step_required' : 'admin.two_step_optional' })
  })
}

/**
 * Turns off the two-step verification of someone who lost their codes. They get an email about it.
 * @throws AppError not_found; conflict for the owner's own, which requires their password and a code
 */
export async function endSecondFactorOf(em: Em, jobs: JobQueue, id: string, actor: Actor): Promise<void> {
  if (id === actor.admin.adminId) {
    throw new AppError('conflict', 'Turn off your own two-step verification under Your account.')
  }
  await em.transactional(async (tx) => {
    const admin = findAdmin(await lockAsOwner(tx, actor.admin.adminId), { id })
    if (admin.totpEnabledAt == null) return
    await removeSecondFactor(tx, admin)
    audit(tx, { actor, action: 'admin.second_factor_off', subject: admin.username })
    await queueNotice(tx, jobs, 'second_factor_off', { admin, by: actor.admin.username })
  })
}

async function findInvitation(em: Em, id: string): Promise<AccountLink> {
  const link = await em.findOne(AccountLink, { id, kind: 'invitation' })
  if (link === null) throw new AppError('not_found', 'This invitation has already been accepted or canceled')
  return link
}

function personView(
  { id, username, email, role, disabledAt, totpEnabledAt }: Admin,
  { adminId, lastUsedAt }: { adminId: string; lastUsedAt: string | null },
): Person {
  return {
    id,
    username,
    email: email == null ? null : shownEmail(email),
    role,
    isDisabled: disabledAt != null,
    hasSecondFactor: totpEnabledAt != null,
    lastUsedAt,
    isYou: id === adminId,
  }
}

/** Returns an invitation as owners see it. */
export function invitationView(link: AccountLink): Invitation {
  const { id, email, role, inviter, requestedAt, expiresAt } = link
  return {
    id,
    email: shownEmail(email),
    role: role ?? 'blog',
    invitedBy: inviter?.username ?? '',
    requestedAt: requestedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    mail: mailStateOf(link),
  }
}
