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

/** A token that passed the check. */
export interface CheckedToken {
  /** The time in the token. */
  time: Date
  /** The token's time plus its accuracy. */
  noLaterThan: Date
  /** The earliest expiry of the certificates in its chain. */
  validUntil: Date
  /** The certificates of the chain that are not in the token. */
  certificates: Uint8Array[]
  chain: readonly Certificate[]
  /** Whether an authority of the verifiers' list or of TSA_TRUST_FILE signed it. */
  isTrusted: boolean
  isRevocationChecked: boolean
}

/**
 * Checks a token as the verifiers do, and that it is the response to a request. `problem` has no subject: it is shown after
 * the authority's name.
 */
export async function checkReceivedToken(
  token: Uint8Array,
  { root, nonce, now }: { root: string; nonce: string; now: Date },
  { policy, trustedCertificates }: Pick<TsaConfig, 'policy' | 'trustedCertificates'>,
): Promise<CheckedToken | { problem: string }> {
  const parts = { token, certificates: [], revocation: [] }
  const result = await checkStoredToken(parts, root, trustedCertificates)
  if ('flaw' in result) return { problem: `signs an invalid time-stamp (${result.flaw})` }
  const content = readToken(token)
  if (content.nonce === undefined || toHex(content.nonce) !== nonce)
    return { problem: 'signs a time-stamp for another request' }
  if (policy !== null && content.policy !== toHex(oidBytes(policy)))
    return { problem: 'signs a time-stamp under a policy other than TSA_POLICY' }
  if (Math.abs(result.time.getTime() - now.getTime()) > maxClockDifferenceMs)
    return {
      problem: `signs the time ${result.time.toISOString()}, more than 5 minutes off this server’s clock: one of the clocks is wrong`,
    }
  if (!result.isTrusted && trustedCertificates.length > 0)
    return { problem: 'signs with certificates that lead to none in TSA_TRUST_FILE' }
  return result
}

/** Checks a token with what is stored beside it, and adds the trusted certificates to its chain. */
export async function checkStoredToken(
  parts: TokenParts,
  root: string,
  trustedCertificates: readonly Uint8Array[],
): Promise<CheckedToken | { flaw: TokenFlaw | 'weak' }> {
  const result = await checkToken(
    { ...parts, certificates: [...parts.certificates, ...trustedCertificates] },
    fromHex(root),
    [...authorities, ...trustedCertificates.map(asAuthority)],
    webcrypto.subtle,
  )
  if ('flaw' in result) return result
  if (result.isWeak) return { flaw: 'weak' }
  const { seconds, certificates } = readToken(parts.token)
  const isInToken = (raw: Uint8Array) => certificates.some((certificate) => equalBytes(certificate, raw))
  return {
    time: new Date(seconds * 1_000),
    noLaterThan: new Date(result.noLaterThanSeconds * 1_000),
    validUntil: new Date(result.validUntilSeconds * 1_000),
    certificates: result.chain.map(({ raw }) => raw).filter((raw) => !isInToken(raw)),
    chain: result.chain,
    isTrusted: result.authority !== null,
    isRevocationChecked: result.isRevocationChecked,
  }
}

/** Returns a certificate that the operator trusts as an entry of the verifiers' list. */
function asAuthority(certificate: Uint8Array): Authority {
  const anchorSha256 = toHex(sha256(certificate))
  return { name: '', country: '', anchorSha256, qualified: false, from: 0, until: null, note: '' }
}
