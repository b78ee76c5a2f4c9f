import { fromHex } from '@priormark/core/proof/bytes'

const headerBytes = 80
/** More than evidence has; each costs two hashes for every attestation. */
const maxHeaders = 32

/** The headers of Bitcoin blocks in a file: 80 bytes alone, or written out in hexadecimal anywhere in a text. */
export function blockHeadersIn(bytes: Uint8Array, text: string | null): Uint8Array[] {
  if (bytes.length === headerBytes) return [bytes]
  const written = (text ?? '').matchAll(/(?<![0-9a-f])[0-9a-f]{160}(?![0-9a-f])/gi)
  return Array.from(written, ([hex]) => fromHex(hex.toLowerCase())).slice(0, maxHeaders)
}
