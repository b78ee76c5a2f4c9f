import { toHex } from '@priormark/core/proofs/proof/bytes'
import type { ProofV2, Witness } from '@priormark/core/proofs/proof-v2/proof-v2-schema'
import { writeRlp } from '@priormark/core/proofs/proof-v2/rlp'
import { withMember } from '../cases/verdict-case.ts'
import { firstBlocks } from '../first-blocks.ts'
import { fixedBytes } from '../vector-batch.ts'
import { evmWitness, receiptOf, transactionOf, type EvmWitness } from './evm-block.ts'
import { hiddenField, otsWitness, sampleProofV2, sampleValues, sha3Hex, shownFields } from './vector-proof.ts'
import { evmVector, problemVector, type VectorV2 } from './vector.ts'

const base = sampleProofV2()
const other = toHex(fixedBytes('another digest'))
const withoutOts = sampleProofV2({ witnesses: () => [] })

/** Proofs that follow the grammar, with something that was changed. */
export function tamperedVectors(): VectorV2[] {
  return [
    ...digits(),
    ...fields(),
    ...form1(),
    ...paths(),
    ...fingerprints(),
    ...timestamps(),
    ...evmEvidence(),
  ]
}

/** Changes one hexadecimal digit. */
function flipped(hex: string, at: number): string {
  const digit = (Number.parseInt(hex.charAt(at), 16) ^ 1).toString(16)
  return hex.slice(0, at) + digit + hex.slice(at + 1)
}

/** One changed digit in everything that is hashed. */
function digits(): VectorV2[] {
  const places = {
    'file.sha256': 'file_sha256_changed',
    'record.fields.4.salt': 'record_or_salt_changed',
    leaf: 'leaf_changed',
    'path.0.hash': 'path_changed',
    'path.2.hash': 'path_changed',
    root: 'root_changed',
  } as const
  return Object.entries(places).flatMap(([place, kind]) =>
    [0, 31, 63].map((at) => {
      const path = place.split('.')
      const digest = path.reduce<unknown>((value, key) => Reflect.get(Object(value), key), base)
      return problemVector(`digit/${place}-${at}`, kind, withMember(base, path, flipped(String(digest), at)))
    }),
  )
}

/** Changed, exchanged, added and removed fields. */
function fields(): VectorV2[] {
  const shown = shownFields(sampleValues)
  const changed = (name: string, replacement: (field: (typeof shown)[number]) => object | null) =>
    shown.flatMap((field) => (field.name === name ? (replacement(field) ?? []) : field))
  const vector = (name: string, record: readonly object[]) =>
    problemVector(`record/${name}`, 'record_or_salt_changed', {
      ...base,
      record: { form: 2, fields: record },
    })
  const hidden = (name: string) => hiddenField(shownFields({ [name]: '' })[0] ?? { name, commitment: other })
  return [
    ...Object.keys(sampleValues).map((name) =>
      vector(
        `value-of-${name}`,
        changed(name, (field) => ('value' in field ? { ...field, value: `${field.value}.` } : null)),
      ),
    ),
    ...Object.keys(sampleValues).map((name) =>
      vector(
        `without-${name}`,
        changed(name, () => null),
      ),
    ),
    vector(
      'looks-alike',
      changed('firstName', (field) => ({ ...field, value: '\u0410da' })),
    ),
    vector(
      'invisible',
      changed('firstName', (field) => ({ ...field, value: 'Ada\u200b' })),
    ),
    vector(
      'another-commitment',
      changed('lastName', ({ name }) => ({ name, commitment: other })),
    ),
    vector(
      'commitment-of-nothing',
      changed('lastName', () => hidden('lastName')),
    ),
    vector(
      'renamed',
      changed('lastName', (field) => ({ ...field, name: 'lastname' })),
    ),
    vector('added', [...shown, ...shownFields({ zusatz: '' })]),
    vector('hidden-field-added', [...shown, hidden('zusatz')]),
    vector(
      'values-exchanged',
      shown.map((field) => {
        if (field.name === 'firstName') return { ...field, value: 'Example' }
        return field.name === 'lastName' ? { ...field, value: 'Ada' } : field
      }),
    ),
    vector(
      'salt-of-another-field',
      changed('firstName', (field) => ({
        ...shownFields({ lastName: '' })[0],
        name: field.name,
        value: 'Ada',
      })),
    ),
  ]
}

/** A record of form 1 that was changed. */
function form1(): VectorV2[] {
  const record = { form: 1, text: '{"firstName":"Ada"}', salt: other }
  const asForm1 = (proof: ProofV2, more: object) => {
    const { sha3: _, ...file } = proof.file
    return { ...proof, file, record: { ...record, ...more } }
  }
  return [
    problemVector('form-1/text', 'record_or_salt_changed', asForm1(base, {})),
    problemVector(
      'form-1/salt',
      'record_or_salt_changed',
      asForm1(base, { salt: toHex(fixedBytes('salt')) }),
    ),
    problemVector('form-1/root-too', 'several_parts_changed', asForm1({ ...base, root: other }, {})),
  ]
}

