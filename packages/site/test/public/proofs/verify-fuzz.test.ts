import { otsCases } from '@priormark/core/proof-vectors/cases/tampered-cases'
import { base, baseText } from '@priormark/core/proof-vectors/cases/verdict-case'
import { firstBlocks, firstTransaction } from '@priormark/core/proof-vectors/first-blocks'
import { sampleProof, sampleTimestamp, sha256, workText } from '@priormark/core/proof-vectors/vector-batch'
import { evmWitness } from '@priormark/core/proof-vectors/v2/evm-block'
import { logVectors } from '@priormark/core/proof-vectors/v2/log-vectors'
import { renewalVectors } from '@priormark/core/proof-vectors/v2/renewal-vectors'
import { testTrust } from '@priormark/core/proof-vectors/v2/test-trust'
import { soundTokenVectors } from '@priormark/core/proof-vectors/v2/sound-token-vectors'
import { upgradeProof } from '@priormark/core/proof-vectors/v2/proof-upgrade'
import { hiddenField } from '@priormark/core/proofs/proof-v2/record-fields'
import { sampleFields, sampleProofV2, sampleValues } from '@priormark/core/proof-vectors/v2/vector-proof'
import { fromBase64 } from '@priormark/core/proofs/proof/base64'
import { concatBytes, toHex } from '@priormark/core/proofs/proof/bytes'
import { writeOtsFile } from '@priormark/core/proofs/opentimestamps/ots-file'
import { otsOfProof } from '@priormark/core/proofs/proof/proof-ots'
import { readProofText } from '@priormark/core/proofs/proof/proof-reading'
import { utf8 } from '@priormark/core/platform/utf8'
import { cases as byDepth, propertyRuns } from '@priormark/core/testing/depth'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { proofsOfSignedTokens } from './signed-tokens.ts'
import { withoutRecords } from './verdict-text.ts'
import {
  isFirstEpoch,
  outputOfNode,
  outputOfPython,
  outputsOfPages,
  prepareVerifiers,
  type VerifierInput,
} from './verifier-programs.ts'

const { programs, writeRun } = prepareVerifiers()

/** What readers of JSON, of text or of OpenTimestamps files can disagree about. */
const pieces = [
  '"',
  '\\',
  ',',
  ':',
  '{',
  '}',
  '[',
  ']',
  '[]',
  '{}',
  'null',
  'true',
  '0',
  '-0',
  '-1',
  '1.0',
  '1e3',
  '01',
  '5',

  '9007199254740991',
  '9007199254740992',
  '1e999',
  'NaN',
  '""',
  '["a"]',
  '/',
  '..',
  '.',
  '\n',
  '\r\n',
  '\t',
  ' ',
  '\0',

  '\\u0000',
  '\\ud800',
  '\\u00e9',
  '\\/',
  '\ufeff',
  '\u2028',
  '\u202e',
  '\u0085',
  '\u00e9',
  'e\u0301',
  '\u{1d11e}',

  'a'.repeat(70),
  'A',
  'f',
  '0'.repeat(160),
  '"version":1,',
  '"__proto__":1,',
  'priormark-manifest',
  '//x',
].map(utf8)
const operations = [
  '00',
  '02',
  '03',
  '08',
  '67',
  'f0',
  'f1',
  'f2',
  'f3',
  'f4',
  'ff',
  '80',
  'f00100',
  '0588960d73d71901',
  '83dfe30d2ef90c8e',
]
const tokens = operations.map((hex) => Uint8Array.from(Buffer.from(hex, 'hex')))

const edit = fc.record({
  /** Where, as a share of the whole. */
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  removed: fc.oneof({ weight: 4, arbitrary: fc.nat(2) }, fc.nat(80)),
  added: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...pieces) },
    { weight: 2, arbitrary: fc.constantFrom(...tokens) },
    fc.uint8Array({ maxLength: 3 }),
    fc.constant(new Uint8Array()),
  ),
})

/** Bytes with one to three parts replaced. */
const mutated = (sources: readonly Uint8Array[]) =>
  fc
    .tuple(fc.constantFrom(...sources), fc.array(edit, { minLength: 1, maxLength: 3 }))
    .map(([bytes, edits]) =>
      edits.reduce((changed, { at, removed, added }) => {
        const start = Math.floor(at * changed.length)
        return concatBytes(changed.slice(0, start), added, changed.slice(start + removed))
      }, bytes),
    )

const values: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 2 ** 53, '', 'a', '0'.repeat(64), [], {}, ['a'], [null], {
    a: 1,
  }),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.string({
    unit: fc.constantFrom('\ud800', '\udc80', 'a', '/', '.', '\\', '\u202e', '\u0000'),
    maxLength: 6,
  }),
)

/** JSON with one value anywhere in it replaced, removed or doubled. */
const mutatedValue = (sources: readonly unknown[]) =>
  fc.tuple(fc.constantFrom(...sources), fc.nat(), values, fc.nat(3)).map(([source, n, value, way]) => {
    let count = 0
    JSON.stringify(source, (_key, one: unknown) => ((count += 1), one))
    let at = -1
    const changed: unknown = JSON.parse(JSON.stringify(source), (_key, one: unknown) => {
      at += 1
      if (at !== n % count) return one
      if (way === 0) return undefined
      return way === 1 && Array.isArray(one) ? [...one, ...one] : value
    })
    return utf8(JSON.stringify(changed, null, way) ?? '')
  })

