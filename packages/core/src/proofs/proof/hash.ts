import { concatBytes } from './bytes.ts'

/** A hash function over a whole message. Core does not include one: callers pass Node's or the browser's. */
export type HashFunction = (bytes: Uint8Array) => Uint8Array

const blockBytes = 64

/** HMAC-SHA256 (RFC 2104) with the given SHA-256; 32 bytes. */
export function hmacSha256(key: Uint8Array, message: Uint8Array, sha256: HashFunction): Uint8Array {
  const block = new Uint8Array(blockBytes)
  block.set(key.length > blockBytes ? sha256(key) : key)
  const inner = sha256(
    concatBytes(
      block.map((byte) => byte ^ 0x36),
      message,
    ),
  )
  return sha256(
    concatBytes(
      block.map((byte) => byte ^ 0x5c),
      inner,
    ),
  )
}
