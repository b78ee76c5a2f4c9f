import { shortNetwork, networkOf } from '../http/client-address.ts'
import { clearHits, countGuess, countHit } from '../http/rate-limit.ts'
import type { Em } from '../sql/database.ts'
import { AccessToken } from './access-token-entity.ts'
import type { Admin } from './admin-entity.ts'
import { isAuthenticatorCode } from './second-factor.ts'

/** Tries of one kind of code, from one network. */
const networkLimit = { hits: 10, windowSeconds: 900 }

/** The same in a day, from a network that the account was logged in from. */
const knownNetworkLimit = { hits: 100, windowSeconds: 86_400 }

/**
 * From all other networks together: of a million codes three fit, so that a year of 50 a day finds one with a chance of one
 * in twenty.
 */
const elsewhereLimit = { perDay: 50, free: 10, firstDelaySeconds: 60, maxDelaySeconds: 3_600 }

/**
 * Counts a try at an account's second factor. Somebody elsewhere who has the password uses up the tries of unknown networks
 * only, so the owner can log in from a known one, and from any with a recovery code. Those have 120 bits, which nobody
 * guesses, so they are limited only to spare the database.
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
  if (await knowsNetwork(em, username, address)) {
    await countHit(em, `${keys.network}:day`, knownNetworkLimit)
  } else {
    await countGuess(em, keys.elsewhere, elsewhereLimit)
  }
}

/** Forgets the tries from a network after a right code. Those of a day stay counted. */
export function clearCodeHits(
  em: Em,
  { id }: Pick<Admin, 'id'>,
  { code, address }: { code: string; address: string },
): Promise<void> {
  return clearHits(em, codeKeys(id, code, address).network)
}

/**
 * Whether there was a login of this name from the network of this address, as long as logins are kept. One that its owner
 * ended from another one has no network any more: it may have been an intruder's.
 */
export async function knowsNetwork(em: Em, username: string, address: string): Promise<boolean> {
  return (await em.count(AccessToken, { admin: { username }, network: shortNetwork(address) })) > 0
}

function codeKeys(adminId: string, code: string, address: string): { network: string; elsewhere: string } {
  const kind = isAuthenticatorCode(code) ? 'code' : 'recovery'
  const account = `login:${kind}:${adminId}`
  return { network: `${account}:${networkOf(address)}`, elsewhere: `${account}:elsewhere` }
}
