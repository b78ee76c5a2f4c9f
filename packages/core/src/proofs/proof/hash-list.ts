import { digestBytes } from './leaf.ts'

/** A growing list of 32-byte hashes in one array, which takes a fifth of the memory of separate objects. */
export class HashList {
  #bytes = new Uint8Array(digestBytes)
  #length = 0

  get length(): number {
    return this.#length
  }

  push(hash: Uint8Array): void {
    const offset = this.#length * digestBytes
    if (offset === this.#bytes.length) {
      const grown = new Uint8Array(2 * offset)
      grown.set(this.#bytes)
      this.#bytes = grown
    }
    this.#bytes.set(hash, offset)
    this.#length += 1
  }

  /** Returns a copy of the hash at an index, which must be in the list. */
  at(index: number): Uint8Array {
    return this.#bytes.slice(index * digestBytes, (index + 1) * digestBytes)
  }
}
