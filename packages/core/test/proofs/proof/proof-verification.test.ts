import { Buffer } from 'node:buffer'
import { toBase64 } from '@priormark/core/proofs/proof/base64'
import { fromHex, toHex } from '@priormark/core/proofs/proof/bytes'
import { writeOtsFile } from '@priormark/core/proofs/opentimestamps/ots-file'
import type { OtsOperation } from '@priormark/core/proofs/opentimestamps/ots-operation'
import { readProofText } from '@priormark/core/proofs/proof/proof-reading'
import { verifyProof } from '@priormark/core/proofs/proof/proof-verification'
import { buildProof, writeProof } from '../../../proof-vectors/proof-writing.ts'
import { utf8 } from '@priormark/core/platform/utf8'
import fc from 'fast-check'
import { propertyRuns } from '../../../testing/depth.ts'
import { expect, test } from 'vitest'
import { tamperedProofs } from '../../../proof-vectors/tampered-proofs.ts'
import {
  fixedBytes,
  sampleProof,
  sampleRecord,
  sampleTimestamp,
  sha256,
  workText,
} from '../../../proof-vectors/vector-batch.ts'

const workSha256 = toHex(sha256(utf8(workText)))
const otherSha256 = toHex(fixedBytes('another file'))
const verify = (proof: unknown, knownRecord?: string) => verifyProof(proof, workSha256, sha256, knownRecord)
const problemOf = (proof: unknown, knownRecord?: string) => {
  const outcome = verify(proof, knownRecord)
  return outcome.holds ? null : outcome.problem
}

test('accepts a valid proof and returns what must be looked up', () => {
  const proof = sampleProof(3, 7)
  const outcome = verify(proof)
  expect(outcome.holds).toBe(true)
  if (!outcome.holds) return
  expect(outcome.remaining).toMatchObject([
    { kind: 'evm', calldata: `0x7072696f726d61726b01${proof.root}` },
    {
      kind: 'opentimestamps',
      attestations: [
        { kind: 'bitcoin', height: 900_000 },
        { kind: 'pending', uri: 'https://calendar.example.org' },
      ],
    },
    { kind: 'manual', link: 'https://explorer.example.org/tx/1' },
  ])
})

test('returns the Merkle root in the byte order of explorers, and the message as it is hashed', () => {
  const outcome = verify(sampleProof(3, 7))
  const anchor = outcome.holds ? outcome.remaining[1] : undefined
  const attestation = anchor?.kind === 'opentimestamps' ? anchor.attestations[0] : undefined
  if (attestation?.kind !== 'bitcoin') throw new Error('There is no Bitcoin attestation')
  expect(attestation.merkleRoot).toBe(toHex(attestation.message.toReversed()))
})

test('accepts a proof that is not recorded yet, with nothing to look up', () => {
  expect(verify(sampleProof(0, 1, { anchors: () => [] }))).toMatchObject({ holds: true, remaining: [] })
})

test('every leaf in batches of up to 20 has a valid proof, also once written and read again', () => {
  for (let size = 1; size <= 20; size += 1)
    for (let index = 0; index < size; index += 1) {
      const proof = sampleProof(index, size)
      expect(readProofText(writeProof(proof))).toEqual({ proof })
      expect(verify(proof).holds).toBe(true)
    }
})

test.each(tamperedProofs())('names tampering: $name is $kind', ({ kind, proof }) => {
  expect(problemOf(proof)?.kind).toBe(kind)
})