const sound = [base, sampleProof(0, 1), sampleProof(2, 3, { anchors: () => [] })]
const proofTexts = [...sound.map((proof) => utf8(JSON.stringify(proof))), utf8(baseText)]
const anchorFiles = otsCases().flatMap(({ proof }) => {
  const reading = readProofText(new TextDecoder().decode(proof))
  if ('problem' in reading || reading.proof.version !== 1) return []
  return reading.proof.anchors.flatMap((anchor) =>
    anchor.kind === 'opentimestamps' ? (fromBase64(anchor.ots) ?? []) : [],
  )
})
const workOts = writeOtsFile(otsOfProof(base, sampleTimestamp, sha256))
const readme = utf8('Read me\n')
const manifest = {
  format: 'priormark-manifest',
  version: 1,
  files: ['README.txt', 'LICENSE.txt', 'check/README.md'].map((name) => ({
    name,
    sha256: toHex(sha256(readme)),
  })),
}
const headers = { headers: firstBlocks.map(toHex) }
const proof = utf8(baseText)
const undated = utf8(JSON.stringify({ ...base, anchors: [] }))
const inOts = (ots: Uint8Array): VerifierInput => ({ proof: undated, beside: { 'work.txt.ots': ots } })

const proofs: fc.Arbitrary<VerifierInput> = fc
  .oneof(mutated(proofTexts), mutatedValue(sound))
  .map((bytes) => ({ proof: bytes }))
const soundV2 = [
  sampleProofV2(),
  upgradeProof(base),
  sampleProofV2({ fields: sampleFields(sampleValues).map((field) => hiddenField(field, sha256)) }),
  sampleProofV2({ witnesses: (root) => [evmWitness(root, { size: 129, type: 0 })] }),
  ...[...soundTokenVectors(), ...logVectors(), ...renewalVectors()]
    .filter(({ name }) =>
      /answer-of-a-delegate|list-from-later|openssl-(?:pss|p521)|through-an|cosigned$|was-renewed/.test(name),
    )
    .map(({ text }): unknown => JSON.parse(text)),
]
const proofsV2: fc.Arbitrary<VerifierInput> = fc
  .oneof(mutated(soundV2.map((one) => utf8(JSON.stringify(one)))), mutatedValue(soundV2))
  .map((bytes) => ({ proof: bytes }))
const signedTokens: fc.Arbitrary<VerifierInput> = proofsOfSignedTokens.map((one) => ({
  proof: utf8(JSON.stringify(one)),
}))
const otsFiles = mutated([workOts, ...anchorFiles]).map(inOts)
const manifests: fc.Arbitrary<VerifierInput> = fc
  .oneof(mutated([utf8(JSON.stringify(manifest))]), mutatedValue([manifest]))
  .map((bytes) => ({
    proof,
    beside: { 'README.txt': readme, 'LICENSE.txt': utf8(workText), 'manifest.json': bytes },
  }))
const headerFiles: fc.Arbitrary<VerifierInput> = fc
  .oneof(mutated([utf8(JSON.stringify(headers)), utf8(headers.headers.join('\n'))]), mutatedValue([headers]))
  .map((bytes) => ({
    proof: utf8(JSON.stringify(sampleProof(0, 1, { work: firstTransaction.transaction, anchors: () => [] }))),
    work: { name: 'transaction', content: firstTransaction.transaction },
    beside: { 'transaction.ots': firstTransaction.ots, 'bitcoin-block-0.json': bytes },
    usesFirstEpoch: true,
  }))

const kinds: readonly {
  kind: string
  inputs: fc.Arbitrary<VerifierInput>
  normal: number
  deep: number
  isVersion2?: true
}[] = [
  { kind: 'proofs', inputs: proofs, normal: 300, deep: 5_000 },
  { kind: 'proofs of version 2', inputs: proofsV2, normal: 100, deep: 5_000, isVersion2: true },
  { kind: 'tokens of version 2', inputs: signedTokens, normal: 100, deep: 5_000, isVersion2: true },
  { kind: '.ots files', inputs: otsFiles, normal: 300, deep: 2_000 },
  { kind: 'manifests', inputs: manifests, normal: 300, deep: 500 },
  { kind: 'header files', inputs: headerFiles, normal: 300, deep: 500 },
]

test.for(kinds)(
  'all verifiers say the same of mutated $kind',
  { timeout: byDepth({ normal: 180_000, deep: 1_800_000 }) },
  async ({ kind, inputs, normal, deep, isVersion2 = false }) => {
    const runs = fc
      .sample(inputs, propertyRuns({ normal, deep }))
      .map((given, n) => writeRun(given, `${kind} ${n}`))
    const [first] = runs
    const usesFirstEpoch = first !== undefined && isFirstEpoch(first.given)
    const published = usesFirstEpoch ? programs.firstEpoch : programs.published
    const program = isVersion2 ? programs.testTrust : published
    const python = outputOfPython(program, runs)
    const node = await outputOfNode(program, runs)
    for (const [n, { given, args }] of runs.entries()) {
      const context = `seed ${propertyRuns({ normal, deep }).seed}, ${args[1]}: ${filesIn(given)}`
      expect(python[n], context).toEqual(node[n])
      for (const output of await outputsOfPages(given, isVersion2 ? testTrust : {}))
        expect(output, context).toBe(withoutRecords(node[n]?.text ?? ''))
    }
  },
)

/** The files of an input, to see which one differs. */
function filesIn({ proof: bytes, beside = {} }: VerifierInput): string {
  const texts = Object.entries({ 'proof.json': bytes, ...beside }).map(
    ([name, content]) => `${name} ${Buffer.from(content).toString('latin1')}`,
  )
  return texts.join('\n')
}
