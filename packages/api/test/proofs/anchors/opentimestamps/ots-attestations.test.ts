import { toHex } from '@priormark/core/proofs/proof/bytes'
import type { OtsOperation } from '@priormark/core/proofs/opentimestamps/ots-operation'
import { mergeTimestamps } from '@priormark/core/proofs/opentimestamps/ots-merge'
import { writeTimestamp } from '@priormark/core/proofs/opentimestamps/ots-file'
import { describe, expect, test } from 'vitest'
import {
  isWithinBounds,
  keepAttestations,
} from '../../../../src/proofs/anchors/opentimestamps/ots-block-check.ts'
import { lineOf } from './ots-calendar-server.ts'

const message = new Uint8Array(32)
const append = (byte: number): OtsOperation => ({ kind: 'append', bytes: Uint8Array.of(byte) })
const block = { kind: 'bitcoin', height: 1 } as const
const pending = { kind: 'pending', uri: 'https://c.example.org' } as const

describe('keepAttestations', () => {
  test('keeps only the paths to wanted attestations, and gives their messages', () => {
    const [toBlock, toPromise] = [lineOf([append(1), append(2)], block), lineOf([append(3)], pending)]
    const asked: string[] = []
    const kept = keepAttestations(mergeTimestamps(toBlock, toPromise), message, ({ kind }, at) => {
      asked.push(toHex(at.subarray(32)))
      return kind === 'bitcoin'
    })
    expect(kept).toEqual(toBlock)
    expect(asked.toSorted()).toEqual(['0102', '03'])
    expect(keepAttestations(toPromise, message, ({ kind }) => kind === 'bitcoin')).toBeNull()
  })

  test('keeps no path with another hash than SHA-256', () => {
    const weak = lineOf([{ kind: 'hash', hash: 'ripemd160' }], block)
    expect(keepAttestations(weak, message, () => true)).toBeNull()
  })
})

describe('isWithinBounds', () => {
  const timestamp = mergeTimestamps(lineOf([append(1), append(2)], block), lineOf([append(3)], pending))
  const maxBytes = writeTimestamp(timestamp, message.length).length

  test.each([
    ['accepts one at both limits', maxBytes, 3, true],
    ['rejects one byte more', maxBytes - 1, 3, false],
    ['rejects one node more on its longest path', maxBytes, 2, false],
  ])('%s', (_title, bytes, maxDepth, isAccepted) => {
    expect(isWithinBounds(timestamp, message.length, { maxBytes: bytes, maxDepth })).toBe(isAccepted)
  })

  test('rejects one that the format does not allow', () => {
    const empty = { attestations: [], branches: [] }
    expect(isWithinBounds(empty, message.length, { maxBytes: 1_000, maxDepth: 10 })).toBe(false)
  })
})
