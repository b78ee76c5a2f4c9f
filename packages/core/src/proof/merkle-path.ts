import { concatBytes } from './bytes.ts'
import type { HashFunction } from './hash.ts'

/** One step from a leaf up to the root: the neighbour's hash, and on which side of us it stands. */
export interface PathStep {
  side: 'left' | 'right'
  hash: Uint8Array
}

const nodePrefix = Uint8Array.of(1)

/** An inner node: SHA256(01 || left || right). The prefix keeps a node from being passed off as a leaf. */
export function nodeHash(left: Uint8Array, right: Uint8Array, sha256: HashFunction): Uint8Array {
  return sha256(concatBytes(nodePrefix, left, right))
}

/** The root that a leaf and its inclusion path lead to. */
export function rootFromPath(leaf: Uint8Array, path: readonly PathStep[], sha256: HashFunction): Uint8Array {
  return path.reduce(
    (hash, step) =>
      step.side === 'left' ? nodeHash(step.hash, hash, sha256) : nodeHash(hash, step.hash, sha256),
    leaf,
  )
}