test('distinguishes at least ten kinds of tampering', () => {
  expect(new Set(tamperedProofs().map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(10)
})

test('reports a changed file as the wrong file, with both fingerprints', () => {
  expect(verifyProof(sampleProof(3, 7), otherSha256, sha256)).toEqual({
    holds: false,
    problem: { kind: 'wrong_file', expectedSha256: workSha256, actualSha256: otherSha256 },
  })
})

test('distinguishes a changed record from a changed salt if the record is known', () => {
  const proof = sampleProof(3, 7)
  expect(problemOf({ ...proof, record: proof.record.replace('Ada', 'Eve') }, sampleRecord)).toEqual({
    kind: 'record_changed',
  })
  expect(problemOf({ ...proof, salt: otherSha256 }, sampleRecord)).toEqual({ kind: 'salt_changed' })
  const both = { ...proof, salt: otherSha256, record: proof.record.replace('Ada', 'Eve') }
  expect(problemOf(both, sampleRecord)).toEqual({ kind: 'record_or_salt_changed' })
  expect(verify(proof, sampleRecord).holds).toBe(true)
})

test('names the step whose side was swapped', () => {
  const proof = sampleProof(3, 7)
  for (const [n, { side, hash }] of proof.path.entries())
    expect(
      problemOf({ ...proof, path: proof.path.with(n, { side: side === 'left' ? 'right' : 'left', hash }) }),
    ).toEqual({ kind: 'path_side_changed', step: n })
})

test('rejects a forged record with a matching leaf', () => {
  const proof = sampleProof(3, 7)
  const record = proof.record.replace('Ada', 'Eve')
  const { leaf } = sampleProof(0, 1, { record })
  expect(problemOf({ ...proof, record, leaf })).toEqual({ kind: 'path_changed' })
})

test('rejects an anchor over the root’s digits with another hash function', () => {
  const proof = sampleProof(3, 7)
  const ots = writeOtsFile({ hash: 'keccak256', digest: fromHex(proof.root), timestamp: sampleTimestamp })
  const anchors = [{ kind: 'opentimestamps', ots: toBase64(ots) }]
  expect(problemOf({ ...proof, anchors })).toEqual({ kind: 'anchor_of_another_root', anchor: 0 })
})

test('says why an attestation cannot be looked up', () => {
  const attestations = [
    { kind: 'bitcoin', height: 900_000 },
    { kind: 'unknown', tag: fromHex('0102030405060708'), payload: new Uint8Array() },
  ] as const
  const after = (operation: OtsOperation) => ({ operation, timestamp: { attestations, branches: [] } })
  const branches = [
    after({ kind: 'append', bytes: Uint8Array.of(7) }),
    after({ kind: 'hash', hash: 'ripemd160' }),
  ]
  const anchors = (digest: Uint8Array) => {
    const ots = writeOtsFile({ hash: 'sha256', digest, timestamp: { attestations: [], branches } })
    return [{ kind: 'opentimestamps', ots: toBase64(ots) } as const]
  }
  const outcome = verify(sampleProof(3, 7, { anchors }))
  const unknown = { kind: 'unreadable', tag: '0102030405060708' }
  const behindMissing = { kind: 'unreadable', missingHash: 'ripemd160' }
  expect(outcome.holds ? outcome.remaining : outcome).toMatchObject([
    { attestations: [{ kind: 'unreadable', length: 33 }, unknown, behindMissing, behindMissing] },
  ])
})

test('does not take an unreadable anchor for a witness of the root', () => {
  const anchors = [{ kind: 'opentimestamps', ots: 'AAAA' }]
  const proof = { ...sampleProof(3, 7), anchors }
  expect(problemOf(proof)).toEqual({ kind: 'anchor_unreadable', anchor: 0 })
  expect(problemOf({ ...proof, root: otherSha256 })).toEqual({ kind: 'path_or_root_changed' })
})

test('rejects a proof with any changed bit', () => {
  const text = Buffer.from(writeProof(sampleProof(4, 7, { anchors: () => [] })))
  const strict = new TextDecoder('utf8', { fatal: true })
  const holds = (bytes: Uint8Array) => {
    let decoded: string
    try {
      decoded = strict.decode(bytes)
    } catch {
      return false
    }
    const reading = readProofText(decoded)
    return 'proof' in reading && verify(reading.proof).holds
  }
  expect(holds(text)).toBe(true)
  for (let bit = 0; bit < 8 * text.length; bit += 1) {
    const changed = Buffer.from(text)
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    if (holds(changed)) throw new Error(`Bit ${bit & 7} of byte ${bit >> 3} can be changed`)
  }
})

test('reports the first format error, in the order of the keys, with its path', () => {
  const proof = sampleProof(3, 7)
  const [first, second] = proof.path
  const { leaf: _, ...withoutLeaf } = proof
  const issueOf = (value: unknown) => {
    const problem = problemOf(value)
    return problem?.kind === 'malformed' ? problem.issue : problem
  }
  const step = { ...proof, path: [first, { ...second, side: 'up' }], author: 'Eve' }
  expect(issueOf(step)).toEqual({ where: 'path.1.side', what: 'must be "left" or "right"' })
  expect(issueOf({ ...withoutLeaf, root: 1 })).toEqual({ where: 'leaf', what: 'is missing' })
  expect(issueOf({ ...proof, author: 'Eve' })).toEqual({ where: 'author', what: 'is not a key of version 1' })
  expect(issueOf({ ...proof, anchors: [{ kind: 'evm', chainId: 0 }] })).toEqual({
    where: 'anchors.0.chainId',
    what: 'must be at least 1',
  })
})

test('distinguishes text that is not a proof from a malformed proof', () => {
  for (const text of ['', 'null', '[]', '"priormark-proof"', '{}', '{"format":"other"}', '\u0000'])
    expect(readProofText(text)).toEqual({ problem: { kind: 'not_a_proof' } })
  expect(readProofText('{"format":"priormark-proof"}')).toMatchObject({ problem: { kind: 'malformed' } })
  expect(readProofText('{"format":"priormark-proof","version":7}')).toEqual({
    problem: { kind: 'unsupported_version', version: '7' },
  })
  expect(readProofText(`"${'x'.repeat(1_000_001)}"`)).toMatchObject({ problem: { kind: 'malformed' } })
})

test('never throws for any JSON', () => {
  const proof = sampleProof(3, 7)
  const keys = Object.keys(proof)
  fc.assert(
    fc.property(fc.constantFrom(...keys), fc.jsonValue(), (key, value) => {
      expect(verify({ ...proof, [key]: value }).holds).toBe(
        JSON.stringify(value) === JSON.stringify(Object.entries(proof).find(([name]) => name === key)?.[1]) ||
          (key === 'anchors' && Array.isArray(value) && value.length === 0),
      )
    }),
    propertyRuns({ normal: 100, deep: 20_000 }),
  )
  fc.assert(
    fc.property(fc.jsonValue(), (value) => !verify(value).holds),
    propertyRuns({ normal: 100, deep: 20_000 }),
  )
})

test('throws instead of building an invalid proof', () => {
  const proof = sampleProof(3, 7)
  const parts = {
    fileSha256: fromHex(proof.file.sha256),
    record: proof.record,
    salt: fromHex(proof.salt),
    path: proof.path,
    root: fixedBytes('another root'),
    anchors: [],
  }
  expect(() => buildProof(parts, sha256)).toThrow('The path does not lead to the root')
  expect(buildProof({ ...parts, root: fromHex(proof.root), anchors: proof.anchors }, sha256)).toEqual(proof)
})

test('a typical proof without anchors has about 1.2 kB', () => {
  const { length } = writeProof(sampleProof(12, 64, { anchors: () => [] }))
  expect(length).toBeLessThan(1_600)
})
