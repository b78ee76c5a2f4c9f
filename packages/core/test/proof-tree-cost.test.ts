import { rootFromPath } from '@priormark/core/proof/merkle-path'
import { MerkleTree } from '@priormark/core/proof/merkle-tree'
import { toHex } from '@priormark/core/proof/bytes'
import { expect, test } from 'vitest'

test('a million leaves cost a million hashes, and a path of at most 20 steps costs no more than 20', () => {
  let hashes = 0
  // Structure and cost are what is looked at here, so a hash that is quick and mixes will do.
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
  for (let n = 0; n < 1_000_000; n += 1) tree.append(leaf(n))
  expect(hashes).toBeLessThan(1_000_000)
  const root = toHex(tree.root())
  for (const index of [0, 1, 499_999, 524_288, 999_998, 999_999]) {
    hashes = 0
    const path = tree.path(index)
    expect(path.length).toBeLessThanOrEqual(20)
    expect(hashes).toBeLessThanOrEqual(20)
    expect(toHex(rootFromPath(leaf(index), path, quick))).toBe(root)
  }
})
