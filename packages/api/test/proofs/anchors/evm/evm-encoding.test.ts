import { describe, expect, test } from 'vitest'
import { headerHash } from '../../../../src/proofs/anchors/evm/evm-encoding.ts'
import { buildBlock } from './scripted-node.ts'

describe('headerHash', () => {
  test.each([undefined, null, 5, ['0x12'], 'g', '0x1g', ' 0x12', '0x12 '])(
    'returns null for a header with the field %o',
    (miner) => expect(headerHash({ ...buildBlock(1), miner })).toBeNull(),
  )

  test('commits to every field of the header, and to nothing else', () => {
    const hash = headerHash(buildBlock(1))
    expect(headerHash(buildBlock(2))).not.toBe(hash)
    expect(headerHash(buildBlock(1, { timestamp: '0x1' }))).not.toBe(hash)
    expect(headerHash(buildBlock(1, { requestsHash: '0x12' }))).not.toBe(hash)
    expect(headerHash(buildBlock(1, { size: '0x12' }))).toBe(hash)
  })

  test('ignores leading zeros of numbers', () => {
    expect(headerHash(buildBlock(1, { gasUsed: '0x000521' }))).toBe(
      headerHash(buildBlock(1, { gasUsed: '0x521' })),
    )
  })
})
