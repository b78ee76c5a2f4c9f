import { AppError } from '@priormark/core/platform/errors'
import { shownEmail } from '@priormark/core/platform/email-address'
import { audit } from '../audit/audit-service.ts'
import { Admin } from './admin-entity.ts'
import { createAdmin, lockAll, rejectTakenName } from './admin-service.ts'
import { rejectWeakPassword, hashPassword } from './password.ts'
import type { Em } from '../../platform/database/database.ts'
import { isAllowed } from '@priormark/core/platform/roles'
import type { Acceptance } from '@priormark/core/staff/people/link-endpoints'
import { findLink, consumeLink, type LinkSigner } from './account-link-service.ts'

/** Creates the author of a person who chose a name for their posts. */
export type CreateAuthor = (
  em: Em,
  name: string,
  by: { actor: string; address: string },
) => Promise<{ id: number }>

/**
 * Adds the administrator who was invited. The name for posts is ignored for a role without the blog.
 * @throws AppError not_found; invalid_input for a taken name or a weak password; conflict if the address has an account by now
 */
export async function acceptInvitation(
  em: Em,
  { signer, createAuthor }: { signer: LinkSigner; createAuthor: CreateAuthor },
  { token, username, newPassword, authorName }: Acceptance & { token: string },
  address: string,
): Promise<void> {
  const link = await findLink(em, signer, 'invitation', token)
  rejectTakenName(await em.find(Admin, {}), username)
  await rejectWeakPassword(newPassword, username, 'newPassword')
  const passwordHash = await hashPassword(newPassword)
  await em.transactional(async (tx) => {
    const all = await lockAll(tx)
    rejectTakenName(all, username)
    const { email } = link
    const role = link.role ?? 'blog'
    if (all.some((admin) => admin.email === email)) {
      throw new AppError('conflict', `${shownEmail(email)} already has an account`)
    }
    await consumeLink(tx, link)
    const admin = createAdmin(tx, { username, passwordHash, role, email })
    audit(tx, { actor: username, action: 'admin.joined', subject: shownEmail(email), detail: role, address })
    if (authorName !== '' && isAllowed(role, 'blog')) {
      admin.authorId = (await createAuthor(tx, authorName, { actor: username, address })).id
    }
  })
}
