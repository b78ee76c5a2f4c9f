import { randomBytes } from 'node:crypto'
import { fromHex } from '@priormark/core/proofs/proof/bytes'
import { Fields, only, smallNumber, tags, TokenError } from '@priormark/core/proofs/proof-v2/tsp/der'
import { berToDer, der, integer, oidBytes } from './der-writing.ts'

/** Object identifiers in hex. */
const sha256Id = '608648016503040201'

/** Returns 8 random bytes in hex, which an INTEGER has as they are: positive, and without a leading zero. */
export function newNonce(): string {
  const bytes = randomBytes(8)
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40
  return bytes.toString('hex')
}

/** Writes the request for a time-stamp of a root (RFC 3161, section 2.4.1). The answer must contain the certificate. */
export function timestampRequest(root: string, nonce: string, policy: string | null): Uint8Array {
  const algorithm = der(tags.sequence, der(tags.oid, fromHex(sha256Id)))
  return der(
    tags.sequence,
    integer(Uint8Array.of(1)),
    der(tags.sequence, algorithm, der(tags.octets, fromHex(root))),
    ...(policy === null ? [] : [der(tags.oid, oidBytes(policy))]),
    integer(fromHex(nonce)),
    der(tags.boolean, Uint8Array.of(0xff)),
  )
}

/** An answer of an authority: the token in DER, or what it says instead, after its name. */
export type TimestampAnswer = { token: Uint8Array } | { refusal: string }

const accepted = [0, 1]

/** Reads a response (RFC 3161, section 2.4.2), which may be BER. */
export function readTimestampAnswer(bytes: Uint8Array): TimestampAnswer {
  const unreadable = { refusal: 'sends a response that is not a time-stamp' }
  try {
    const converted = berToDer(bytes)
    if (converted === null) return unreadable
    const response = Fields.of(converted)
    const status = response.sequence()
    const code = smallNumber(status.next(tags.integer))
    if (!accepted.includes(code)) return { refusal: `refuses with status ${code}` }
    const { raw } = response.next(tags.sequence)
    response.end()
    return { token: only(raw, tags.sequence).raw }
  } catch (error) {
    if (error instanceof TokenError) return unreadable
    throw error
  }
}
