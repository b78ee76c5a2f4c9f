import type { ProofV2, Witness } from '@priormark/core/proofs/proof-v2/proof-v2-schema'
import { writeOtsFile } from '@priormark/core/proofs/opentimestamps/ots-file'
import { toBase64 } from '@priormark/core/proofs/proof/base64'
import { fromHex } from '@priormark/core/proofs/proof/bytes'
import { soundProofs } from '../vector-files.ts'
import { evmWitness, receiptWithLevels, type BlockOptions } from './evm-block.ts'
import { upgradeProof } from './proof-upgrade.ts'
import { hiddenField } from '@priormark/core/proofs/proof-v2/record-fields'
import { sha256 } from '../vector-batch.ts'
import { manualWitness, otsWitness, sampleFields, sampleProofV2, sampleValues } from './vector-proof.ts'
import { soundVector, type VectorV2 } from './vector.ts'

/** Sound proofs, in every form that the grammar allows. */
export function soundVectors(): VectorV2[] {
  return [
    ...upgraded(),
    ...disclosed(),
    ...records(),
    ...placed(),
    ...witnessed(),
    ...evidenced(),
    ...rewritten(),
  ]
}

/** The sound proofs of version 1, upgraded. */
function upgraded(): VectorV2[] {
  return Object.entries(soundProofs).map(([name, proof]) =>
    soundVector(
      `upgraded/${name}`,
      proof.anchors.length === 0 ? ['pending', 'pending'] : ['holds', 'open'],
      upgradeProof(proof),
    ),
  )
}

/** One proof with different fields hidden. */
function disclosed(): VectorV2[] {
  const names = Object.keys(sampleValues)
  const hiding = (...hidden: readonly string[]) =>
    sampleFields(sampleValues).map((field) =>
      hidden.includes(field.name) ? hiddenField(field, sha256) : field,
    )
  const choices: Record<string, readonly string[]> = {
    'all-shown': [],
    'only-the-fingerprint-shown': names.filter((name) => name !== 'fileSha3'),
    'all-hidden': names,
    'names-hidden': ['firstName', 'lastName'],
    ...Object.fromEntries(names.map((name) => [`without-${name}`, [name]])),
  }
  return Object.entries(choices).map(([name, hidden]) =>
    soundVector(`shown/${name}`, ['holds', 'open'], sampleProofV2({ fields: hiding(...hidden) })),
  )
}

function records(): VectorV2[] {
  const texts: Record<string, Readonly<Record<string, string>>> = {
    'one-field': { a: '' },
    'thirty-two-fields': Object.fromEntries(Array.from({ length: 32 }, (_, n) => [`field${n}`, String(n)])),
    'longest-name': { [`a${'Z9'.repeat(15)}z`]: 'x' },
    'longest-value': { text: 'x'.repeat(65_535) },
    'any-script': {
      emoji: '\u{1f469}\u200d\u{1f3a8}',
      hebrew: '\u05e9\u05dc\u05d5\u05dd',
      accents: 'Zo\u00eb',
      decomposed: 'e\u0301',
      controls: '\u0000\n\u001b[31m\u202e',
    },
    'names-in-the-order-of-code-units': { a: '1', a1: '2', aB: '3', ab: '4', b: '5', bA: '6' },
    'object-names': { constructor: 'x', toString: 'y', valueOf: 'z' },
    'next-draft': { ...sampleValues, previous: 'c4'.repeat(32) },
    'next-draft-alone': { previous: '00'.repeat(32) },
    'another-field-of-a-draft': { previou: 'x', previous1: 'x' },
    'another-fingerprint-field': { filesha3: 'not the field of that name' },
  }
  return Object.entries(texts).map(([name, values]) =>
    soundVector(`record/${name}`, ['holds', 'open'], sampleProofV2({ fields: sampleFields(values) })),
  )
}

function placed(): VectorV2[] {
  return [
    [0, 1],
    [1, 2],
    [2, 3],
    [777, 1_000],
  ].map(([index = 0, size = 1]) =>
    soundVector(`path/leaf-${index}-of-${size}`, ['holds', 'open'], sampleProofV2({ index, size })),
  )
}

const withWitnesses = (witnesses: (rootHex: string) => readonly Witness[]): ProofV2 =>
  sampleProofV2({ witnesses })

