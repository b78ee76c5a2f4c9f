import { toHex } from './bytes.ts'
import type { HashFunction } from './hash.ts'
import { digestBytes } from './leaf.ts'
import { nodeHash, type PathStep } from './merkle-path.ts'

/**
 * The Merkle tree of RFC 9162 section 2.1 over leaves that are already hashes. A node without a sibling moves up
 * unchanged and is never paired with itself. Appending costs one hash on average; root and paths cost O(log n) at any
 * time.
 */
export class MerkleTree {
  readonly #sha256: HashFunction
  /** Complete nodes only: node n of level d covers 2^d leaves from n * 2^d. */
  readonly #levels: Uint8Array[][] = []

  constructor(sha256: HashFunction, leaves: Iterable<Uint8Array> = []) {
    this.#sha256 = sha256
    for (const leaf of leaves) this.append(leaf)
  }

  /** How many leaves the tree has. */
  get size(): number {
    return this.#level(0).length
  }

  /** Appends a leaf of 32 bytes and returns its index. */
  append(leaf: Uint8Array): number {
    if (leaf.length !== digestBytes) throw new RangeError(`A leaf must have ${digestBytes} bytes`)
    this.#level(0).push(leaf)
    for (let depth = 0; this.#level(depth).length % 2 === 0; depth += 1) {
      const { length } = this.#level(depth)
      this.#level(depth + 1).push(this.#pair(depth, length - 2))
    }
    return this.size - 1
  }

  /** Returns the root over all leaves. @throws RangeError if there are none */
  root(): Uint8Array {
    if (this.size === 0) throw new RangeError('A tree without leaves has no root')
    return this.#node(Math.ceil(Math.log2(this.size)), 0)
  }

  /** Returns the inclusion path of a leaf, starting at the leaf; at most ceil(log2(size)) steps. */
  path(index: number): PathStep[] {
    if (!Number.isInteger(index) || index < 0 || index >= this.size)
      throw new RangeError(`No leaf ${index} among ${this.size}`)
    const path: PathStep[] = []
    for (let depth = 0; 2 ** depth < this.size; depth += 1) {
      const position = Math.floor(index / 2 ** depth)
      const sibling = position % 2 === 0 ? position + 1 : position - 1
      if (this.#covers(depth, sibling))
        path.push({ side: sibling < position ? 'left' : 'right', hash: toHex(this.#node(depth, sibling)) })
    }
    return path
  }

  /** Whether a node of a level covers any leaf. */
  #covers(depth: number, position: number): boolean {
    return position * 2 ** depth < this.size
  }

  /** Returns a complete node, or computes the incomplete one at the right edge. */
  #node(depth: number, position: number): Uint8Array {
    const node = this.#level(depth)[position]
    if (node !== undefined) return node
    const right = 2 * position + 1
    return this.#covers(depth - 1, right)
      ? this.#pair(depth - 1, right - 1)
      : this.#node(depth - 1, right - 1)
  }

  #pair(depth: number, left: number): Uint8Array {
    return nodeHash(this.#node(depth, left), this.#node(depth, left + 1), this.#sha256)
  }

  #level(depth: number): Uint8Array[] {
    return (this.#levels[depth] ??= [])
  }
}
