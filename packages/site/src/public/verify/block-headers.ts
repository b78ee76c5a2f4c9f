import { fromHex } from '@priormark/core/proof/bytes'

const headerBytes = 80
/** More than any evidence has. Each header costs two hashes per attestation. */
const maxHeaders = 32

/** Returns the Bitcoin block headers in a file: 80 bytes, or hexadecimal anywhere in a text. */
export function blockHeadersIn(bytes: Uint8Array, text: string | null): Uint8Array[] {
  if (bytes.length === headerBytes) return [bytes]
  const written = (text ?? '').matchAll(/(?<![0-9a-f])[0-9a-f]{160}(?![0-9a-f])/gi)
  return Array.from(written, ([hex]) => fromHex(hex.toLowerCase())).slice(0, maxHeaders)
}
