import { shortNetwork, networkOf } from '../../platform/http/client-address.ts'
import { clearHits, countGuess, countHit } from '../../platform/http/rate-limit.ts'
import type { Em } from '../../platform/database/database.ts'
import { AccessToken, type Admin } from './admin-entity.ts'
import { isAuthenticatorCode } from './second-factor.ts'

/** Attempts at one account's codes from one network. */
const networkLimit = { hits: 10, windowSeconds: 900 }

/** Attempts in a day from a network that the account has logged in from. */
const knownNetworkLimit = { hits: 100, windowSeconds: 86_400 }

/**
 * Attempts from all other networks together. Three of a million codes are valid at a time, so 50 attempts a day for a year
 * find one with a probability of about one in twenty.
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
 * Whether the account has logged in from the network of this address, as far back as logins are kept. A login that its owner
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
