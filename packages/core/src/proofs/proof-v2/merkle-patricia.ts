import { equalBytes } from '../proof/bytes.ts'
import type { HashFunction } from '../proof/hash.ts'
import { numberBytes, readRlp, writeRlp, type Rlp } from './rlp.ts'

/**
 * Returns the value that a Merkle-Patricia tree of a block has for an index, by the nodes from its root to the leaf. Null if
 * they do not lead from the root to a value, or if there are too many.
 */
export function valueAt(
  root: Uint8Array,
  index: number,
  nodes: readonly Uint8Array[],
  keccak256: HashFunction,
): Uint8Array | null {
  let path = nibblesOf(writeRlp(numberBytes(index)))
  let usedNodes = 0
  let reference: Rlp | undefined = root
  for (;;) {
    // A node of less than 32 bytes is a part of its parent.
    let node: Rlp | null | undefined = reference
    if (reference instanceof Uint8Array) {
      const bytes = nodes[usedNodes]
      usedNodes += 1
      if (bytes === undefined || !equalBytes(keccak256(bytes), reference)) return null
      node = readRlp(bytes)
    }
    if (!Array.isArray(node)) return null
    const items: readonly Rlp[] = node
    if (items.length === 17) {
      const [nibble, ...rest] = path
      if (nibble === undefined) return usedNodes === nodes.length ? valueIn(items[16]) : null
      path = rest
      reference = items[nibble]
      continue
    }
    const step = items.length === 2 ? stepOf(items[0]) : null
    if (step === null || step.nibbles.some((nibble, n) => nibble !== path[n])) return null
    path = path.slice(step.nibbles.length)
    if (step.isLeaf) return path.length === 0 && usedNodes === nodes.length ? valueIn(items[1]) : null
    reference = items[1]
  }
}

/** The nibbles that a leaf or an extension stands for, by its prefix: 0 and 1 for extensions, 2 and 3 for leaves. */
function stepOf(item: Rlp | undefined): { isLeaf: boolean; nibbles: number[] } | null {
  if (!(item instanceof Uint8Array)) return null
  const [prefix, second, ...rest] = nibblesOf(item)
  if (prefix === undefined || second === undefined || prefix > 3) return null
  if (prefix % 2 === 0 && second !== 0) return null
  return { isLeaf: prefix > 1, nibbles: prefix % 2 === 0 ? rest : [second, ...rest] }
}

function valueIn(item: Rlp | undefined): Uint8Array | null {
  return item instanceof Uint8Array && item.length > 0 ? item : null
}

/** Returns the half bytes of a key. */
export function nibblesOf(bytes: Uint8Array): number[] {
  return Array.from(bytes).flatMap((byte) => [byte >> 4, byte & 15])
}
