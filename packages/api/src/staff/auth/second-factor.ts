import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Em } from '../../platform/database/database.ts'
import { Admin, AccessToken, RecoveryCode } from './admin-entity.ts'
import type { SecretCipher } from './secret-cipher.ts'
import { sha256Hex } from '../../platform/sha256.ts'
import { sql, type SqlBool } from 'kysely'
import { readSetting, removeSetting, writeSetting } from '../../platform/database/setting-service.ts'
import { shortNetwork, networkOf } from '../../platform/http/client-address.ts'
import { clearHits, countGuess, countHit } from '../../platform/http/rate-limit.ts'

/** The parameters of RFC 6238 that every authenticator supports. */
const totpParameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** Clocks may differ by this many steps of 30 seconds in either direction. */
const driftSteps = 1

const recoveryCodeCount = 10
/** 120 bits cannot be guessed, so a plain hash is enough. */
const recoveryCodeBytes = 15

/** Returns a new secret in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** Returns the content of the QR code that authenticators scan. */
export function totpUri(secret: string, { issuer, username }: { issuer: string; username: string }): string {
  return new TOTP({ ...totpParameters, issuer, label: username, secret }).toString()
}

/** Whether the input is an authenticator code; anything else is treated as a recovery code. */
function isAuthenticatorCode(input: string): boolean {
  return /^\d{6}$/.test(withoutSpaces(input))
}

function withoutSpaces(input: string): string {
  return input.replace(/[\s-]/g, '')
}

/**
 * Consumes an authenticator or recovery code. A used authenticator code and older ones are never accepted again. If two
 * requests send the same code at once, the database accepts only one.
 */
export async function consumeCode(
  em: Em,
  cipher: SecretCipher,
  admin: Admin,
  input: string,
): Promise<boolean> {
  const code = withoutSpaces(input)
  if (isAuthenticatorCode(code)) return consumeTotp(em, cipher, admin, code)
  const recoveryCode = { codeHash: sha256Hex(code.toUpperCase()), admin: admin.id }
  return (await em.nativeDelete(RecoveryCode, recoveryCode)) > 0
}

async function consumeTotp(em: Em, cipher: SecretCipher, admin: Admin, token: string): Promise<boolean> {
  const secret = admin.totpSecret == null ? null : cipher.decrypt(admin.totpSecret, admin.id)
  if (secret === null) return false
  const totp = new TOTP({ ...totpParameters, secret })
  const timestamp = Date.now()
  const drift = totp.validate({ token, timestamp, window: driftSteps })
  if (drift === null) return false
  const step = totp.counter({ timestamp }) + drift
  const { id, totpSecret } = admin
  const unused = { id, totpSecret, $or: [{ totpStep: null }, { totpStep: { $lt: step } }] }
  return (await em.nativeUpdate(Admin, unused, { totpStep: step })) > 0
}

/** Removes the second factor of an administrator with its recovery codes. */
export async function removeSecondFactor(em: Em, admin: Admin): Promise<void> {
  Object.assign(admin, { totpSecret: null, totpEnabledAt: null, totpStep: null })
  await em.nativeDelete(RecoveryCode, { admin })
}

/** Replaces all recovery codes with ten new ones and returns them. Only their hashes are stored. */
export async function createRecoveryCodes(em: Em, adminId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
  await em.nativeDelete(RecoveryCode, { admin: adminId })
  const rows = codes.map((code) => ({ codeHash: sha256Hex(code.replaceAll('-', '')), admin: adminId }))
  await em.insertMany(RecoveryCode, rows)
  return codes
}

/** Returns six groups of four letters and digits, without those that look alike. */
function newRecoveryCode(): string {
  const secret = new Secret({ buffer: Uint8Array.from(randomBytes(recoveryCodeBytes)).buffer })
  return (secret.base32.match(/.{4}/g) ?? []).join('-')
}

const settingName = 'second-factor-required'

/** An SQL condition: everyone must use two-step verification. */
export const isRequiredForAll = sql<SqlBool>`exists (select 1 from setting where name = ${sql.lit(settingName)})`

/** Whether everyone must turn on two-step verification before they can do anything else. */
export async function isSecondFactorRequired(em: Em): Promise<boolean> {
  return (await readSetting(em, settingName)) !== null
}

/** Requires two-step verification for everyone, or makes it optional. Idempotent. */
export function setSecondFactorRequired(em: Em, isRequired: boolean): Promise<void> {
  return isRequired ? writeSetting(em, settingName, 'true') : removeSetting(em, settingName)
}

/** Limits attempts at one account's codes from one network. */
const networkLimit = { hits: 10, windowSeconds: 900 }

/** Limits attempts in a day from a network that the account has logged in from. */
const knownNetworkLimit = { hits: 100, windowSeconds: 86_400 }

/**
 * Limits attempts from all other networks together. Three of a million codes are valid at a time, so 50 attempts a day for a year
 * guess one with a probability of about one in twenty.
 */
const elsewhereLimit = { perDay: 50, free: 10, firstDelaySeconds: 60, maxDelaySeconds: 3_600 }

/**
 * Counts an attempt at an account's second factor. An attacker who has the password uses up only the attempts of unknown
 * networks, so the owner can still log in from a known one, or from anywhere with a recovery code. Recovery codes have 120
 * bits and cannot be guessed; they are limited only to protect the database.
 * @throws AppError rate_limited
 */
export async function countCode(
  em: Em,
  { id, username }: Pick<Admin, 'id' | 'username'>,
  { code, address }: { code: string; address: string },
): Promise<void> {
  const keys = codeKeys(id, code, address)
  await countHit(em, keys.network, networkLimit)
  if (!isAuthenticatorCode(code)) return
  if (await isKnownNetwork(em, username, address)) {
    await countHit(em, `${keys.network}:day`, knownNetworkLimit)
  } else {
    await countGuess(em, keys.elsewhere, elsewhereLimit)
  }
}

/** Clears the attempts from a network after a correct code. Daily counts remain. */
export function clearCodeHits(
  em: Em,
  { id }: Pick<Admin, 'id'>,
  { code, address }: { code: string; address: string },
): Promise<void> {
  return clearHits(em, codeKeys(id, code, address).network)
}

/**
 * Whether the account has logged in from the network of this address, as far back as logins are stored. A login that its owner
 * ended from another one does not count: it may have been an intruder's.
 */
export async function isKnownNetwork(em: Em, username: string, address: string): Promise<boolean> {
  return (await em.count(AccessToken, { admin: { username }, network: shortNetwork(address) })) > 0
}

function codeKeys(adminId: string, code: string, address: string): { network: string; elsewhere: string } {
  const kind = isAuthenticatorCode(code) ? 'code' : 'recovery'
  const account = `login:${kind}:${adminId}`
  return { network: `${account}:${networkOf(address)}`, elsewhere: `${account}:elsewhere` }
}
