import { fromHex } from '@priormark/core/proofs/proof/bytes'

/** More than any evidence has. Each header costs two hashes per attestation. */
const maxHeaders = 32

/** Whether a file of this name has headers of Bitcoin blocks. Nothing else is searched for them, above all no work. */
export function isHeadersName(name: string): boolean {
  return /(^|[/\\])bitcoin-block-[^/\\]*\.json$/.test(name)
}

/** Returns the Bitcoin block headers in a text: 80 bytes each, in hexadecimal. */
export function blockHeadersIn(text: string): Uint8Array[] {
  const written = text.matchAll(/(?<![0-9a-f])[0-9a-f]{160}(?![0-9a-f])/gi)
  return Array.from(written, ([hex]) => fromHex(hex.toLowerCase())).slice(0, maxHeaders)
}
