import { AppError } from '@priormark/core/platform/errors'
import { shownEmail } from '@priormark/core/platform/email-address'
import { audit } from '../audit/audit-service.ts'
import { verifyOwnPassword } from './account-service.ts'
import type { Actor, CurrentAdmin } from '../../platform/http/state.ts'
import { Admin, AccountLink } from './admin-entity.ts'
import { lockAll } from './admin-service.ts'
import { invalidField } from '../../platform/http/field-errors.ts'
import { countHit } from '../../platform/http/rate-limit.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { Em } from '../../platform/database/database.ts'
import { queueNotice } from './account-notice.ts'
import { createLink, findLink, resendLink, consumeLink, type LinkSigner } from './account-link-service.ts'

/** Keeps a stolen login from sending emails to many addresses. */
const mailLimit = { hits: 10, windowSeconds: 86_400 }

/** Sends a link to a new address of the account. @throws AppError invalid_input; rate_limited */
export async function changeEmail(
  em: Em,
  jobs: JobQueue,
  actor: Actor,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const { id } = await verifyOwnPassword(em, actor, password, 'password')
  await countHit(em, mailLimitKey(id), mailLimit)
  await em.transactional(async (tx) => {
    const all = await lockAll(tx)
    rejectTakenEmail(all, email, id)
    await tx.nativeDelete(AccountLink, { kind: 'email', admin: id })
    audit(tx, { actor, action: 'account.email_requested' })
    await createLink(tx, jobs, { kind: 'email', email, admin: id })
  })
}

/** Sends the link to the new address again. @throws AppError not_found if there is none; rate_limited */
export async function resendEmail(em: Em, jobs: JobQueue, actor: Actor): Promise<void> {
  const { adminId } = actor.admin
  await countHit(em, mailLimitKey(adminId), mailLimit)
  await em.transactional(async (tx) => {
    const link = await findPendingEmail(tx, adminId)
    if (link === null) throw new AppError('not_found', 'No address is waiting to be confirmed')
    if (await resendLink(tx, jobs, link)) audit(tx, { actor, action: 'account.email_requested' })
  })
}

/** Cancels the change to an address that is not confirmed yet. Idempotent. */
export async function cancelEmail(em: Em, actor: Actor): Promise<void> {
  await em.transactional(async (tx) => {
    const count = await tx.nativeDelete(AccountLink, { kind: 'email', admin: actor.admin.adminId })
    if (count > 0) audit(tx, { actor, action: 'account.email_canceled' })
  })
}

/** Returns the link to the address that an administrator has not confirmed yet, or null. */
export function findPendingEmail(em: Em, adminId: string): Promise<AccountLink | null> {
  return em.findOne(AccountLink, { kind: 'email', admin: adminId })
}

/**
 * Returns the administrator's own address, to send a test email to. It need not be confirmed: without working emails it cannot be.
 * @throws AppError invalid_input without one
 */
export async function findTestAddress(em: Em, { adminId }: CurrentAdmin): Promise<string> {
  const { email } = await em.findOneOrFail(Admin, { id: adminId })
  const address = email ?? (await findPendingEmail(em, adminId))?.email
  if (address != null) return address
  throw new AppError('invalid_input', 'Add your email address under Your account first, to get the test.')
}

/** Returns the administrator's own address. @throws AppError invalid_input without one that is confirmed */
export async function findConfirmedAddress(em: Em, { adminId }: CurrentAdmin): Promise<string> {
  const { email } = await em.findOneOrFail(Admin, { id: adminId })
  if (email != null) return email
  throw new AppError(
    'invalid_input',
    'Add your email address under Your account and confirm it first, to get the test.',
  )
}

/** Gives an account the address that its link confirms, and returns it. @throws AppError not_found; conflict if it is someone else's by now */
export async function confirmEmail(
  em: Em,
  { signer, jobs }: { signer: LinkSigner; jobs: JobQueue },
  token: string,
  address: string,
): Promise<string> {
  const link = await findLink(em, signer, 'email', token)
  const { email } = link
  await em.transactional(async (tx) => {
    const all = await lockAll(tx)
    const admin = all.find(({ id }) => id === link.admin?.id)
    if (admin === undefined || all.some((other) => other !== admin && other.email === email)) {
      throw new AppError('conflict', `Another account has the address ${shownEmail(email)} now`)
    }
    await consumeLink(tx, link)
    const formerEmail = admin.email ?? null
    admin.email = email
    // A link for a new password may have gone to the former address.
    await tx.nativeDelete(AccountLink, { kind: 'password', admin })
    audit(tx, { actor: admin.username, action: 'account.email_changed', address })
    await queueNotice(tx, jobs, 'email_changed', { admin, by: admin.username, email: formerEmail })
  })
  return email
}

function rejectTakenEmail(admins: readonly Admin[], email: string, adminId: string): void {
  const holder = admins.find((admin) => admin.email === email)
  if (holder === undefined) return
  const isOwn = holder.id === adminId
  throw invalidField('email', isOwn ? 'This is already your address' : 'Another account has this address')
}

function mailLimitKey(adminId: string): string {
  return `account:email:${adminId}`
}
