import type { HashFunction } from '../proof/hash.ts'
import { nibblesOf } from './merkle-patricia.ts'
import { numberBytes, writeRlp, type Rlp } from './rlp.ts'

/** The tree of a block over its transactions or receipts, and the nodes that lead to one of them. */
export interface IndexTree {
  root: Uint8Array
  /** From the root to the value, as `valueAt` reads them. */
  nodes: Uint8Array[]
}

interface Leaf {
  path: readonly number[]
  value: Uint8Array
  isRequested: boolean
}

const emptyBytes = new Uint8Array()

/** Builds the Merkle-Patricia tree of a block over values by their index. There is at least one value. */
export function buildIndexTree(
  values: readonly Uint8Array[],
  index: number,
  keccak256: HashFunction,
): IndexTree {
  const leaves = values.map((value, n) => ({
    path: nibblesOf(writeRlp(numberBytes(n))),
    value,
    isRequested: n === index,
  }))
  const nodes: Uint8Array[] = []

  function referenceTo(leavesBelow: readonly Leaf[], depth: number): Rlp {
    const node = nodeOf(leavesBelow, depth)
    const bytes = writeRlp(node)
    if (bytes.length < 32 && depth > 0) return node
    if (leavesBelow.some(({ isRequested }) => isRequested)) nodes.unshift(bytes)
    return keccak256(bytes)
  }

  function nodeOf(leavesBelow: readonly Leaf[], depth: number): Rlp {
    const [first, ...others] = leavesBelow
    if (first === undefined) throw new RangeError('A tree needs a value')
    const { path, value } = first
    if (others.length === 0) return [packNibbles(path.slice(depth), 2), value]
    let end = depth
    while (path[end] !== undefined && others.every((other) => other.path[end] === path[end])) end += 1
    if (end > depth) return [packNibbles(path.slice(depth, end), 0), referenceTo(leavesBelow, end)]
    const groups = Map.groupBy(leavesBelow, (leaf) => leaf.path[depth])
    const branches = Array.from({ length: 16 }, (_, nibble) => {
      const group = groups.get(nibble)
      return group === undefined ? emptyBytes : referenceTo(group, depth + 1)
    })
    return [...branches, groups.get(undefined)?.[0]?.value ?? emptyBytes]
  }

  const root = referenceTo(leaves, 0)
  if (!(root instanceof Uint8Array)) throw new RangeError('The root of a tree is always a hash')
  return { root, nodes }
}

/** Packs nibbles behind a prefix: 0 for an extension, 2 for a leaf, one more if their number is odd. */
function packNibbles(nibbles: readonly number[], kind: 0 | 2): Uint8Array {
  const allNibbles = nibbles.length % 2 === 1 ? [kind + 1, ...nibbles] : [kind, 0, ...nibbles]
  return Uint8Array.from(
    { length: allNibbles.length / 2 },
    (_, n) => 16 * (allNibbles[2 * n] ?? 0) + (allNibbles[2 * n + 1] ?? 0),
  )
}
