import * as v from 'valibot'
import { endpoint } from '../http/endpoint.ts'
import { IsoDate, Uuid } from '../ids.ts'

/** The shortest password an administrator may choose, in characters. */
export const minPasswordLength = 12

const Password = v.pipe(v.string(), v.minLength(1, 'Your password is required'), v.maxLength(1_000))
const Code = v.pipe(v.string(), v.trim(), v.minLength(1, 'The code is required'), v.maxLength(100))

/** A password that is chosen; that it is not easy to guess is looked at by the server. */
export const NewPassword = v.pipe(
  v.string(),
  v.minLength(minPasswordLength, `Use at least ${minPasswordLength} characters`),
  v.maxLength(1_000),
)

export const PasswordChange = v.object({ currentPassword: Password, newPassword: NewPassword })

/** What is asked before the second factor is touched. */
export const PasswordProof = v.object({ password: Password })
export const CodeProof = v.object({ code: Code })
export const FullProof = v.object({ password: Password, code: Code })

/** One login: the token and the cookie of one browser or one desktop. */
export const LoginEntry = v.object({
  id: Uuid,
  /** Such as 'Firefox on Windows'; null where it did not say. */
  client: v.nullable(v.string()),
  /** The network it came from, such as '203.0.113.*'. */
  network: v.nullable(v.string()),
  createdAt: IsoDate,
  /** To a few minutes. */
  lastUsedAt: IsoDate,
  expiresAt: IsoDate,
  /** The login that asks. */
  isCurrent: v.boolean(),
})
export type LoginEntry = v.InferOutput<typeof LoginEntry>

/** What an administrator sees of their own account. */
export const Account = v.object({
  username: v.string(),
  secondFactor: v.object({ isOn: v.boolean(), recoveryCodesLeft: v.number() }),
  /** Newest use first. */
  logins: v.array(LoginEntry),
})
export type Account = v.InferOutput<typeof Account>

/** A second factor that was begun and is not on yet. */
export const SecondFactorStart = v.object({
  /** In base32, for typing. */
  secret: v.string(),
  /** The same as a QR code: a `data:` address of a picture. */
  qrCode: v.string(),
})
export type SecondFactorStart = v.InferOutput<typeof SecondFactorStart>

/** Ten codes, shown this once; each stands in for the authenticator once. */
export const RecoveryCodes = v.object({ recoveryCodes: v.array(v.string()) })

const account = '/api/admin/account'

/** What administrators do with their own account. A wrong password or code is 400 with the field's sentence. */
export const accountEndpoints = {
  read: endpoint({ method: 'GET', path: account, access: 'admin', reply: Account }),
  /** Ends all other logins. */
  changePassword: endpoint({
    method: 'POST',
    path: `${account}/password`,
    access: 'admin',
    body: PasswordChange,
    reply: v.object({ endedLogins: v.number() }),
  }),
  endLogin: endpoint({
    method: 'DELETE',
    path: `${account}/logins/:id`,
    access: 'admin',
    params: v.object({ id: Uuid }),
    reply: null,
  }),
  endOtherLogins: endpoint({
    method: 'POST',
    path: `${account}/logins/end-others`,
    access: 'admin',
    reply: v.object({ endedLogins: v.number() }),
  }),
  beginSecondFactor: endpoint({
    method: 'POST',
    path: `${account}/second-factor`,
    access: 'admin',
    body: PasswordProof,
    reply: SecondFactorStart,
  }),
  /** A code of the authenticator turns it on. */
  confirmSecondFactor: endpoint({
    method: 'POST',
    path: `${account}/second-factor/confirm`,
    access: 'admin',
    body: CodeProof,
    reply: RecoveryCodes,
  }),
  endSecondFactor: endpoint({
    method: 'POST',
    path: `${account}/second-factor/end`,
    access: 'admin',
    body: FullProof,
    reply: null,
  }),
  /** Makes ten new codes; the old ones open nothing any more. */
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: `${account}/recovery-codes`,
    access: 'admin',
    body: FullProof,
    reply: RecoveryCodes,
  }),
}
