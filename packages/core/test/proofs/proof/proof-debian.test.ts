import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { fromBase64 } from '@priormark/core/proofs/proof/base64'
import { fromHex, toHex } from '@priormark/core/proofs/proof/bytes'
import type { OtsAttestation } from '@priormark/core/proofs/opentimestamps/ots-attestation'
import { OtsError } from '@priormark/core/proofs/opentimestamps/ots-bytes'
import { readOtsFile, writeOtsFile, type OtsFile } from '@priormark/core/proofs/opentimestamps/ots-file'
import { mergeTimestamps } from '@priormark/core/proofs/opentimestamps/ots-merge'
import { walkAttestations } from '@priormark/core/proofs/opentimestamps/ots-walk'
import { otsOfProof } from '@priormark/core/proofs/proof/proof-ots'
import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { otsCases } from '../../../proof-vectors/cases/tampered-cases.ts'
import { sampleProofV2 } from '../../../proof-vectors/v2/vector-proof.ts'
import { fixedBytes, sampleProof, sampleTimestamp, sha256 } from '../../../proof-vectors/vector-batch.ts'
import { nodeHashes, otsFileArbitrary, timestampArbitrary } from './proof-ots-samples.ts'

// Debian installs the module for its own Python only, and another Python may come first in the PATH.
const python = ['python3', '/usr/bin/python3'].find(
  (program) => spawnSync(program, ['-c', 'import opentimestamps']).status === 0,
)
const reason = python === undefined ? ' (skipped: apt-get install python3-opentimestamps)' : ''
const oracle = test.skipIf(python === undefined)

type Task = ['read', string] | ['merge', string, string] | ['make', number]
const Results = v.array(
  v.union([
    v.strictObject({ hex: v.string(), found: v.array(v.string()) }),
    v.strictObject({ error: v.string() }),
  ]),
)

