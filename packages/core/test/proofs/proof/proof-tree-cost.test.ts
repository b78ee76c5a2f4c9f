import { rootFromPath } from '@priormark/core/proofs/proof/merkle-path'
import { MerkleTree } from '@priormark/core/proofs/proof/merkle-tree'
import { toHex } from '@priormark/core/proofs/proof/bytes'
import { expect, test } from 'vitest'

test('100,000 leaves cost fewer than 100,000 hashes, and a path of at most 17 steps costs no more than 17', () => {
  let hashes = 0
  // This tests structure and cost, so a fast hash function is enough.
  const quick = (bytes: Uint8Array) => {
    hashes += 1
    const words = new Uint32Array(8)
    for (let n = 0; n < bytes.length; n += 1)
      words[n % 8] = Math.imul((words[n % 8] ?? 0) ^ (bytes[n] ?? 0), 0x01000193) ^ n
    return new Uint8Array(words.buffer)
  }
  const leaf = (n: number) => {
    const bytes = new Uint8Array(32)
    new DataView(bytes.buffer).setUint32(0, n)
    return bytes
  }
  const tree = new MerkleTree(quick)
  for (let n = 0; n < 100_000; n += 1) tree.append(leaf(n))
  expect(hashes).toBeLessThan(100_000)
  const root = toHex(tree.root())
  for (const index of [0, 1, 49_999, 65_536, 99_998, 99_999]) {
    hashes = 0
    const path = tree.path(index)
    expect(path.length).toBeLessThanOrEqual(17)
    expect(hashes).toBeLessThanOrEqual(17)
    expect(toHex(rootFromPath(leaf(index), path, quick))).toBe(root)
  }
})
