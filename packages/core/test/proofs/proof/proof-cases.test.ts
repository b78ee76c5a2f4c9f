import { toHex } from '@priormark/core/proofs/proof/bytes'
import { readManifest, writeManifest } from '@priormark/core/proofs/proof/manifest'
import { readProofText } from '@priormark/core/proofs/proof/proof-reading'
import { verifyProof } from '@priormark/core/proofs/proof/proof-verification'
import { describe, expect, test } from 'vitest'
import { shownText } from '@priormark/core/platform/isolated-text'
import { allCases } from '../../../proof-vectors/cases/all-cases.ts'
import { lyric } from '../../../proof-vectors/cases/evidence-cases.ts'
import type { VerdictCase } from '../../../proof-vectors/cases/verdict-case.ts'
import { sha256 } from '../../../proof-vectors/vector-batch.ts'

// packages/site/test/public/proofs/verify-cases.test.ts compares the four verifiers on all cases; these are the cases that core decides.
const withoutOtherFiles = allCases().filter(({ beside }) => beside === undefined)

/** Returns the problem that core finds, or null. */
function problemOf({ proof, work = lyric }: VerdictCase): string | null {
  const text = decoded(proof)
  const reading = text === null ? null : readProofText(text)
  if (reading === null) return 'not_a_proof'
  if ('problem' in reading) return reading.problem.kind
  const outcome = verifyProof(reading.proof, toHex(sha256(work.content)), sha256)
  return outcome.holds ? null : outcome.problem.kind
}

function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

test.each(withoutOtherFiles)('returns the problem of the table: $name', (given) => {
  const [verdict = ''] = given.verdicts
  expect(problemOf(given)).toBe(['holds', 'pending', 'proven'].includes(verdict) ? null : verdict)
})

describe('a manifest', () => {
  const files = [{ name: 'check/verify.py', sha256: 'ab'.repeat(32) }]

  test('is read as it was written', () => {
    expect(readManifest(writeManifest(files))).toEqual(files)
  })

  test.each([
    ['a folder above', { name: '../proof.json', sha256: 'ab'.repeat(32) }],
    ['an absolute path', { name: '/proof.json', sha256: 'ab'.repeat(32) }],
    ['an empty name', { name: '', sha256: 'ab'.repeat(32) }],
    ['a short hash', { name: 'proof.json', sha256: 'ab' }],
  ])('is rejected with %s', (_, file) => {
    expect(readManifest(writeManifest([file]))).toBeNull()
  })

  test('is rejected with more than 100 files, with a duplicate key, or if it is not JSON', () => {
    const many = (count: number) =>
      writeManifest(Array.from({ length: count }, () => files[0] ?? { name: '', sha256: '' }))
    expect(readManifest(many(100))).toHaveLength(100)
    expect(readManifest(many(101))).toBeNull()
    expect(readManifest(writeManifest(files).replace('"version"', '"version": 1, "version"'))).toBeNull()
    expect(readManifest('{')).toBeNull()
  })
})

test('a text from a file cannot add lines or colors, or reorder text', () => {
  expect(shownText('a\nb\u001b[31m\u202egnp.exe\ufeff\ud800')).toBe(
    String.raw`a\u{a}b\u{1b}[31m\u{202e}gnp.exe\u{feff}\u{d800}`,
  )
  expect(shownText('\u00ad\u115f\u3164')).toBe(String.raw`\u{ad}\u{115f}\u{3164}`)
  const joined = '\u0645\u06cc\u200c\u062e \u{1f469}\u200d\u{1f3a4} Zo\u00eb \u2764\ufe0f'
  expect(shownText(joined)).toBe(joined)
})
