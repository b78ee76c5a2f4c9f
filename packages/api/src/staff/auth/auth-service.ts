import { randomBytes, randomUUID } from 'node:crypto'
import { AppError } from '@priormark/core/platform/errors'
import { Role } from '@priormark/core/platform/roles'
import { audit } from '../audit/audit-service.ts'
import { networkOf, shortNetwork } from '../../platform/http/client-address.ts'
import { countHit, clearHits } from '../../platform/http/rate-limit.ts'
import type { CurrentAdmin } from '../../platform/http/state.ts'
import { type Em, forUpdate } from '../../platform/database/database.ts'
import { AccessToken, Admin } from './admin-entity.ts'
import { clearCodeHits, countCode, isKnownNetwork, consumeCode, isRequiredForAll } from './second-factor.ts'
import { hashPassword, isHashOutdated, verifyPassword } from './password.ts'
import type { SecretCipher } from './secret-cipher.ts'
import { sha256Hex } from '../../platform/sha256.ts'
import { sql, type RawBuilder } from 'kysely'
import * as v from 'valibot'
import { compileOnce, readRows } from '../../platform/database/rows.ts'
import { queries } from '../tables.ts'

/** The maximum lifetime of a login. */
export const tokenLifetimeMs = 14 * 24 * 3_600_000

/**
 * Limits guesses per account and network, and far more loosely per account from all networks that it has not logged in from.
 * A stricter second limit would let anyone who knows a username and has many addresses lock its owner out.
 */
const accountFromAddressLimit = { hits: 10, windowSeconds: 900 }
const accountLimit = { hits: 200, windowSeconds: 900 }

/** Logged instead of an unknown username, which may be a password typed into the wrong field. */
const unknownName = 'unknown name'

const codeMissingMessage = 'Enter the code from your authenticator app'

/** Verified instead if the username is unknown, so that a wrong one takes as long as a wrong password. */
const dummyHash = hashPassword(randomBytes(16).toString('hex'))

interface LoginInput {
  username: string
  password: string
  /** From the authenticator, or a recovery code; absent in the first step. */
  code?: string | undefined
  address: string
  userAgent: string
  /** The current login of the browser's cookie, which the new one replaces. */
  previousTokenId: string | null
}

/**
 * Logs in.
 * @throws AppError unauthenticated, the same for a wrong name and a wrong password; rate_limited; second_factor_required if
 * the password is right and the code is missing or wrong
 */
export async function logIn(
  em: Em,
  cipher: SecretCipher,
  input: LoginInput,
): Promise<{ token: string; tokenId: string; adminId: string }> {
  const { address } = input
  const username = input.username.toLowerCase()
  const { accountKey, fromAddressKey } = loginKeys(username, address)
  await countHit(em, fromAddressKey, accountFromAddressLimit)
  if (!(await isKnownNetwork(em, username, address))) await countHit(em, accountKey, accountLimit)

  const admin = await em.findOne(Admin, { username })
  const isCorrect = await verifyPassword(input.password, admin?.passwordHash ?? (await dummyHash))
  if (admin === null || admin.disabledAt != null || !isCorrect) throw await loginError(em, admin, address)
  // Copied, because the read with a lock below updates the same object.
  const hadSecondFactor = admin.totpEnabledAt != null
  if (hadSecondFactor) await checkSecondFactor(em, cipher, admin, input)

  await clearLoginHits(em, username, address)
  const newHash = isHashOutdated(admin.passwordHash) ? await hashPassword(input.password) : null
  const login = await em.transactional(async (tx) => {
    const lockedAdmin = await lockIfUnchanged(tx, admin, input.password)
    if (lockedAdmin === null) return null
    // Two-step verification was turned on while the password was checked, so no code was requested.
    if (lockedAdmin.totpEnabledAt != null && !hadSecondFactor) {
      throw new AppError('second_factor_required', codeMissingMessage)
    }
    if (newHash !== null) lockedAdmin.passwordHash = newHash
    if (input.previousTokenId !== null) {
      const previous = { id: input.previousTokenId, revokedAt: null }
      await tx.nativeUpdate(AccessToken, previous, { revokedAt: new Date() })
    }
    audit(tx, { actor: username, action: 'login', address })
    const client = describeClient(input.userAgent)
    return addLogin(tx, lockedAdmin, { client, network: shortNetwork(address) })
  })
  if (login === null) throw await loginError(em, admin, address)
  return { ...login, adminId: admin.id }
}

/** Adds a login of an administrator with the next flush of `em`. Returns its token, of which only a digest is stored. */
export function addLogin(
  em: Em,
  admin: Admin,
  { client, network }: { client: string | null; network: string | null },
): { token: string; tokenId: string } {
  const token = randomBytes(32).toString('base64url')
  const tokenId = randomUUID()
  const now = Date.now()
  em.create(AccessToken, {
    id: tokenId,
    tokenHash: sha256Hex(token),
    admin,
    createdAt: new Date(now),
    expiresAt: new Date(now + tokenLifetimeMs),
    client,
    network,
  })
  return { token, tokenId }
}

/** Clears the failed logins of an account, in total and from a network. */
export async function clearLoginHits(em: Em, username: string, address: string): Promise<void> {
  const { accountKey, fromAddressKey } = loginKeys(username, address)
  await clearHits(em, accountKey)
  await clearHits(em, fromAddressKey)
}

