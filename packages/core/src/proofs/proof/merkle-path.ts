import { concatBytes, fromHex } from './bytes.ts'
import type { HashFunction } from './hash.ts'

/** One step from a leaf to the root: the sibling's hash in hex, and on which side it is. */
export interface PathStep {
  side: 'left' | 'right'
  hash: string
}

const nodePrefix = Uint8Array.of(1)

/** Returns the hash of an inner node: SHA256(01 || left || right). The prefix prevents presenting a node as a leaf. */
export function nodeHash(left: Uint8Array, right: Uint8Array, sha256: HashFunction): Uint8Array {
  return sha256(concatBytes(nodePrefix, left, right))
}

/** Computes the root from a leaf and its inclusion path. */
export function rootFromPath(leaf: Uint8Array, path: readonly PathStep[], sha256: HashFunction): Uint8Array {
  return path.reduce((hash, step) => {
    const sibling = fromHex(step.hash)
    return step.side === 'left' ? nodeHash(sibling, hash, sha256) : nodeHash(hash, sibling, sha256)
  }, leaf)
}
