import { randomBytes } from 'node:crypto'
import { fromHex } from '@priormark/core/proofs/proof/bytes'
import { Fields, only, smallNumber, tags, TokenError } from '@priormark/core/proofs/proof-v2/tsp/der'
import { berToDer, der, derInteger, oidBytes } from './der-writing.ts'

/** The object identifier of SHA-256, in hex. */
const sha256Id = '608648016503040201'

/** Returns 8 random bytes in hex that an INTEGER contains unchanged: positive, and without a leading zero. */
export function newNonce(): string {
  const bytes = randomBytes(8)
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40
  return bytes.toString('hex')
}

/** Writes the request for a time-stamp of a root (RFC 3161, section 2.4.1). It demands the certificate in the response. */
export function writeTimestampRequest(root: string, nonce: string, policy: string | null): Uint8Array {
  const algorithm = der(tags.sequence, der(tags.oid, fromHex(sha256Id)))
  return der(
    tags.sequence,
    derInteger(Uint8Array.of(1)),
    der(tags.sequence, algorithm, der(tags.octets, fromHex(root))),
    ...(policy === null ? [] : [der(tags.oid, oidBytes(policy))]),
    derInteger(fromHex(nonce)),
    der(tags.boolean, Uint8Array.of(0xff)),
  )
}

/** The statuses granted and grantedWithMods (RFC 3161, section 2.4.2). */
const grantedStatuses = [0, 1]

/**
 * Reads a response (RFC 3161, section 2.4.2), which may be BER. Returns the token in DER, or the problem, without its
 * subject, the authority.
 */
export function readTimestampResponse(bytes: Uint8Array): { token: Uint8Array } | { problem: string } {
  const unreadableResponse = { problem: 'sends a response that is not a time-stamp' }
  try {
    const derBytes = berToDer(bytes)
    if (derBytes === null) return unreadableResponse
    const response = Fields.of(derBytes)
    const status = smallNumber(response.sequence().next(tags.integer))
    if (!grantedStatuses.includes(status)) return { problem: `refuses with status ${status}` }
    const { raw } = response.next(tags.sequence)
    response.end()
    return { token: only(raw, tags.sequence).raw }
  } catch (error) {
    if (error instanceof TokenError) return unreadableResponse
    throw error
  }
}
