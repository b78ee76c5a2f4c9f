import { fromHex, toHex } from '@priormark/core/proofs/proof/bytes'
import {
  applyOperation,
  compareOperations,
  lengthAfter,
} from '@priormark/core/proofs/opentimestamps/ots-operation'
import type { OtsOperation } from '@priormark/core/proofs/opentimestamps/ots-operation'
import { describe, expect, test } from 'vitest'
import { sha256 } from '../../../proof-vectors/vector-batch.ts'

describe('an operation of an OpenTimestamps proof', () => {
  test.each<[operation: OtsOperation, result: string | null]>([
    [{ kind: 'append', bytes: fromHex('ff') }, '0a0bff'],
    [{ kind: 'prepend', bytes: fromHex('ff') }, 'ff0a0b'],
    [{ kind: 'reverse' }, '0b0a'],
    [{ kind: 'hexlify' }, '30613062'],
    [{ kind: 'hash', hash: 'sha256' }, toHex(sha256(fromHex('0a0b')))],
    [{ kind: 'hash', hash: 'sha1' }, null],
  ])('%o turns 0a0b into %s', (operation, result) => {
    const message = applyOperation(operation, fromHex('0a0b'), { sha256 })
    expect(message && toHex(message)).toBe(result)
    if (message !== null) expect(lengthAfter(operation, 2)).toBe(message.length)
  })

  test('names a message that becomes too long', () => {
    expect(lengthAfter({ kind: 'reverse' }, 4_096)).toBe(4_096)
    expect(() => lengthAfter({ kind: 'hexlify' }, 2_049)).toThrow('message_too_long')
  })

  test('is sorted by its tag, then by its bytes', () => {
    const append = (hex: string): OtsOperation => ({ kind: 'append', bytes: fromHex(hex) })
    const sorted = [
      { kind: 'hash', hash: 'sha256' } as const,
      append('01'),
      append('02'),
      { kind: 'reverse' } as const,
    ]
    expect(sorted.toReversed().toSorted(compareOperations)).toEqual(sorted)
  })
})
