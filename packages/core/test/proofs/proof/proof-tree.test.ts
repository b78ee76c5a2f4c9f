import { createHash, createHmac } from 'node:crypto'
import { concatBytes, fromHex, toHex } from '@priormark/core/proofs/proof/bytes'
import { hmacSha256 } from '@priormark/core/proofs/proof/hash'
import { leafHash, recordCommitment } from '@priormark/core/proofs/proof/leaf'
import { nodeHash, rootFromPath } from '@priormark/core/proofs/proof/merkle-path'
import { MerkleTree } from '@priormark/core/proofs/proof/merkle-tree'
import { utf8 } from '@priormark/core/platform/utf8'
import fc from 'fast-check'
import { propertyRuns } from '../../../testing/depth.ts'
import { expect, test } from 'vitest'
import { fixedBytes, sha256 } from '../../../proof-vectors/vector-batch.ts'

const leavesOf = (size: number) => Array.from({ length: size }, (_, n) => fixedBytes(`leaf ${n}`))
const flip = (bytes: Uint8Array, bit: number) =>
  bytes.map((byte, n) => (n === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))

/** MTH of RFC 9162 section 2.1.1, written down as it is defined. */
function definedRoot(leaves: readonly Uint8Array[]): Uint8Array {
  const [only] = leaves
  if (only !== undefined && leaves.length === 1) return only
  let split = 1
  while (2 * split < leaves.length) split *= 2
  return sha256(
    concatBytes(Uint8Array.of(1), definedRoot(leaves.slice(0, split)), definedRoot(leaves.slice(split))),
  )
}

test.each([
  ['0b'.repeat(20), '4869205468657265', 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
  [
    '4a656665',
    toHex(utf8('what do ya want for nothing?')),
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  ],
  ['aa'.repeat(20), 'dd'.repeat(50), '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe'],
  [
    '0102030405060708090a0b0c0d0e0f10111213141516171819',
    'cd'.repeat(50),
    '82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b',
  ],
  [
    'aa'.repeat(131),
    toHex(utf8('Test Using Larger Than Block-Size Key - Hash Key First')),
    '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
  ],
  [
    'aa'.repeat(131),
    toHex(
      utf8(
        'This is a test using a larger than block-size key and a larger than block-size data. ' +
          'The key needs to be hashed before being used by the HMAC algorithm.',
      ),
    ),
    '9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2',
  ],
])('HMAC-SHA256 returns the value of RFC 4231 (key %s)', (key, data, expected) => {
  expect(toHex(hmacSha256(fromHex(key), fromHex(data), sha256))).toBe(expected)
})

test('HMAC-SHA256 matches Node’s for any message and for key lengths around a block', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 140, maxLength: 140 }), (bytes) => {
      for (let length = 0; length <= bytes.length; length += 1) {
        const key = bytes.slice(0, length)
        const message = bytes.slice(length)
        const expected = createHmac('sha256', key).update(message).digest('hex')
        if (toHex(hmacSha256(key, message, sha256)) !== expected) return false
      }
      return true
    }),
    propertyRuns({ normal: 10, deep: 1_000 }),
  )
})

test('commitment and leaf match the format, computed with Node', () => {
  const [salt, file] = [fixedBytes('salt'), fixedBytes('file')]
  const commitment = createHmac('sha256', salt).update('priormark').update('{"name":"Zoë"}').digest()
  const leaf = createHash('sha256').update(Uint8Array.of(0)).update(file).update(commitment).digest('hex')
  expect(toHex(recordCommitment(salt, '{"name":"Zoë"}', sha256))).toBe(commitment.toString('hex'))
  expect(toHex(leafHash(file, commitment, sha256))).toBe(leaf)
})

test('roots match Certificate Transparency’s published trees', () => {
  const inputs = [
    '',
    '00',
    '10',
    '2021',
    '3031',
    '40414243',
    '5051525354555657',
    '606162636465666768696a6b6c6d6e6f',
  ]
  const roots = [
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ]
  const tree = new MerkleTree(sha256)
  const grown = inputs.map((input) => {
    tree.append(sha256(concatBytes(Uint8Array.of(0), fromHex(input))))
    return toHex(tree.root())
  })
  expect(grown).toEqual(roots)
})

