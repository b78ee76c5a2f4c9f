import { concatBytes } from './bytes.ts'

/** A hash that takes all bytes at once. Core brings none of its own: Node and the browser hand theirs in. */
export type HashFunction = (bytes: Uint8Array) => Uint8Array

const blockBytes = 64

/** HMAC-SHA256 (RFC 2104) over the SHA-256 that is handed in; 32 bytes. */
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
