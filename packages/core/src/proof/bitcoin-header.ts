import { equalBytes, toHex } from './bytes.ts'
import type { HashFunction } from './hash.ts'

/** The easiest target of Bitcoin's main network. A regtest chain has 2^255 - 1. */
const mainnetEasiestTarget = 0xffffn << 208n

/**
 * The contents of an 80-byte block header, or why it does not match the commitment. Hashes are in the byte order of
 * explorers.
 */
export type HeaderCheck =
  | { matches: true; blockHash: string; previousBlockHash: string; timeSeconds: number }
  | { matches: false; problem: 'not_a_header' | 'another_merkle_root' | 'no_proof_of_work' }

/**
 * Checks a Bitcoin attestation against the header of its block: the commitment is the header's Merkle root, byte for
 * byte
 * (explorers show it reversed), and the header meets its own target. A header cannot show that its block is on the
 * chain: compare `blockHash` with any node or explorer.
 */
export function checkBitcoinHeader(
  header: Uint8Array,
  commitment: Uint8Array,
  sha256: HashFunction,
  easiestTarget = mainnetEasiestTarget,
): HeaderCheck {
  if (header.length !== 80) return { matches: false, problem: 'not_a_header' }
  if (!equalBytes(header.subarray(36, 68), commitment))
    return { matches: false, problem: 'another_merkle_root' }
  const fields = new DataView(header.buffer, header.byteOffset, header.byteLength)
  const blockHash = reversedHex(sha256(sha256(header)))
  const target = targetOf(fields.getUint32(72, true))
  if (target > easiestTarget || BigInt(`0x${blockHash}`) > target)
    return { matches: false, problem: 'no_proof_of_work' }
  return {
    matches: true,
    blockHash,
    previousBlockHash: reversedHex(header.subarray(4, 36)),
    timeSeconds: fields.getUint32(68, true),
  }
}

/** Returns a hash in the byte order of Bitcoin's tools: reversed. */
export function reversedHex(hash: Uint8Array): string {
  return toHex(hash.toReversed())
}

/** Returns the difficulty of an 80-byte header, relative to the easiest target of the main network. */
export function headerDifficulty(header: Uint8Array): number {
  const fields = new DataView(header.buffer, header.byteOffset, header.byteLength)
  const target = targetOf(fields.getUint32(72, true))
  return target === 0n ? 0 : Number(mainnetEasiestTarget) / Number(target)
}

/** Decodes a compact target: one byte of exponent, three of a signed mantissa. A negative target cannot be met. */
function targetOf(compact: number): bigint {
  const exponent = BigInt(compact >>> 24)
  const mantissa = BigInt(compact & 0x7fffff)
  if ((compact & 0x800000) !== 0) return 0n
  return exponent < 3n ? mantissa >> (8n * (3n - exponent)) : mantissa << (8n * (exponent - 3n))
}