function paths(): VectorV2[] {
  const [first, second, third] = base.path
  const turned = (n: number) =>
    base.path.map((step, m) => (m === n ? { ...step, side: step.side === 'left' ? 'right' : 'left' } : step))
  return [
    ...base.path.map((_, n) =>
      problemVector(`path/side-${n}`, 'path_side_changed', { ...base, path: turned(n) }, { number: n + 1 }),
    ),
    problemVector('path/empty', 'path_changed', { ...base, path: [] }),
    problemVector('path/shorter', 'path_changed', { ...base, path: [first, second] }),
    problemVector('path/longer', 'path_changed', { ...base, path: [...base.path, first] }),
    problemVector('path/order', 'path_changed', { ...base, path: [second, first, third] }),
    problemVector('path/64-steps', 'path_changed', {
      ...base,
      path: Array.from({ length: 64 }, () => first),
    }),
    problemVector('path/without-witness', 'path_or_root_changed', {
      ...withoutOts,
      path: [second, first, third],
    }),
    problemVector('path/root-without-witness', 'path_or_root_changed', { ...withoutOts, root: other }),
    problemVector('path/leaf-and-root', 'several_parts_changed', { ...base, leaf: other, root: other }),
  ]
}

/** What a record says of the second fingerprint, and what it is. */
function fingerprints(): VectorV2[] {
  const anotherFile = { sha256: other, sha3: base.file.sha3 }
  const ofAnother = sha3Hex(fixedBytes('another file'))
  const consistent = sampleProofV2({ fields: shownFields({ ...sampleValues, fileSha3: ofAnother }) })
  const hidden = sampleProofV2({
    fields: shownFields(sampleValues).map((field) => hiddenField(field)),
  })
  const changed = (proof: ProofV2) => ({ ...proof, file: { ...proof.file, sha3: ofAnother } })
  return [
    problemVector('file/another', 'wrong_file', {
      ...base,
      file: anotherFile,
      leaf: toHex(fixedBytes('leaf')),
    }),
    problemVector('file/sha3', 'file_sha3_changed', changed(base)),
    problemVector('file/sha3-of-the-record', 'file_sha3_changed', consistent),
    problemVector('file/sha3-and-record', 'sha3_differs', changed(consistent)),
    problemVector('file/sha3-with-a-hidden-record', 'sha3_differs', changed(hidden)),
    problemVector('file/sha3-before-witnesses', 'sha3_differs', {
      ...changed(hidden),
      witnesses: [otsWitness(other)],
    }),
  ]
}

function timestamps(): VectorV2[] {
  const [, sound] = base.witnesses
  const ots = sound?.kind === 'opentimestamps' ? sound.ots : ''
  const of = (...witnesses: readonly object[]) => ({ ...base, witnesses })
  const headers = firstBlocks.map(toHex)
  return [
    problemVector('ots/unreadable', 'witness_unreadable', of({ ...sound, ots: ots.replace('A', 'B') }), {
      number: 1,
    }),
    problemVector('ots/cut-short', 'witness_unreadable', of({ ...sound, ots: ots.slice(0, 80) }), {
      number: 1,
    }),
    problemVector('ots/empty', 'witness_unreadable', of({ ...sound, ots: '' }), { number: 1 }),
    problemVector('ots/of-another-root', 'witness_of_another_root', of(otsWitness(other)), { number: 1 }),
    problemVector(
      'ots/second-of-another-root',
      'witness_of_another_root',
      of(...base.witnesses, otsWitness(other)),
      { number: 4 },
    ),
    problemVector('ots/headers-of-another-block', 'witness_headers', of(otsWitness(base.root, headers)), {
      number: 1,
    }),
    problemVector(
      'ots/headers-of-another-block-beside-sound-evidence',
      'witness_headers',
      of(evmWitness(base.root), otsWitness(base.root, headers.slice(0, 1))),
      { number: 2 },
    ),
  ]
}

type Change = (witness: EvmWitness) => Witness | object

/** Every check of EVM evidence broken, and bits flipped in every part. */
function evmEvidence(): VectorV2[] {
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
    problemVector(
      'evm/second-witness',
      'evm_evidence_broken',
      { ...base, witnesses: [sound, part('receipt', [])(evmWitness(root, { size: 2 }))] },
      { number: 2, flaw: 'The receipt is not in the block.' },
    ),
  ]
}

/** A legacy transaction with a v that names no chain. */
function legacyWith(v: number, data: Uint8Array): Uint8Array {
  const bytes = transactionOf(0, 0, data)
  // Chain 0 has v 35, which is the byte before the two signatures of 33 bytes.
  return bytes.with(bytes.length - 67, v)
}
