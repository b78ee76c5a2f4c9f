import { fromHex, toHex } from '@priormark/core/proofs/proof/bytes'
import { evmFlaw } from '@priormark/core/proofs/proof-v2/evm-evidence'
import { valueAt } from '@priormark/core/proofs/proof-v2/merkle-patricia'
import { buildIndexTree } from '@priormark/core/proofs/proof-v2/merkle-patricia-writing'
import { writeRlp } from '@priormark/core/proofs/proof-v2/rlp'
import { describe, expect, test } from 'vitest'
import { evmWitness, keccak256 } from '../../../proof-vectors/v2/evm-block.ts'

const root = '5a'.repeat(32)

describe('buildIndexTree', () => {
  test('has the root that Ethereum published for its first block with a transaction, 46147', () => {
    const transaction = writeRlp(
      [
        '',
        '2d79883d2000',
        '5208',
        '5df9b87991262f6ba471f09758cde1c0fc1de734',
        '7a69',
        '',
        '1c',
        '88ff6cf0fefd94db46111149ae4bfc179e9b94721fffd821d38d16464b3f71d0',
        '45e0aff800961cfce805daef7016b9b675c137a6a41a548f7b60a3484c06a33a',
      ].map(fromHex),
    )
    expect(toHex(keccak256(transaction))).toBe(
      '5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060',
    )
    expect(toHex(buildIndexTree([transaction], 0, keccak256).root)).toBe(
      '4513310fcb9f6f616972a3b948dc5d547f280849a87ebb5af0191f98b87be598',
    )
  })

  test.each([1, 2, 16, 17, 127, 128, 129, 256, 300])('leads to every value of %i, and no other', (size) => {
    // Values of one byte make nodes that are parts of their parents.
    const values = Array.from({ length: size }, (_, n) => new Uint8Array(n % 2 === 0 ? 1 : 40).fill(n + 1))
    const roots = new Set<string>()
    for (const [index, value] of values.entries()) {
      const tree = buildIndexTree(values, index, keccak256)
      roots.add(toHex(tree.root))
      expect(valueAt(tree.root, index, tree.nodes, keccak256)).toEqual(value)
      expect(valueAt(tree.root, size, tree.nodes, keccak256)).toBeNull()
    }
    expect(roots.size).toBe(1)
  })
})

describe('evmFlaw', () => {
  test.each([
    [0, 1],
    [1, 2],
    [2, 129],
    [3, 1],
    [4, 2],
  ])('refuses evidence of type %i in a block of %i with any byte changed', (type, size) => {
    const witness = evmWitness(root, { type, size })
    const { evidence } = witness
    const flawOf = (changed: object) => evmFlaw(witness, { ...evidence, ...changed }, root, keccak256)
    expect(flawOf({})).toBeNull()
    let accepted = 0
    for (const bytes of flips(evidence.header)) if (flawOf({ header: bytes }) === null) accepted += 1
    for (const part of ['transaction', 'receipt'] as const)
      for (const [n, node] of evidence[part].entries())
        for (const bytes of flips(node))
          if (flawOf({ [part]: evidence[part].with(n, bytes) }) === null) accepted += 1
    for (let index = 0; index < 300; index += 1)
      if (index !== evidence.index && flawOf({ index }) === null) accepted += 1
    expect(accepted).toBe(0)
  })

  test.each([['blockHash'], ['transactionHash']] as const)('refuses any byte changed in %s', (name) => {
    const witness = evmWitness(root)
    for (const bytes of flips(witness[name].slice(2)))
      expect(evmFlaw({ ...witness, [name]: `0x${bytes}` }, witness.evidence, root, keccak256)).not.toBeNull()
  })

  test('refuses any byte changed in the root, and every number but the true one', () => {
    const witness = evmWitness(root)
    const { evidence } = witness
    for (const bytes of flips(root)) expect(evmFlaw(witness, evidence, bytes, keccak256)).toBe('data')
    for (const name of ['blockNumber', 'blockTime', 'chainId'] as const)
      for (const by of [-1, 1, 256])
        expect(evmFlaw({ ...witness, [name]: witness[name] + by }, evidence, root, keccak256)).not.toBeNull()
  })
})

/** The bytes with one bit of one byte changed, for each byte; another bit each time. */
function* flips(hex: string): Generator<string> {
  const bytes = fromHex(hex)
  for (const [n, byte] of bytes.entries()) yield toHex(bytes.with(n, byte ^ (1 << (n % 8))))
}
