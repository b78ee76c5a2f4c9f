import { toHex } from '@priormark/core/proofs/proof/bytes'
import { mergeTimestamps } from '@priormark/core/proofs/opentimestamps/ots-merge'
import { describe, expect, test } from 'vitest'
import type { BlockAtHeight } from '../../../../src/proofs/anchors/opentimestamps/bitcoin-blocks.ts'
import {
  checkBlocks,
  neededAttestations,
} from '../../../../src/proofs/anchors/opentimestamps/ots-block-check.ts'
import { agreed, mineHeader, rootOf } from './bitcoin-headers.ts'
import { regtestEasiestTarget } from './bitcoin-regtest.ts'
import { lineOf } from './ots-calendar-server.ts'

const sealedAt = new Date('2026-11-20T12:00:00Z')
const now = new Date('2026-11-20T18:00:00Z')
const firstHeight = 100

/** Returns a header that follows another one. Ten minutes pass between both. */
const headerAfter = (previous: Uint8Array, index: number) =>
  mineHeader({
    previous,
    root: new Uint8Array(32).fill(index + 1),
    timeSeconds: sealedAt.getTime() / 1_000 + 600 * index,
  })

const chain: Uint8Array[] = []
for (let index = 0; index < 8; index += 1) chain.push(headerAfter(chain.at(-1) ?? new Uint8Array(80), index))
const [first = new Uint8Array()] = chain

/** Checks a timestamp against the chain, of which some blocks are replaced. */
function check(
  replaced: Record<number, BlockAtHeight> = {},
  timestamp = lineOf([], { kind: 'bitcoin', height: firstHeight }),
  tip = firstHeight + 6,
) {
  const asked: number[] = []
  const blocks = {
    findBlock: async (height: number): Promise<BlockAtHeight> => {
      asked.push(height)
      const header = chain[height - firstHeight]
      return replaced[height] ?? (header === undefined ? { state: 'unknown' } : agreed(header))
    },
    readTip: async () => tip,
  }
  const deps = { blocks, confirmations: 7, easiestTarget: regtestEasiestTarget, now }
  return { asked, checked: checkBlocks(deps, { timestamp, message: rootOf(first), sealedAt }) }
}

describe('checkBlocks', () => {
  test('confirms a block, which is final with the six that follow it', async () => {
    const { checked } = check()
    const [block] = (await checked).confirmed
    expect(block).toMatchObject({
      height: firstHeight,
      header: toHex(first),
      time: sealedAt,
      isFinal: true,
      latestTime: new Date(sealedAt.getTime() + 6 * 600_000),
      confirmationHeaders: chain.slice(1, 7).map(toHex),
    })
  })

  test('confirms one that is not final yet, without the blocks that follow it', async () => {
    const { asked, checked } = check({}, undefined, firstHeight + 5)
    const [block] = (await checked).confirmed
    expect(block).toMatchObject({ isFinal: false, latestTime: null, confirmationHeaders: [] })
    expect(asked).toEqual([firstHeight])
  })

  test.each<[title: string, block: BlockAtHeight, counted: { refutedCount: number; undecidedCount: number }]>(
    [
      ['no source has', { state: 'unknown' }, { refutedCount: 0, undecidedCount: 0 }],
      ['only some sources have', { state: 'partial' }, { refutedCount: 0, undecidedCount: 1 }],
      ['does not contain the message', agreed(chain[1] ?? first), { refutedCount: 1, undecidedCount: 0 }],
    ],
  )('does not confirm a block that %s', async (_title, block, counted) => {
    expect(await check({ [firstHeight]: block }).checked).toEqual({ confirmed: [], ...counted })
  })

  test.each<[title: string, block: BlockAtHeight, reason: string]>([
    ['only some sources have', { state: 'partial' }, 'The sources provide no header of Bitcoin block 103'],
    ['has no proof of work', agreed(chain[3]?.with(75, 0) ?? first), 'agree on block 103, but'],
    [
      'follows another one',
      agreed(headerAfter(first, 3)),
      'Bitcoin block 103, as the sources report it, does',
    ],
  ])('rejects a block if one that follows it %s', async (_title, block, reason) => {
    await expect(check({ 103: block }).checked).rejects.toThrow(reason)
  })

  test('rejects a block that cannot be at the height that its attestation names', async () => {
    const timestamp = lineOf([], { kind: 'bitcoin', height: 900_000 })
    await expect(check({ 900_000: agreed(first) }, timestamp, 900_006).checked).rejects.toThrow(
      'its work or time is not that of the blocks near its height',
    )
  })

  test('looks up only the four lowest of the blocks that a timestamp names', async () => {
    const heights = [105, 103, 104, 102, 101, 106]
    const named = heights
      .map((height, n) => lineOf([{ kind: 'append', bytes: Uint8Array.of(n) }], { kind: 'bitcoin', height }))
      .reduce((all, one) => mergeTimestamps(all, one))
    const { asked, checked } = check({}, named)
    expect(await checked).toEqual({ confirmed: [], refutedCount: 4, undecidedCount: 0 })
    expect(asked).toEqual([101, 102, 103, 104])
  })

  test('ignores promises, and blocks behind another hash than SHA-256', async () => {
    const weak = lineOf([{ kind: 'hash', hash: 'ripemd160' }], { kind: 'bitcoin', height: firstHeight })
    const promise = lineOf([], { kind: 'pending', uri: 'https://c.example.org' })
    const { asked, checked } = check({}, mergeTimestamps(weak, promise))
    expect(await checked).toEqual({ confirmed: [], refutedCount: 0, undecidedCount: 0 })
    expect(asked).toEqual([])
  })
})

describe('neededAttestations', () => {
  const promise = { kind: 'pending', uri: 'https://c.example.org' } as const
  const unknown = { kind: 'unknown', tag: new Uint8Array(8), payload: new Uint8Array() } as const
  const block = { kind: 'bitcoin', height: firstHeight } as const
  const message = rootOf(first)

  test.each([
    ['with promises until a block is final', firstHeight + 5, true],
    ['without promises once a block is final', firstHeight + 6, false],
  ])('selects what leads to the blocks, %s', async (_title, tip, keepsPromises) => {
    const { confirmed } = await check({}, undefined, tip).checked
    const isNeeded = neededAttestations(confirmed)
    expect(isNeeded(block, message)).toBe(true)
    expect(isNeeded(block, new Uint8Array(32))).toBe(false)
    expect(isNeeded({ ...block, height: firstHeight + 1 }, message)).toBe(false)
    expect(isNeeded(promise, message)).toBe(keepsPromises)
    expect(isNeeded(unknown, message)).toBe(false)
  })
})
