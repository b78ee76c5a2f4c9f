import { webcrypto } from 'node:crypto'
import { equalBytes, fromHex, toHex } from '@priormark/core/proofs/proof/bytes'
import { authorities, type Authority } from '@priormark/core/proofs/proof-v2/tsp/authorities'
import type { Certificate } from '@priormark/core/proofs/proof-v2/tsp/certificate'
import type { TokenFlaw } from '@priormark/core/proofs/proof-v2/tsp/der'
import { checkToken, readToken, type TokenParts } from '@priormark/core/proofs/proof-v2/tsp/token'
import { sha256 } from '../../../platform/sha256.ts'
import { oidBytes } from './der-writing.ts'
import type { TsaConfig } from './tsa-config.ts'

/** How far the clocks of the authority and of this server may be apart. */
const maxClockDifferenceMs = 5 * 60_000

/** A token that holds. */
export interface CheckedToken {
  /** The token's own time. */
  time: Date
  noLaterThan: Date
  /** The first end of a certificate in its chain. */
  validUntil: Date
  /** The certificates of the chain that are not in the token. */
  certificates: Uint8Array[]
  chain: readonly Certificate[]
  /** Whether an authority of the tables or of TSA_TRUST_FILE signed it. */
  isTrusted: boolean
  isRevocationChecked: boolean
}

/** What a token must be for: the root, the nonce of its request, and when it arrived. */
interface TokenRequest {
  root: string
  nonce: string
  now: Date
}

/** Checks a token as the verifiers do, and as an answer to a request. Returns what is wrong with it, after the authority's name. */
export async function checkAnsweredToken(
  token: Uint8Array,
  { root, nonce, now }: TokenRequest,
  config: Pick<TsaConfig, 'policy' | 'trusted'>,
): Promise<CheckedToken | { problem: string }> {
  const checked = await checkStoredToken({ token, certificates: [], revocation: [] }, root, config.trusted)
  if ('flaw' in checked) return { problem: `signs a time-stamp that does not hold (${checked.flaw})` }
  const stated = readToken(token)
  if (stated.nonce === undefined || toHex(stated.nonce) !== nonce)
    return { problem: 'signs a time-stamp for another request' }
  if (config.policy !== null && stated.policy !== toHex(oidBytes(config.policy)))
    return { problem: 'signs a time-stamp of another policy than TSA_POLICY' }
  if (Math.abs(checked.time.getTime() - now.getTime()) > maxClockDifferenceMs)
    return {
      problem: `signs the time ${checked.time.toISOString()}, more than 5 minutes off the clock of this server: one of the clocks is wrong`,
    }
  if (!checked.isTrusted && config.trusted.length > 0)
    return { problem: 'signs with certificates that lead to none in TSA_TRUST_FILE' }
  return checked
}

/** Checks a token with what is stored beside it, and adds the trusted certificates to its chain. */
export async function checkStoredToken(
  parts: TokenParts,
  root: string,
  trusted: readonly Uint8Array[],
): Promise<CheckedToken | { flaw: TokenFlaw | 'weak' }> {
  const result = await checkToken(
    { ...parts, certificates: [...parts.certificates, ...trusted] },
    fromHex(root),
    [...authorities, ...trusted.map(asAuthority)],
    webcrypto.subtle,
  )
  if ('flaw' in result) return result
  if (result.isWeak) return { flaw: 'weak' }
  const { seconds, certificates: own } = readToken(parts.token)
  return {
    time: new Date(seconds * 1_000),
    noLaterThan: new Date(result.noLaterThanSeconds * 1_000),
    validUntil: new Date(result.validUntilSeconds * 1_000),
    certificates: result.chain.flatMap(({ raw }) => (own.some((one) => equalBytes(one, raw)) ? [] : [raw])),
    chain: result.chain,
    isTrusted: result.authority !== null,
    isRevocationChecked: result.isRevocationChecked,
  }
}

/** A certificate that the operator trusts, as a row of the tables. */
function asAuthority(certificate: Uint8Array): Authority {
  const anchorSha256 = toHex(sha256(certificate))
  return { name: '', country: '', anchorSha256, qualified: false, from: 0, until: null, note: '' }
}