function witnessed(): VectorV2[] {
  const lookedUp = (chainId: number) => (root: string) => [
    { ...evmWitness(root, { chainId }), evidence: null },
  ]
  const links = (root: string) =>
    Array.from({ length: 16 }, (_, n): Witness => ({
      kind: 'manual',
      link: `https://example.org/${root}/${n}`,
    }))
  return [
    soundVector(
      'witness/none',
      ['pending', 'pending'],
      withWitnesses(() => []),
    ),
    soundVector(
      'witness/link',
      ['holds', 'declared'],
      withWitnesses(() => [manualWitness]),
    ),
    soundVector('witness/sixteen', ['holds', 'declared'], withWitnesses(links)),
    soundVector(
      'witness/opentimestamps',
      ['holds', 'open'],
      withWitnesses((root) => [otsWitness(root)]),
    ),
    soundVector(
      'witness/promise',
      ['pending', 'pending'],
      withWitnesses((root) => [promiseOf(root)]),
    ),
    soundVector('witness/evm-looked-up', ['holds', 'open'], withWitnesses(lookedUp(1))),
    soundVector('witness/evm-test', ['pending', 'test'], withWitnesses(lookedUp(11_155_111))),
    soundVector('witness/evm-unknown', ['pending', 'unknown'], withWitnesses(lookedUp(424_242))),
  ]
}

function promiseOf(rootHex: string): Witness {
  const attestations = [{ kind: 'pending' as const, uri: 'https://calendar.example.org' }]
  const timestamp = { attestations, branches: [] }
  const ots = writeOtsFile({ hash: 'sha256', digest: fromHex(rootHex), timestamp })
  return { kind: 'opentimestamps', ots: toBase64(ots), headers: [] }
}

/** EVM evidence of every type of transaction, from blocks of several sizes. */
function evidenced(): VectorV2[] {
  const blocks: Record<string, BlockOptions> = {
    ...Object.fromEntries([0, 1, 2, 3, 4].map((type) => [`type-${type}`, { type }])),
    ...Object.fromEntries([1, 2, 17, 127, 128, 129, 300].map((size) => [`block-of-${size}`, { size }])),
    'first-of-300': { size: 300, index: 0 },
    'index-127-of-300': { size: 300, index: 127 },
    'index-128-of-300': { size: 300, index: 128 },
    'index-510-of-600': { size: 600, index: 510 },
    'index-513-of-600': { size: 600, index: 513 },
    'legacy-alone': { type: 0, size: 1 },
    ...Object.fromEntries(
      [16, 17, 20, 23].map((headerFields) => [`header-of-${headerFields}`, { headerFields }]),
    ),
    // Its headers contain which transactions depend on each other (PIP-16).
    polygon: { chainId: 137, header: { 12: new Uint8Array(6_000) } },
    'eight-levels-in-the-receipt': { receipt: receiptWithLevels(8) },
  }
  const evidence = (options: BlockOptions) => withWitnesses((root) => [evmWitness(root, options)])
  return [
    ...Object.entries(blocks).map(([name, options]) =>
      soundVector(`evm/${name}`, ['holds', 'open'], evidence(options)),
    ),
    soundVector('evm/on-a-test-chain', ['pending', 'test'], evidence({ chainId: 11_155_111 })),
    soundVector('evm/on-a-private-chain', ['pending', 'test'], evidence({ chainId: 31_337, type: 0 })),
    soundVector(
      'evm/on-a-private-chain-of-ten-digits',
      ['pending', 'test'],
      evidence({ chainId: 3_133_712_345 }),
    ),
    soundVector('evm/on-an-unknown-chain', ['pending', 'unknown'], evidence({ chainId: 424_242 })),
    soundVector(
      'evm/with-and-without',
      ['holds', 'open'],
      withWitnesses((root) => [evmWitness(root), { ...evmWitness(root, { chainId: 10 }), evidence: null }]),
    ),
  ]
}

/** The same proof written in other ways. */
function rewritten(): VectorV2[] {
  const proof = sampleProofV2()
  const outcome: ['holds', 'open'] = ['holds', 'open']
  return [
    soundVector('rewritten/indented', outcome, JSON.stringify(proof, null, 2)),
    soundVector(
      'rewritten/keys-in-another-order',
      outcome,
      Object.fromEntries(Object.entries(proof).toReversed()),
    ),
    soundVector(
      'rewritten/escaped',
      outcome,
      JSON.stringify(proof).replace('"root"', String.raw`"\u0072oot"`),
    ),
  ]
}
