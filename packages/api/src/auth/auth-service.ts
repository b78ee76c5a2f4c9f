import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { AppError } from '@priormark/core/errors'
import { audit } from '../audit/audit-service.ts'
import type { Em } from '../db/orm.ts'
import { networkOf } from '../http/client-address.ts'
import { countByAddress, countHit, forgetHits } from '../http/rate-limit.ts'
import type { CurrentAdmin } from '../http/state.ts'
import { AccessToken } from './access-token-entity.ts'
import { Admin } from './admin-entity.ts'
import { hashPassword, verifyPassword } from './password.ts'

/** A login lasts this long, then the password is asked again. */
const tokenLifetimeMs = 14 * 24 * 3_600_000

/**
 * An account is guarded against guesses from one address and, far more loosely, from all together: otherwise anyone who
 * knows a name could lock its owner out.
 */
const accountFromAddressLimit = { hits: 10, windowSeconds: 900 }
const accountLimit = { hits: 200, windowSeconds: 900 }
const addressLimit = { hits: 50, windowSeconds: 900 }

/** Compared where the name is unknown, so that a wrong name takes as long as a wrong password. */
const nobodysHash = hashPassword(randomBytes(16).toString('hex'))

export interface LoginInput {
  username: string
  password: string
  address: string
}

/** Logs in. @throws AppError unauthenticated (alike for name and password), rate_limited */
export async function logIn(em: Em, input: LoginInput): Promise<{ token: string; tokenId: string }> {
  const username = input.username.toLowerCase()
  const accountKey = `login:account:${sha256(username)}`
  await countByAddress(em, 'login:address', input.address, addressLimit)
  await countHit(em, `${accountKey}:${networkOf(input.address)}`, accountFromAddressLimit)
  await countHit(em, accountKey, accountLimit)

  const admin = await em.findOne(Admin, { username })
  const fits = await verifyPassword(input.password, admin?.passwordHash ?? (await nobodysHash))
  if (admin === null || admin.disabledAt != null || !fits) {
    audit(em, { actor: input.username, action: 'login.failed', address: input.address })
    await em.flush()
    throw new AppError('unauthenticated', 'Invalid credentials')
  }

  await forgetHits(em, accountKey)
  await forgetHits(em, `${accountKey}:${networkOf(input.address)}`)
  const token = randomBytes(32).toString('base64url')
  const now = Date.now()
  const row = em.create(AccessToken, {
    id: randomUUID(),
    tokenHash: sha256(token),
    admin,
    createdAt: new Date(now),
    expiresAt: new Date(now + tokenLifetimeMs),
  })
  audit(em, { actor: username, action: 'login', address: input.address })
  await em.flush()
  return { token, tokenId: row.id }
}

const validLogin = `select t.id as "tokenId", a.id as "adminId", a.username
  from access_token t join admin a on a.id = t.admin_id
  where t.revoked_at is null and t.expires_at > now() and a.disabled_at is null and `

type LoginRow = Omit<CurrentAdmin, 'by'>

/** Who stands behind a bearer token, else behind the cookie's login; null where neither is valid. */
export async function findCurrentAdmin(
  em: Em,
  credential: { bearer: string | null; tokenId: string | null },
): Promise<CurrentAdmin | null> {
  if (credential.bearer !== null) {
    const [row] = await em.execute<LoginRow[]>(`${validLogin} t.token_hash = ?`, [sha256(credential.bearer)])
    if (row !== undefined) return { ...row, by: 'bearer' }
  }
  if (credential.tokenId !== null) {
    const [row] = await em.execute<LoginRow[]>(`${validLogin} t.id = ?`, [credential.tokenId])
    if (row !== undefined) return { ...row, by: 'cookie' }
  }
  return null
}

/** Ends logins: whoever holds the token or the cookie is logged out. */
export async function revokeLogins(
  em: Em,
  admin: CurrentAdmin,
  tokenIds: string[],
  address: string,
): Promise<void> {
  await em.nativeUpdate(AccessToken, { id: { $in: tokenIds }, revokedAt: null }, { revokedAt: new Date() })
  audit(em, { actor: admin.username, action: 'logout', address })
  await em.flush()
}

/** The credentials of an administrator that was just made, to be shown once. */
export interface NewCredentials {
  username: string
  password: string
}

/** Makes the first administrator where there is none; null where there is one. */
export async function ensureFirstAdmin(
  em: Em,
  wanted: { username: string | null; password: string | null },
): Promise<NewCredentials | null> {
  if ((await em.count(Admin)) > 0) return null
  const username = (wanted.username ?? 'admin').toLowerCase()
  const password = wanted.password ?? randomBytes(12).toString('base64url')
  const passwordHash = await hashPassword(password)
  em.create(Admin, { id: randomUUID(), username, passwordHash, createdAt: new Date() })
  audit(em, { actor: 'system', action: 'admin.created', subject: username })
  await em.flush()
  return { username, password }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
