import { equalBytes, toHex } from './bytes.ts'
import type { HashFunction } from './hash.ts'

/** The easiest target of Bitcoin's main network. A regtest chain has 2^255 - 1. */
const mainnetEasiestTarget = 0xffffn << 208n

/**
 * The contents of an 80-byte block header, or why it does not match the commitment. Hashes are in the byte order of explorers.
 */
type HeaderCheck =
  | { matches: true; blockHash: string; previousBlockHash: string; timeSeconds: number }
  | { matches: false; problem: 'not_a_header' | 'another_merkle_root' | 'no_proof_of_work' }

/**
 * Checks a Bitcoin attestation against the header of its block: the commitment is the header's Merkle root, byte for byte
 * (explorers show it reversed), and the header meets its own target. A header cannot show that its block is on the
 * chain: `datedBlock` compares it with the blocks after it and with known ones.
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
  const target = targetOfHeader(header)
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

/** Returns the average number of hashes that it takes to meet a target, as Bitcoin counts the work of a chain. */
export function workOfTarget(target: bigint): bigint {
  return 2n ** 256n / (target + 1n)
}

/**
 * Returns the target that an 80-byte header names in compact form: one byte of exponent, three of a signed mantissa. A negative
 * target cannot be met.
 */
export function targetOfHeader(header: Uint8Array): bigint {
  const compact = new DataView(header.buffer, header.byteOffset, header.byteLength).getUint32(72, true)
  const exponent = BigInt(compact >>> 24)
  const mantissa = BigInt(compact & 0x7fffff)
  if ((compact & 0x800000) !== 0) return 0n
  // A negative number of bits shifts to the right.
  return mantissa << (8n * (exponent - 3n))
}
