import * as v from 'valibot'
import { endpoint } from '../../platform/http/endpoint.ts'
import { IsoDate, Uuid } from '../../platform/ids.ts'
import { Email } from '../../platform/email-address.ts'

/** The email address of an administrator, in lower case, because two administrators cannot share one. */
export const AccountEmail = v.pipe(Email, v.toLowerCase())

/** The state of an email with a link. */
export const MailState = v.picklist(['queued', 'sent', 'failed'])
export type MailState = v.InferOutput<typeof MailState>

/**
 * A change of an account that its person gets an email about, in case someone else made it. `password_reset`: without the
 * former password, by a link in an email or on the server.
 */
export type AccountNotice = 'email_changed' | 'password_changed' | 'password_reset' | 'second_factor_off'

/** The shortest password an administrator may choose, in characters. */
export const minPasswordLength = 12

const Password = v.pipe(v.string(), v.minLength(1, 'Your password is required'), v.maxLength(1_000))
const Code = v.pipe(v.string(), v.trim(), v.minLength(1, 'The code is required'), v.maxLength(100))

/** A new password. The server also rejects easily guessed ones. */
export const NewPassword = v.pipe(
  v.string(),
  v.minLength(minPasswordLength, `Use at least ${minPasswordLength} characters`),
  v.maxLength(1_000),
)

export const PasswordChange = v.object({ currentPassword: Password, newPassword: NewPassword })

export const EmailChange = v.object({ email: AccountEmail, password: Password })

/** Required before two-step verification is changed. */
export const PasswordProof = v.object({ password: Password })
export const CodeProof = v.object({ code: Code })
export const FullProof = v.object({ password: Password, code: Code })

/** One login: the token and the cookie of one browser or one desktop. */
export const LoginEntry = v.object({
  id: Uuid,
  /** For example 'Firefox on Windows'; null if it sent no user agent. */
  client: v.nullable(v.string()),
  /** The network it came from, for example '203.0.113.*'. */
  network: v.nullable(v.string()),
  createdAt: IsoDate,
  /** Accurate to a few minutes. */
  lastUsedAt: IsoDate,
  expiresAt: IsoDate,
  /** The login that makes this call. */
  isCurrent: v.boolean(),
})
export type LoginEntry = v.InferOutput<typeof LoginEntry>

/** An administrator's own account. */
export const Account = v.object({
  username: v.string(),
  /** Confirmed; null without one. */
  email: v.nullable(v.string()),
  /** An address that was sent a link to confirm it. */
  pendingEmail: v.nullable(v.object({ email: v.string(), expiresAt: IsoDate, mail: MailState })),
  /** Whether emails leave the server. Without a mail server, they are files on it. */
  hasMailServer: v.boolean(),
  secondFactor: v.object({
    isOn: v.boolean(),
    /** Whether an owner requires it, so that it cannot be turned off. */
    isRequired: v.boolean(),
    recoveryCodesLeft: v.number(),
  }),
  /** Most recently used first. */
  logins: v.array(LoginEntry),
})
export type Account = v.InferOutput<typeof Account>

/** Two-step verification that is set up but not confirmed yet. */
export const SecondFactorStart = v.object({
  /** In base32, for typing. */
  secret: v.string(),
  /** The secret as a QR code, in a `data:` URL of an image. */
  qrCode: v.string(),
})
export type SecondFactorStart = v.InferOutput<typeof SecondFactorStart>

/** Ten single-use codes in place of the authenticator, returned only once. */
const RecoveryCodes = v.object({ recoveryCodes: v.array(v.string()) })

const accountPath = '/api/admin/account'

/** Calls for an administrator's own account. A wrong password or code is 400 with the field's message. */
export const accountEndpoints = {
  read: endpoint('GET', accountPath, { access: 'login', reply: Account }),
  /** Ends all other logins. */
  changePassword: endpoint('POST', `${accountPath}/password`, {
    access: 'login',
    body: PasswordChange,
    reply: v.object({ endedLogins: v.number() }),
  }),
  /** Sends a link to the new address. It replaces the account's address once it is confirmed. */
  changeEmail: endpoint('POST', `${accountPath}/email`, { access: 'login', body: EmailChange, reply: null }),
  /** Sends the link again. Does nothing if it was requested less than a minute ago and its email is still queued. */
  resendEmail: endpoint('POST', `${accountPath}/email/resend`, { access: 'login', reply: null }),
  /** Forgets the address that is not confirmed. */
  cancelEmail: endpoint('DELETE', `${accountPath}/email`, { access: 'login', reply: null }),
  endLogin: endpoint('DELETE', `${accountPath}/logins/:id`, {
    access: 'login',
    params: v.object({ id: Uuid }),
    reply: null,
  }),
  endOtherLogins: endpoint('POST', `${accountPath}/logins/end-others`, {
    access: 'login',
    reply: v.object({ endedLogins: v.number() }),
  }),
  beginSecondFactor: endpoint('POST', `${accountPath}/second-factor`, {
    access: 'login',
    body: PasswordProof,
    reply: SecondFactorStart,
  }),
  /** Turns it on with a code from the authenticator app. */
  confirmSecondFactor: endpoint('POST', `${accountPath}/second-factor/confirm`, {
    access: 'login',
    body: CodeProof,
    reply: RecoveryCodes,
  }),
  endSecondFactor: endpoint('POST', `${accountPath}/second-factor/end`, {
    access: 'login',
    body: FullProof,
    reply: null,
  }),
  /** Creates ten new codes and invalidates the old ones. */
  renewRecoveryCodes: endpoint('POST', `${accountPath}/recovery-codes`, {
    access: 'login',
    body: FullProof,
    reply: RecoveryCodes,
  }),
}
