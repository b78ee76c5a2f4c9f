import { utf8 } from '@priormark/core/platform/utf8'
import { concatBytes } from '@priormark/core/proofs/proof/bytes'
import { verdictMessages } from '@priormark/core/proofs/proof/verdict-messages'
import { withMember } from '../cases/verdict-case.ts'
import { sampleProof } from '../vector-batch.ts'
import { wrongMembers } from './grammar-cases.ts'
import { sampleProofV2 } from './vector-proof.ts'
import { malformedVector, problemVector, type VectorV2 } from './vector.ts'

const base = sampleProofV2()

/** Proofs that break the grammar, each in one place. */
export function grammarVectors(): VectorV2[] {
  return [
    ...Object.entries(wrongMembers).flatMap(([place, values]) =>
      values.map(([value, issue, where = place], n) =>
        malformedVector(
          `${place}-${n + 1}`,
          where,
          `issue.${issue}`,
          withMember(base, place.split('.'), value),
        ),
      ),
    ),
    ...texts(),
  ]
}

function texts(): VectorV2[] {
  const text = JSON.stringify(base)
  const version1 = { ...sampleProof(0, 1), version: 2 }
  return [
    malformedVector('a-key-twice', '', 'issue.duplicate_key', text.replace('"form":2', '"form":1,"form":2')),
    malformedVector('a-fraction', '', 'issue.inexact_number', text.replace('"form":2', '"form":2.0')),
    malformedVector(
      'version-with-a-fraction',
      '',
      'issue.inexact_number',
      text.replace('"version":2', '"version":2.0'),
    ),
    malformedVector(
      'large-number',
      '',
      'issue.inexact_number',
      text.replace('"chainId":1', '"chainId":9007199254740993'),
    ),
    malformedVector(
      'unknown-keys-in-the-order-of-javascript',
      '1',
      'issue.unknown_key_2',
      text.replace(/\}$/, ',"b":0,"4294967295":0,"1":0}'),
    ),
    malformedVector(
      'key-with-a-placeholder',
      '{original}',
      'issue.unknown_key_2',
      text.replace(/\}$/, ',"{original}":0}'),
    ),
    malformedVector('two-unknown-keys', 'b', 'issue.unknown_key_2', text.replace(/\}$/, ',"b":1,"a":2}')),
    malformedVector('keys-of-version-1', 'record', 'issue.form', version1),
    // Only a number can name version 2.
    ...['2', null, [2], true].map((version, n) =>
      problemVector(
        `grammar/version-${n + 1}`,
        'malformed',
        { ...base, version },
        {
          version: 1,
          where: 'version',
          what: verdictMessages['issue.version'],
        },
      ),
    ),
    problemVector('text/cut-short', 'not_a_proof', text.slice(0, -1)),
    problemVector('text/comment', 'not_a_proof', `${text}//`),
    problemVector('text/byte-order-mark', 'not_a_proof', `\ufeff${text}`),
    // The proof itself is the first level.
    malformedVector(
      'nested-32',
      'log.origin',
      'issue.missing',
      text.replace('"log":null', `"log":${'['.repeat(31)}${']'.repeat(31)}`),
    ),
    problemVector(
      'text/nested-33',
      'not_a_proof',
      text.replace('"log":null', `"log":${'['.repeat(32)}${']'.repeat(32)}`),
    ),
    problemVector('text/another-format', 'not_a_proof', text.replace('priormark-proof', 'priormark-prove')),
    problemVector('text/version-3', 'unsupported_version', text.replace('"version":2', '"version":3'), {
      version: 3,
    }),
    problemVector('text/version-0', 'unsupported_version', text.replace('"version":2', '"version":0'), {
      version: 0,
    }),
  ]
}

/** Texts around the limit of 4,000,000 bytes, which are too large for files here. */
export function largeTexts(): { text: Uint8Array; isTooLong: boolean }[] {
  const padded = (value: unknown, bytes: number) => {
    const text = utf8(JSON.stringify(value))
    return concatBytes(text, new Uint8Array(bytes - text.length).fill(0x20))
  }
  return [
    { text: padded(base, 4_000_000), isTooLong: false },
    { text: padded(base, 4_000_001), isTooLong: true },
    { text: padded({ ...base, version: 3 }, 1_000_001), isTooLong: true },
  ]
}