function loginKeys(username: string, address: string) {
  const accountKey = `login:account:${sha256Hex(username)}`
  return { accountKey, fromAddressKey: `${accountKey}:${networkOf(address)}` }
}

async function loginError(em: Em, admin: Admin | null, address: string): Promise<AppError> {
  audit(em, { actor: admin?.username ?? unknownName, action: 'login.failed', address })
  await em.flush()
  return new AppError('unauthenticated', 'Invalid credentials')
}

/**
 * Locks an administrator whose password was just verified. Returns null if the password has changed or the account was
 * disabled in the meantime: verification takes a while, and changing a password only ends logins that already exist.
 */
export async function lockIfUnchanged(
  em: Em,
  { id, passwordHash }: Pick<Admin, 'id' | 'passwordHash'>,
  password: string,
): Promise<Admin | null> {
  const admin = await em.findOneOrFail(Admin, id, forUpdate)
  // A different hash may still be of the same password, if another login has just rehashed it.
  const isCorrect =
    admin.passwordHash === passwordHash || (await verifyPassword(password, admin.passwordHash))
  return isCorrect && admin.disabledAt == null ? admin : null
}

async function checkSecondFactor(
  em: Em,
  cipher: SecretCipher,
  admin: Admin,
  { code, address }: LoginInput,
): Promise<void> {
  if (code === undefined) {
    // Recorded because, if no login follows, someone has only the password; the owner should see that.
    audit(em, { actor: admin.username, action: 'login.code_asked', address })
    await em.flush()
    throw new AppError('second_factor_required', codeMissingMessage)
  }
  await countCode(em, admin, { code, address })
  if (await consumeCode(em, cipher, admin, code)) {
    await clearCodeHits(em, admin, { code, address })
    return
  }
  audit(em, { actor: admin.username, action: 'login.code_failed', address })
  await em.flush()
  throw new AppError('second_factor_required', 'This code is wrong or was already used')
}

/** Returns the administrator of the bearer token, or else of the cookie; null if both are invalid or too long idle. */
export async function findCurrentAdmin(
  em: Em,
  credential: { bearer: string | null; readTokenId: () => string | null },
  idleHours: number,
): Promise<CurrentAdmin | null> {
  if (credential.bearer !== null) {
    const login = await findLogin(em, idleHours, sql`t.token_hash = ${sql.lit(sha256Hex(credential.bearer))}`)
    if (login !== null) return { ...login, by: 'bearer' }
  }
  const tokenId = credential.readTokenId()
  if (tokenId !== null) {
    const login = await findLogin(em, idleHours, sql`t.id = ${sql.lit(tokenId)}`)
    if (login !== null) return { ...login, by: 'cookie' }
  }
  return null
}

const Login = v.object({
  tokenId: v.string(),
  adminId: v.string(),
  username: v.string(),
  role: Role,
  originalUsername: v.nullable(v.string()),
  authorId: v.nullable(v.number()),
  needsSecondFactor: v.boolean(),
  isUseOutdated: v.boolean(),
})
const lastUse = sql`coalesce(t.last_used_at, t.created_at)`
const loginColumns =
  compileOnce(sql`t.id as "tokenId", a.id as "adminId", a.username, a.role, a.original_username as "originalUsername",
  a.author_id as "authorId", a.totp_enabled_at is null and ${isRequiredForAll} as "needsSecondFactor",
  ${lastUse} < now() - interval '5 minutes' as "isUseOutdated"`)

/**
 * Records a use at most once in five minutes, so that not every read becomes a write. The hash, the id and the number
 * are literals: without parameters, the driver sends one message instead of four.
 */
async function findLogin(
  em: Em,
  idleHours: number,
  condition: RawBuilder<unknown>,
): Promise<Omit<CurrentAdmin, 'by'> | null> {
  const [row] = await readRows(em, Login)`
    select ${loginColumns} from access_token t join admin a on a.id = t.admin_id
    where ${condition} and t.revoked_at is null and t.expires_at > now() and a.disabled_at is null
      and ${lastUse} > now() - make_interval(hours => ${sql.lit(idleHours)})`
  if (row === undefined) return null
  const { isUseOutdated, ...login } = row
  if (isUseOutdated)
    await sql`update access_token set last_used_at = now() where id = ${login.tokenId}`.execute(queries(em))
  return login
}

/** Ends logins: their tokens and cookies stop working. */
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

/** Browser names by user agent. The first match wins, since most user agents claim to be several browsers. */
const browsers: [RegExp, string][] = [
  [/\bElectron\//, 'Desktop app'],
  [/\b(?:Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ (?:Mobile\/\w+ )?Safari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Describes a client, such as 'Firefox on Windows'. Returns null if the user agent contains no known name. */
function describeClient(userAgent: string): string | null {
  const browser = nameIn(browsers, userAgent)
  const system = nameIn(systems, userAgent)
  if (browser === null) return system === null ? null : `A program on ${system}`
  return system === null ? browser : `${browser} on ${system}`
}

function nameIn(names: readonly [RegExp, string][], userAgent: string): string | null {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null
}