test('the paths in a tree of seven match RFC 9162 section 2.1.5', () => {
  const leaves = leavesOf(7)
  const tree = new MerkleTree(sha256, leaves)
  const [a, b, c, d, e, f, j] = leaves.map(toHex)
  const pair = (left = '', right = '') => toHex(nodeHash(fromHex(left), fromHex(right), sha256))
  const g = pair(a, b)
  const h = pair(c, d)
  const i = pair(e, f)
  const k = pair(g, h)
  const l = pair(i, j)
  const pathOf = (index: number) => tree.path(index).map(({ hash }) => hash)
  expect(pathOf(0)).toEqual([b, h, l])
  expect(pathOf(3)).toEqual([c, g, l])
  expect(pathOf(4)).toEqual([f, j, k])
  expect(pathOf(6)).toEqual([i, k])
})

test('every leaf of every size up to 130 leads to the root that RFC 9162 defines, in at most log2 steps', () => {
  const tree = new MerkleTree(sha256)
  const leaves = leavesOf(130)
  for (const leaf of leaves) {
    expect(tree.append(leaf)).toBe(tree.size - 1)
    const root = toHex(tree.root())
    expect(root).toBe(toHex(definedRoot(leaves.slice(0, tree.size))))
    for (let index = 0; index < tree.size; index += 1) {
      const path = tree.path(index)
      expect(path.length).toBeLessThanOrEqual(Math.ceil(Math.log2(tree.size)))
      expect(toHex(rootFromPath(leaves[index] ?? leaf, path, sha256))).toBe(root)
    }
  }
})

test('every single changed bit of leaf or path, and every turned, dropped or doubled step, leads elsewhere', () => {
  for (const size of [1, 2, 3, 5, 7, 8, 13]) {
    const leaves = leavesOf(size)
    const tree = new MerkleTree(sha256, leaves)
    const root = toHex(tree.root())
    const leadsToRoot = (leaf: Uint8Array, path: ReturnType<typeof tree.path>) =>
      toHex(rootFromPath(leaf, path, sha256)) === root
    for (const [index, leaf] of leaves.entries()) {
      const path = tree.path(index)
      for (let bit = 0; bit < 256; bit += 1) {
        expect(leadsToRoot(flip(leaf, bit), path)).toBe(false)
        for (const step of path.keys())
          expect(
            leadsToRoot(
              leaf,
              path.map((other, n) =>
                n === step ? { ...other, hash: toHex(flip(fromHex(other.hash), bit)) } : other,
              ),
            ),
          ).toBe(false)
      }
      for (const [n, step] of path.entries()) {
        const turned = {
          side: step.side === 'left' ? ('right' as const) : ('left' as const),
          hash: step.hash,
        }
        expect(leadsToRoot(leaf, path.with(n, turned))).toBe(false)
        expect(leadsToRoot(leaf, path.toSpliced(n, 1))).toBe(false)
        expect(leadsToRoot(leaf, path.toSpliced(n, 0, step))).toBe(false)
      }
    }
  }
})

test('an inner node never verifies as a leaf, or one work as two', () => {
  const [left = fixedBytes('l'), right = fixedBytes('r')] = leavesOf(2)
  expect(toHex(leafHash(left, right, sha256))).not.toBe(toHex(nodeHash(left, right, sha256)))
})

test('rejects invalid leaves, indexes and trees', () => {
  const tree = new MerkleTree(sha256)
  expect(() => tree.root()).toThrow('A tree without leaves has no root')
  expect(() => tree.append(new Uint8Array(31))).toThrow('A leaf must have 32 bytes')
  tree.append(fixedBytes('leaf'))
  for (const index of [-1, 1, 0.5, Number.NaN])
    expect(() => tree.path(index)).toThrow(`No leaf ${index} among 1`)
})

test('names the part of a leaf that has a wrong length', () => {
  const right = fixedBytes('right')
  expect(() => recordCommitment(right.slice(1), '{}', sha256)).toThrow('The salt must have 32 bytes')
  expect(() => leafHash(right.slice(1), right, sha256)).toThrow('The fingerprint must have 32 bytes')
  expect(() => leafHash(right, right.slice(1), sha256)).toThrow('The commitment must have 32 bytes')
})
