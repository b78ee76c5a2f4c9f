import { fromHex, toHex } from '@priormark/core/proofs/proof/bytes'
import { recordCommitment } from '@priormark/core/proofs/proof/leaf'
import { type PublicProof, verifyPublicProof } from '@priormark/core/proofs/proof/public-proof'
import { expect, test } from 'vitest'
import { fixedBytes, sampleAnchors, sampleProof, sha256 } from '../../../proof-vectors/vector-batch.ts'

const proof = sampleProof(3, 7)
const other = toHex(fixedBytes('another digest'))
const shown: PublicProof = {
  id: '0190a3c2-0000-7000-8000-000000000001',
  sha256: proof.file.sha256,
  state: 'included',
  existedNoLaterThan: null,
  isOnTestChain: false,
  commitment: toHex(recordCommitment(fromHex(proof.salt), proof.record, sha256)),
  leaf: proof.leaf,
  path: proof.path,
  root: proof.root,
  anchors: proof.anchors,
}
const problemOf = (changed: Partial<PublicProof>, fileSha256 = shown.sha256) => {
  const outcome = verifyPublicProof({ ...shown, ...changed }, fileSha256, { sha256 })
  return outcome.holds ? null : outcome.problem.kind
}

test('follows the file of a public proof to the root and returns the checks of its anchors', () => {
  const outcome = verifyPublicProof(shown, shown.sha256, { sha256 })
  if (!outcome.holds) throw new Error(outcome.problem.kind)
  expect(outcome.remaining.map(({ kind }) => kind)).toEqual(['evm', 'opentimestamps', 'manual'])
})

test('accepts a proof without a root, with nothing to look up', () => {
  const waiting = { ...shown, path: null, root: null, anchors: [] }
  expect(verifyPublicProof(waiting, shown.sha256, { sha256 })).toEqual({ holds: true, remaining: [] })
  expect(problemOf({ path: null, root: null, anchors: [], leaf: other })).toBe('leaf_changed')
})

test('has nothing to look up while either path or root is missing', () => {
  for (const part of ['path', 'root'])
    expect(verifyPublicProof({ ...shown, [part]: null }, shown.sha256, { sha256 })).toEqual({
      holds: true,
      remaining: [],
    })
})

test('names the changed part of a public proof', () => {
  expect(problemOf({}, other)).toBe('wrong_file')
  expect(problemOf({ leaf: other })).toBe('leaf_changed')
  expect(problemOf({ commitment: other })).toBe('several_parts_changed')
  expect(problemOf({ root: other })).toBe('path_or_root_changed')
  expect(problemOf({ path: proof.path.slice(1) })).toBe('path_or_root_changed')
  expect(problemOf({ anchors: sampleAnchors(fixedBytes('another root')) })).toBe('anchor_of_another_root')
})
