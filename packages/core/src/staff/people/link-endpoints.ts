import * as v from 'valibot'
import { NewPassword, AccountEmail } from '../auth/account-endpoints.ts'
import { Username } from '../auth/endpoints.ts'
import { Role } from '../../platform/roles.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { IsoDate } from '../../platform/ids.ts'
import { AuthorName } from './author-name.ts'

const Token = v.pipe(v.string(), v.maxLength(200))
const ByToken = v.object({ token: Token })

/** What someone who was invited chooses. */
export const Acceptance = v.object({
  username: Username,
  newPassword: NewPassword,
  /** The name that readers see on the person's posts; empty for the default author. */
  authorName: v.optional(v.union([v.literal(''), AuthorName]), ''),
})
export type Acceptance = v.InferOutput<typeof Acceptance>
/** What someone who forgot their password chooses. */
export const PasswordReset = v.object({ newPassword: NewPassword })
/** The form that requests a link for a new password. */
export const ForgottenPassword = v.object({ email: AccountEmail })

/** Calls of people who follow a link in an email. They send its secret; a link that no longer works returns 404. */
export const accountLinkEndpoints = {
  /** Returns the invitation of a link. */
  readInvitation: endpoint('POST', '/api/admin/invitation', {
    access: 'public',
    body: ByToken,
    reply: v.object({ email: v.string(), role: Role, invitedBy: v.string(), expiresAt: IsoDate }),
  }),
  /** Adds the administrator. The link then stops working. */
  acceptInvitation: endpoint('POST', '/api/admin/invitation/accept', {
    access: 'public',
    body: v.object({ ...ByToken.entries, ...Acceptance.entries }),
    reply: v.object({ username: v.string() }),
  }),
  /**
   * Emails a link for a new password. The response is the same whether or not an administrator has the
   * address, so it does not reveal whether the account exists.
   */
  forgotPassword: endpoint('POST', '/api/admin/password-reset', {
    access: 'public',
    body: ForgottenPassword,
    reply: v.object({ success: v.literal(true) }),
  }),
  /** Returns the username whose password the link sets. */
  readPasswordReset: endpoint('POST', '/api/admin/password-reset/link', {
    access: 'public',
    body: ByToken,
    reply: v.object({ username: v.string() }),
  }),
  /** Sets the password and ends all logins. Does not log in: two-step verification still applies. The link then stops working. */
  resetPassword: endpoint('POST', '/api/admin/password-reset/confirm', {
    access: 'public',
    body: v.object({ ...ByToken.entries, ...PasswordReset.entries }),
    reply: v.object({ username: v.string() }),
  }),
  /** Changes the account's email to the address that received the link. The link then stops working. */
  confirmEmail: endpoint('POST', '/api/admin/email-confirmation', {
    access: 'public',
    body: ByToken,
    reply: v.object({ email: v.string() }),
  }),
}
