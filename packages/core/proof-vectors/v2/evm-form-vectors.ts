import { fromHex } from '@priormark/core/proofs/proof/bytes'
import { numberBytes, writeRlp, type Rlp } from '@priormark/core/proofs/proof-v2/rlp'
import { fixedBytes } from '../vector-batch.ts'
import { evmWitness, keccak256, receiptOf, type BlockOptions } from './evm-block.ts'
import { sampleProofV2 } from './vector-proof.ts'
import { evmVector, soundVector, type VectorV2 } from './vector.ts'

const base = sampleProofV2()
const proofWith = (options: BlockOptions) => ({
  ...base,
  witnesses: [evmWitness(base.root, { size: 1, ...options })],
})

const largest = numberBytes(Number.MAX_SAFE_INTEGER)

/** Forms of RLP and of the nodes of trees that only a strict verifier refuses. */
export function evmFormVectors(): VectorV2[] {
  return [
    ...Object.entries(oddItems).map(([name, [item, written]]) =>
      evmVector(name, 'header', proofWith({ header: { 12: fromHex(item) }, rewriteHeader: written })),
    ),
    evmVector('header-with-more-behind-it', 'header', proofWith({ rewriteHeader: (hex) => `${hex}80` })),
    evmVector('header-with-an-item-in-nine-lists', 'header', proofWith({ header: { 12: nested(8) } })),
    soundVector(
      'evm/header-with-an-item-in-eight-lists',
      ['holds', 'open'],
      proofWith({ header: { 12: nested(7) } }),
    ),
    soundVector(
      'evm/header-with-bytes-and-lengths-at-their-limits',
      ['holds', 'open'],
      proofWith({
        header: {
          12: Uint8Array.of(0x7f),
          13: Uint8Array.of(0x80),
          14: new Uint8Array(55),
          15: new Uint8Array(56),
        },
      }),
    ),
    soundVector('evm/largest-number', ['holds', 'open'], {
      ...base,
      witnesses: [
        { ...evmWitness(base.root, { header: { 8: largest } }), blockNumber: Number.MAX_SAFE_INTEGER },
      ],
    }),
    ...Object.entries(brokenTrees).map(([name, nodes]) =>
      evmVector(name, 'receipt_path', proofWith({ receiptTree: treeOf(nodes) })),
    ),
    ...Object.entries(soundTrees).map(([name, nodes]) =>
      soundVector(`evm/${name}`, ['holds', 'open'], proofWith({ receiptTree: treeOf(nodes) })),
    ),
  ]
}

/** Some lists within each other. */
function nested(depth: number): Rlp {
  return depth === 0 ? new Uint8Array() : [nested(depth - 1)]
}

/** Item 12 of a header, and the same number of bytes in its place that are not RLP, or not its shortest form. */
const oddItems: Readonly<Record<string, [item: string, written: (header: string) => string]>> = {
  'byte-127-with-a-length': ['4d41524b', (hex) => hex.replace('844d41524b', '817f808080')],
  '55-bytes-in-the-long-form': [
    'ab'.repeat(56),
    (hex) => hex.replace(`b838${'ab'.repeat(56)}`, `b837${'ab'.repeat(55)}80`),
  ],
  'byte-with-a-length': ['4d41524b', (hex) => hex.replace('844d41524b', '8101808080')],
  'short-bytes-in-the-long-form': ['4d41524b', (hex) => hex.replace('844d41524b', 'b803616161')],
  'short-list-in-the-long-form': ['4d41524b', (hex) => hex.replace('844d41524b', 'f803808080')],
  'length-with-a-zero': [
    'ab'.repeat(60),
    (hex) => hex.replace(`b83c${'ab'.repeat(60)}`, `b9003b${'ab'.repeat(59)}`),
  ],
  'list-that-ends-within-an-item': ['4d41524b', (hex) => hex.replace('844d41524b', 'c3834d4152')],
}

/** The nodes of a tree, from the root on. A function makes a node with the hash of the next one. */
type Nodes = readonly ((next: Uint8Array) => Rlp)[]

function treeOf(nodes: Nodes): { root: Uint8Array; nodes: Uint8Array[] } {
  let next: Uint8Array = new Uint8Array()
  const written = nodes.toReversed().map((nodeOf) => {
    const bytes = writeRlp(nodeOf(next))
    next = keccak256(bytes)
    return bytes
  })
  return { root: next, nodes: written.toReversed() }
}

const receipt = receiptOf(2, 1)
/** A receipt as short as a verifier allows: a list with its status. */
const shortReceipt = writeRlp([numberBytes(1)])
const nothing = new Uint8Array()
const hex = (digits: string) => fromHex(digits)
/** A branch with one item; 16 is its value. */
const branch = (at: number, item: Rlp) => Array.from({ length: 17 }, (_, n) => (n === at ? item : nothing))
const fixed = (node: Rlp) => () => node

// The key of index 0 is the byte 80, so its nibbles are 8 and 0.
const brokenTrees: Readonly<Record<string, Nodes>> = {
  'leaf-with-prefix-4': [fixed([hex('4080'), receipt])],
  'leaf-with-a-nibble-behind-its-prefix': [fixed([hex('2180'), receipt])],
  'leaf-of-a-longer-key': [fixed([hex('208000'), receipt])],
  'leaf-of-a-shorter-key': [fixed([hex('38'), receipt])],
  'leaf-of-another-key': [fixed([hex('2081'), receipt])],
  'leaf-without-a-key': [fixed([nothing, receipt])],
  'leaf-without-a-value': [fixed([hex('2080'), nothing])],
  'leaf-with-a-list': [fixed([hex('2080'), [numberBytes(1)]])],
  'node-of-three-items': [fixed([hex('2080'), receipt, nothing])],
  'branch-without-a-value': [(next) => [hex('0080'), next], fixed(branch(0, fixedBytes('other')))],
  'extension-of-another-key': [(next) => [hex('17'), next], fixed(branch(0, [hex('20'), receipt]))],
  'reference-of-31-bytes': [(next) => branch(8, next.slice(1)), fixed([hex('30'), receipt])],
  'node-behind-a-value': [(next) => [hex('0080'), next], fixed(branch(16, receipt)), fixed(nothing)],
}
const soundTrees: Readonly<Record<string, Nodes>> = {
  'value-of-a-branch': [(next) => [hex('0080'), next], fixed(branch(16, receipt))],
  'extension-of-one-nibble': [(next) => [hex('18'), next], fixed(branch(0, [hex('20'), receipt]))],
  'extension-without-nibbles': [(next) => [hex('00'), next], fixed([hex('2080'), receipt])],
  'short-node-in-its-parent': [fixed(branch(8, [hex('30'), shortReceipt]))],
  // No chain has these two, and a verifier does not count the bytes of a node.
  'long-node-in-its-parent': [fixed(branch(8, [hex('30'), receipt]))],
  'short-node-in-the-list': [(next) => branch(8, next), fixed([hex('30'), shortReceipt])],
}
