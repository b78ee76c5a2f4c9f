import { checkBitcoinHeader, reversedHex } from '@priormark/core/proofs/proof/bitcoin-header'
import type { BlockAtHeight } from '../../../../src/proofs/anchors/opentimestamps/bitcoin-blocks.ts'
import { sha256 } from '../../../../src/platform/sha256.ts'
import { regtestEasiestTarget } from './bitcoin-regtest.ts'

const easiestBits = 0x207fffff
const doubleHash = (header: Uint8Array) => sha256(sha256(header))

/** Returns the Merkle root of a block, from its header. */
export const rootOf = (header: Uint8Array) => header.subarray(36, 68)

/** Returns a header with the proof of work of a regtest chain. */
export function mineHeader({
  previous,
  root,
  timeSeconds,
}: {
  previous: Uint8Array
  root: Uint8Array
  timeSeconds: number
}): Uint8Array {
  const header = Buffer.alloc(80)
  header.set(doubleHash(previous), 4)
  header.set(root, 36)
  header.writeUInt32LE(timeSeconds, 68)
  header.writeUInt32LE(easiestBits, 72)
  const hasWork = () => checkBitcoinHeader(header, root, sha256, regtestEasiestTarget).matches
  while (!hasWork()) header.writeUInt32LE(header.readUInt32LE(76) + 1, 76)
  return new Uint8Array(header)
}

/** A block that all sources have. */
export const agreed = (header: Uint8Array): BlockAtHeight => ({
  state: 'agreed',
  hash: reversedHex(doubleHash(header)),
  header,
})
