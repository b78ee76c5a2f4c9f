import { toHex } from '@priormark/core/proofs/proof/bytes'
import type { ProofV2 } from '@priormark/core/proofs/proof-v2/proof-v2-schema'
import { hiddenField } from '@priormark/core/proofs/proof-v2/record-fields'
import { withMember } from '../cases/verdict-case.ts'
import { firstBlocks } from '../first-blocks.ts'
import { fixedBytes, sha256 } from '../vector-batch.ts'
import { evmWitness } from './evm-block.ts'
import {
  otsWitness,
  sampleFields,
  sampleProofV2,
  sampleValues,
  sha3Hex,
  witnessWithoutWork,
} from './vector-proof.ts'
import { contradictedVector, problemVector, type VectorV2 } from './vector.ts'

const base = sampleProofV2()
const other = toHex(fixedBytes('another digest'))
const withoutOts = sampleProofV2({ witnesses: () => [] })

/** Proofs that follow the grammar, with something that was changed. */
export function tamperedVectors(): VectorV2[] {
  return [...digits(), ...fields(), ...form1(), ...paths(), ...fingerprints(), ...timestamps()]
}

/** Changes one hexadecimal digit. */
export function flipped(hex: string, at: number): string {
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
  const shown = sampleFields(sampleValues)
  const changed = (name: string, replacement: (field: (typeof shown)[number]) => object | null) =>
    shown.flatMap((field) => (field.name === name ? (replacement(field) ?? []) : field))
  const vector = (name: string, record: readonly object[]) =>
    problemVector(`record/${name}`, 'record_or_salt_changed', {
      ...base,
      record: { form: 2, fields: record },
    })
  const hidden = (name: string) =>
    hiddenField(sampleFields({ [name]: '' })[0] ?? { name, commitment: other }, sha256)
  return [
    ...Object.keys(sampleValues).map((name) =>
      vector(
        `value-of-${name}`,
        changed(name, (field) => {
          if (!('value' in field)) return null
          // Its grammar allows nothing but a leaf.
          return { ...field, value: name === 'previous' ? other : `${field.value}.` }
        }),
      ),
    ),
    ...Object.keys(sampleValues).map((name) =>
      vector(
        `without-${name}`,
        changed(name, () => null),
      ),
    ),
    problemVector('record/another-earlier-draft', 'record_or_salt_changed', {
      ...sampleProofV2({ fields: sampleFields({ ...sampleValues, previous: toHex(fixedBytes('earlier')) }) }),
      record: { form: 2, fields: sampleFields({ ...sampleValues, previous: other }) },
    }),
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
    vector('added', [...shown, ...sampleFields({ zusatz: '' })]),
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
        ...sampleFields({ lastName: '' })[0],
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
  const consistent = sampleProofV2({ fields: sampleFields({ ...sampleValues, fileSha3: ofAnother }) })
  const hidden = sampleProofV2({
    fields: sampleFields(sampleValues).map((field) => hiddenField(field, sha256)),
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
    contradictedVector('ots/header-without-work', of(witnessWithoutWork(base.root))),
    contradictedVector(
      'ots/header-with-a-target-of-its-own',
      of(evmWitness(base.root), witnessWithoutWork(base.root, { isEasy: true })),
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
