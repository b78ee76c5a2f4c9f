import { toHex } from '@priormark/core/proofs/proof/bytes'
import type { Witness } from '@priormark/core/proofs/proof-v2/proof-v2-schema'
import { writeRlp } from '@priormark/core/proofs/proof-v2/rlp'
import { fixedBytes } from '../vector-batch.ts'
import { evmWitness, receiptOf, receiptWithLevels, transactionOf, type EvmWitness } from './evm-block.ts'
import { flipped } from './tampered-vectors.ts'
import { sampleProofV2 } from './vector-proof.ts'
import { evmVector, problemVector, soundVector, type VectorV2 } from './vector.ts'

const base = sampleProofV2()
const other = toHex(fixedBytes('another digest'))

type Change = (witness: EvmWitness) => Witness | object

/** Every check of EVM evidence broken, and bits flipped in every part. */
export function evmEvidenceVectors(): VectorV2[] {
  const { root } = base
  const proofWith = (witness: object) => ({ ...base, witnesses: [witness] })
  const sound = evmWitness(root, { size: 129 })
  const part =
    (name: 'header' | 'index' | 'transaction' | 'receipt', value: unknown): Change =>
    (witness) => ({
      ...witness,
      evidence: { ...witness.evidence, [name]: value },
    })
  const { header, transaction, receipt } = sound.evidence
  const flippedIn = (nodes: readonly string[], n: number, at: number) =>
    nodes.map((node, m) => (m === n ? flipped(node, at) : node))
  const calldata = (rootHex: string) => Uint8Array.from(Buffer.from(`7072696f726d61726b01${rootHex}`, 'hex'))
  const transactionWith = (type: number, data: Uint8Array, chainId = 1) => ({
    transaction: transactionOf(type, chainId, data),
  })
  const spread = (count: number, length: number) =>
    Array.from({ length: count }, (_, n) => Math.floor((n * (length - 1)) / (count - 1)))
  const changes = [
    ...spread(12, header.length).map((at) => [
      'block_hash',
      `header-digit-${at}`,
      part('header', flipped(header, at)),
    ]),
    ['block_hash', 'header-longer', part('header', `${header}00`)],
    ['block_hash', 'header-empty-list', part('header', 'c0')],
    ['block_hash', 'another-block-hash', (w: EvmWitness) => ({ ...w, blockHash: `0x${other}` })],
    ['header', 'another-number', (w: EvmWitness) => ({ ...w, blockNumber: 43 })],
    ['header', 'another-time', (w: EvmWitness) => ({ ...w, blockTime: w.blockTime - 1 })],
    ['transaction_path', 'another-index', part('index', 127)],
    ['transaction_path', 'index-out-of-the-block', part('index', 129)],
    ['transaction_path', 'largest-index', part('index', Number.MAX_SAFE_INTEGER)],
    ['transaction_path', 'no-nodes', part('transaction', [])],
    ['transaction_path', 'first-node-missing', part('transaction', transaction.slice(1))],
    ['transaction_path', 'last-node-missing', part('transaction', transaction.slice(0, -1))],
    ['transaction_path', 'a-node-more', part('transaction', [...transaction, transaction[0]])],
    ['transaction_path', 'nodes-in-another-order', part('transaction', transaction.toReversed())],
    ['transaction_path', 'nodes-of-the-receipt', part('transaction', receipt)],
    ...transaction.flatMap((node, n) =>
      spread(5, node.length).map((at) => [
        'transaction_path',
        `transaction-${n}-digit-${at}`,
        part('transaction', flippedIn(transaction, n, at)),
      ]),
    ),
    ['receipt_path', 'no-receipt', part('receipt', [])],
    ['receipt_path', 'receipt-node-missing', part('receipt', receipt.slice(1))],
    ['receipt_path', 'a-receipt-node-more', part('receipt', [...receipt, receipt[0]])],
    ['receipt_path', 'nodes-of-the-transaction', part('receipt', transaction)],
    ...receipt.flatMap((node, n) =>
      spread(5, node.length).map((at) => [
        'receipt_path',
        `receipt-${n}-digit-${at}`,
        part('receipt', flippedIn(receipt, n, at)),
      ]),
    ),
    ['transaction_hash', 'another-transaction', (w: EvmWitness) => ({ ...w, transactionHash: `0x${other}` })],
    ['chain', 'another-chain', (w: EvmWitness) => ({ ...w, chainId: 10 })],
  ] as [Parameters<typeof evmVector>[1], string, Change][]
  const blocks = {
    'header-of-15': ['header', { headerFields: 15 }],
    'header-of-24': ['header', { headerFields: 24, header: {} }],
    'number-with-a-leading-zero': ['header', { header: { 8: Uint8Array.of(0, 42) } }],
    'time-in-a-list': ['header', { header: { 11: [Uint8Array.of(1)] } }],
    'root-of-31-bytes': ['header', { header: { 4: new Uint8Array(31) } }],
    'receipts-root-in-a-list': ['header', { header: { 5: [] } }],
    'failed-transaction': ['failed', { receipt: receiptOf(2, 0) }],
    'failed-legacy-transaction': ['failed', { type: 0, receipt: receiptOf(0, 0) }],
    'receipt-from-before-byzantium': [
      'failed',
      { receipt: writeRlp([fixedBytes('state'), Uint8Array.of(1)]) },
    ],
    'receipt-that-is-no-list': ['failed', { receipt: Uint8Array.of(2, 1) }],
    'receipt-with-more-behind-it': ['failed', { receipt: Uint8Array.of(2, 0xc1, 1, 0) }],
    'status-in-two-bytes': ['failed', { receipt: Uint8Array.of(2, 0xc2, 0x81, 1) }],
    'status-with-a-leading-zero': ['failed', { receipt: Uint8Array.of(2, 0xc3, 0x82, 0, 1) }],
    'length-in-a-needless-byte': ['failed', { receipt: Uint8Array.of(2, 0xf8, 1, 1) }],
    'length-with-a-leading-zero': [
      'failed',
      { receipt: Uint8Array.of(2, 0xf9, 0, 56, 1, ...writeRlp(new Uint8Array(54))) },
    ],
    'length-above-the-rest': ['failed', { receipt: Uint8Array.of(2, 0xc2, 1) }],
    'nine-levels-in-the-receipt': ['failed', { receipt: receiptWithLevels(9) }],
    'receipt-of-type-128': ['failed', { receipt: Uint8Array.of(0x80, ...receiptOf(0, 1)) }],
    'receipt-of-type-0-written-out': ['failed', { receipt: Uint8Array.of(0, ...receiptOf(0, 1)) }],
    'deposit-of-an-op-chain': ['type', { transaction: transactionOf(2, 1, calldata(root)).with(0, 0x7e) }],
    'type-5': ['type', { transaction: transactionOf(2, 1, calldata(root)).with(0, 5) }],
    'type-0-written-out': ['type', { transaction: Uint8Array.of(0, ...transactionOf(0, 1, calldata(root))) }],
    'fields-of-another-type': ['type', { transaction: transactionOf(1, 1, calldata(root)).with(0, 2) }],
    'data-of-another-root': ['data', transactionWith(2, calldata(other))],
    'data-without-the-version': [
      'data',
      transactionWith(
        2,
        calldata(root).filter((_, n) => n !== 9),
      ),
    ],
    'data-with-more-behind-it': ['data', transactionWith(2, Uint8Array.of(...calldata(root), 0))],
    'no-data': ['data', transactionWith(0, new Uint8Array())],
    'transaction-of-another-chain': ['chain', transactionWith(2, calldata(root), 10)],
    'legacy-transaction-of-another-chain': ['chain', transactionWith(0, calldata(root), 10)],
    'legacy-transaction-without-a-chain': ['chain', { transaction: legacyWith(27, calldata(root)) }],
    'legacy-transaction-with-28': ['chain', { transaction: legacyWith(28, calldata(root)) }],
  } as Record<string, [Parameters<typeof evmVector>[1], Parameters<typeof evmWitness>[1]]>
  return [
    ...changes.map(([flaw, name, change]) => evmVector(name, flaw, proofWith(change(sound)))),
    ...Object.entries(blocks).map(([name, [flaw, options]]) =>
      evmVector(name, flaw, proofWith(evmWitness(root, options))),
    ),
    ...Object.entries({
      'receipt-of-type-127': { receipt: Uint8Array.of(0x7f, ...receiptOf(0, 1)) },
      'legacy-transaction-with-38': { transaction: legacyWith(38, calldata(root)) },
    }).map(([name, options]) =>
      soundVector(`evm/${name}`, ['holds', 'open'], proofWith(evmWitness(root, options))),
    ),
    problemVector(
      'evm/second-witness',
      'evm_evidence_broken',
      { ...base, witnesses: [sound, part('receipt', [])(evmWitness(root, { size: 2 }))] },
      { number: 2, flaw: 'The receipt is not in the block.' },
    ),
  ]
}

/** A legacy transaction with a v. */
function legacyWith(v: number, data: Uint8Array): Uint8Array {
  const bytes = transactionOf(0, 0, data)
  // Chain 0 has v 35, which is the byte before the two signatures of 33 bytes.
  return bytes.with(bytes.length - 67, v)
}