function ask(tasks: Task[]) {
  const script = path.join(import.meta.dirname, 'proof-debian.py')
  const { stdout, stderr, status } = spawnSync(python ?? '', [script], {
    input: JSON.stringify(tasks),
    maxBuffer: 2 ** 28,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  return v.parse(Results, JSON.parse(stdout))
}

function attestationText(attestation: OtsAttestation): string {
  if (attestation.kind === 'pending') return `pending ${attestation.uri}`
  if (attestation.kind === 'bitcoin') return `bitcoin ${attestation.height}`
  return `unknown ${toHex(attestation.tag)}`
}

/** Attestations in the oracle's format. Those behind a hash function that Node lacks have no message. */
const found = (file: OtsFile) =>
  [...walkAttestations(file.timestamp, file.digest, nodeHashes)].map(
    ({ attestation, message }) =>
      `${attestationText(attestation)} ${message === null ? '?' : toHex(message)}`,
  )

const hexOf = (file: OtsFile) => toHex(writeOtsFile(file))
/** A proof with the attestations of two proofs of one file. */
const merged = (a: OtsFile, b: OtsFile): OtsFile => ({
  ...a,
  timestamp: mergeTimestamps(a.timestamp, b.timestamp),
})
const ordered = (file: OtsFile) => hexOf(merged(file, file))

/** Expects the oracle's list to contain all of ours, and its others to be ours without a message. */
function expectSameAttestations(ours: string[], theirs: string[]): void {
  const known = new Set(ours.filter((text) => !text.endsWith('?')))
  expect([...known].filter((text) => !theirs.includes(text))).toEqual([])
  const rest = theirs.filter((text) => !known.has(text))
  expect(rest.length).toBeLessThanOrEqual(ours.filter((text) => text.endsWith('?')).length)
}

oracle(
  `Debian's opentimestamps reads our proofs, and writes them with the same bytes as our ordered ones${reason}`,
  () => {
    const files = fc.sample(otsFileArbitrary, { numRuns: 1_000, seed: 1 })
    const results = ask(files.map((file) => ['read', hexOf(file)]))
    for (const [n, file] of files.entries()) {
      const result = results[n]
      if (result === undefined || 'error' in result) throw new Error(`${result?.error}: ${hexOf(file)}`)
      expect(result.hex).toBe(ordered(file))
      expectSameAttestations(found(file), result.found)
    }
  },
)

oracle(`Debian's opentimestamps merges proofs into the same bytes as we do${reason}`, () => {
  const pairs = fc.sample(fc.tuple(timestampArbitrary, timestampArbitrary), { numRuns: 500, seed: 2 })
  const files = pairs.map((pair) =>
    pair.map((timestamp): OtsFile => ({ hash: 'sha256', digest: fixedBytes('digest'), timestamp })),
  )
  const tasks = files.map(([a, b]): Task => ['merge', a ? hexOf(a) : '', b ? hexOf(b) : ''])
  for (const [n, result] of ask(tasks).entries()) {
    const [a, b] = files[n] ?? []
    if (!a || !b || 'error' in result) throw new Error(`Pair ${n} was not merged`)
    expect(result.hex).toBe(hexOf(merged(a, b)))
  }
})

oracle(`we read proofs made by Debian's opentimestamps and write them with the same bytes${reason}`, () => {
  const results = ask(Array.from({ length: 500 }, (_, seed) => ['make', seed]))
  for (const result of results) {
    if ('error' in result) throw new Error(result.error)
    const file = readOtsFile(fromHex(result.hex))
    expect(hexOf(file)).toBe(result.hex)
    expectSameAttestations(found(file), result.found)
  }
})

oracle(`Debian's opentimestamps follows the .ots of a work through our leaf, path and root${reason}`, () => {
  const proofs = Array.from({ length: 33 }, (_, index) => [
    sampleProof(index, 33, { anchors: () => [] }),
    sampleProofV2({ index, size: 33 }),
  ]).flat()
  const works = proofs.map((proof) => otsOfProof(proof, sampleTimestamp, sha256))
  for (const [n, result] of ask(works.map((file) => ['read', hexOf(file)])).entries()) {
    const work = works[n]
    if (!work || 'error' in result) throw new Error(`Work ${n} was not read`)
    expect(result.found).toHaveLength(2)
    expectSameAttestations(found(work), result.found)
  }
})

oracle(`we reject exactly the files that Debian's opentimestamps rejects${reason}`, () => {
  const files = fc.sample(otsFileArbitrary, { numRuns: 500, seed: 3 })
  const places = fc.sample(fc.tuple(fc.nat(), fc.nat(255)), { numRuns: 500, seed: 4 })
  const changed = files.map((file, n) => {
    const bytes = writeOtsFile(file)
    const [at, byte] = places[n] ?? [0, 0]
    return bytes.with(at % bytes.length, byte)
  })
  const verdict = (bytes: Uint8Array) => {
    try {
      readOtsFile(bytes)
      return 'read'
    } catch (error) {
      if (error instanceof OtsError) return error.code
      throw error
    }
  }
  const results = ask(changed.map((bytes) => ['read', toHex(bytes)]))
  const verdicts = changed.map((bytes, n) => ({
    ours: verdict(bytes),
    theirs: 'error' in (results[n] ?? {}) ? 'rejected' : 'read',
  }))
  // Python's integers are unbounded. Ours end at 2^53, far above any height or length.
  const comparable = verdicts.filter(({ ours }) => ours !== 'number_too_large')
  expect(comparable.length).toBeGreaterThan(450)
  for (const { ours, theirs } of comparable) expect(ours === 'read' ? 'read' : 'rejected').toBe(theirs)
  expect(new Set(comparable.map(({ theirs }) => theirs)).size).toBe(2)
})

oracle(`Debian's opentimestamps reads 256 nodes and rejects 257, as we do${reason}`, () => {
  const start = '004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e892940108'
  const end = '000588960d73d719010101'
  const digest = toHex(fixedBytes('digest'))
  const [deepest, tooDeep] = ask(
    [255, 256].map((count) => ['read', `${start}${digest}${'08'.repeat(count)}${end}`]),
  )
  expect(deepest).toHaveProperty('hex')
  expect(tooDeep).toEqual({ error: 'RecursionLimitError' })
})

oracle(
  `Debian's opentimestamps accepts exactly the .ots files of the table of cases that we do${reason}`,
  () => {
    // Python's integers are unbounded, and its files can be longer.
    const ownLimits = [
      'ots/height-too-large',
      'ots/height-with-nine-bytes',
      'ots/length-too-long',
      'ots/more-than-64-kib',
    ]
    const cases = otsCases().filter(({ name }) => !ownLimits.includes(name))
    const files = cases.map(({ proof }) => {
      const { anchors } = v.parse(WithOts, JSON.parse(new TextDecoder().decode(proof)))
      return fromBase64(anchors[0].ots) ?? new Uint8Array()
    })
    const results = ask(files.map((bytes) => ['read', toHex(bytes)]))
    expect(cases.length).toBeGreaterThan(40)
    for (const [n, { name, verdicts }] of cases.entries())
      expect({ name, isRejected: 'error' in (results[n] ?? {}) }).toEqual({
        name,
        isRejected: verdicts.includes('anchor_unreadable'),
      })
  },
)

const WithOts = v.object({ anchors: v.tuple([v.object({ ots: v.string() })]) })
