import { AppError } from '@priormark/core/errors'
import { audit } from '../audit/audit-service.ts'
import { Admin } from './admin-entity.ts'
import { createAdmin, lockAll, rejectTakenName } from './admin-service.ts'
import { rejectWeakPassword } from './password-strength.ts'
import { hashPassword } from './password.ts'
import type { Em } from '../sql/database.ts'
import { findLink, useUpLink } from './account-link-service.ts'
import type { LinkSigner } from './link-token.ts'

/**
 * Adds the administrator who was invited.
 * @throws AppError not_found; invalid_input for a taken name or a weak password; conflict if the address got an account meanwhile
 */
export async function acceptInvitation(
  em: Em,
  signer: LinkSigner,
  { token, username, newPassword }: { token: string; username: string; newPassword: string },
  address: string,
): Promise<void> {
  const link = await findLink(em, signer, 'invitation', token)
  rejectTakenName(await em.find(Admin, {}), username)
  await rejectWeakPassword(newPassword, username, 'newPassword')
  const passwordHash = await hashPassword(newPassword)
  await em.transactional(async (tx) => {
    const all = await lockAll(tx)
    rejectTakenName(all, username)
    const { email, role } = link
    if (all.some((one) => one.email === email)) {
      throw new AppError('conflict', `${email} already has an account`)
    }
    await useUpLink(tx, link)
    createAdmin(tx, { username, passwordHash, role: role ?? 'blog', email })
    audit(tx, { actor: username, action: 'admin.joined', subject: email, detail: role ?? null, address })
  })
}
