import { concatBytes, toHex } from './bytes.ts'
import { hmacSha256, type HashFunction } from './hash.ts'
import { utf8 } from '../../platform/utf8.ts'

/** The prefix of version 1, `priormark` in ASCII: before the record in a commitment and before the root on a chain. */
export const proofTag = utf8('priormark')

/** The length of a salt, a hash and a commitment. */
export const digestBytes = 32

const leafPrefix = Uint8Array.of(0)

/**
 * Commits to a record without revealing it: HMAC-SHA256(salt, tag || record). The salt prevents guessing the record.
 * @param salt 32 random bytes, a different salt for each order
 */
export function recordCommitment(salt: Uint8Array, record: string, sha256: HashFunction): Uint8Array {
  requireDigest(salt, 'salt')
  return hmacSha256(salt, concatBytes(proofTag, utf8(record)), sha256)
}

/** The leaf of one work: SHA256(00 || fileSha256 || commitment). */
export function leafHash(fileSha256: Uint8Array, commitment: Uint8Array, sha256: HashFunction): Uint8Array {
  requireDigest(fileSha256, 'fingerprint')
  requireDigest(commitment, 'commitment')
  return sha256(concatBytes(leafPrefix, fileSha256, commitment))
}

function requireDigest(bytes: Uint8Array, name: string): void {
  if (bytes.length !== digestBytes) throw new RangeError(`The ${name} must have ${digestBytes} bytes`)
}

/** Returns the input data of the transaction that anchors a root on an EVM chain: tag || 01 || root, in hex with 0x. */
export function evmCalldata(rootHex: string): `0x${string}` {
  return `0x${toHex(proofTag)}01${rootHex}`
}
