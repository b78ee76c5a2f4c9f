import { fromBase64, toBase64 } from '@priormark/core/proofs/proof/base64'
import { toHex } from '@priormark/core/proofs/proof/bytes'
import { writeOtsFile, type OtsTimestamp } from '@priormark/core/proofs/opentimestamps/ots-file'
import { mergeTimestamps } from '@priormark/core/proofs/opentimestamps/ots-merge'
import type { OtsOperation } from '@priormark/core/proofs/opentimestamps/ots-operation'
import { describe, expect, test, vi } from 'vitest'
import type { BlockAtHeight } from '../../../../src/proofs/anchors/opentimestamps/bitcoin-blocks.ts'
import type { Calendars } from '../../../../src/proofs/anchors/opentimestamps/ots-calendars.ts'
import { advanceRoot } from '../../../../src/proofs/anchors/opentimestamps/ots-step.ts'
import { agreed, mineHeader } from './bitcoin-headers.ts'
import { regtestEasiestTarget } from './bitcoin-regtest.ts'
import { follow, lineOf } from './ots-calendar-server.ts'

const root = new Uint8Array(32).fill(5)
const sealedAt = new Date('2026-11-20T12:00:00Z')
const now = new Date('2026-11-20T18:00:00Z')
const uri = 'https://c.example.org'

const hashed: OtsOperation = { kind: 'hash', hash: 'sha256' }
const append = (byte: number): OtsOperation => ({ kind: 'append', bytes: Uint8Array.of(byte) })
const pending = { kind: 'pending', uri } as const
/** The message that the calendar of a promise is asked for. */
const promised = (byte: number) => follow(root, [append(byte)])
const promise = (byte: number) => lineOf([append(byte)], pending)
const otsOf = (timestamp: OtsTimestamp) => toBase64(writeOtsFile({ hash: 'sha256', digest: root, timestamp }))

/** A block whose Merkle root operations lead to. */
const blockOf = (message: Uint8Array, operations: OtsOperation[]) =>
  agreed(
    mineHeader({
      previous: new Uint8Array(80),
      root: follow(message, operations),
      timeSeconds: sealedAt.getTime() / 1_000 + 600,
    }),
  )

/** Advances a root whose calendars respond with what is given; blocks are known by their heights. */
async function advance(
  previous: OtsTimestamp | null,
  {
    blocks = {},
    responses = [],
    waitingCount = 0,
    stamped = null,
    stampedAt = now,
  }: {
    blocks?: Record<number, BlockAtHeight>
    responses?: { message: Uint8Array; timestamp: OtsTimestamp }[]
    waitingCount?: number
    stamped?: OtsTimestamp | null
    stampedAt?: Date
  },
) {
  const calendars = {
    promisesOf: () => [{ address: uri, message: promised(1) }],
    poll: vi.fn<Calendars['poll']>(async () => ({
      responses: responses.map((response, n) => ({ host: `c${n}.example.org`, ...response })),
      waitingCount,
      problems: [],
    })),
    submit: async () => ({ timestamp: stamped, calendarCount: stamped === null ? 0 : 2, problems: [] }),
  }
  const status = await advanceRoot(
    {
      calendars,
      minCalendars: 2,
      restampAfterHours: 24,
      confirmations: 7,
      easiestTarget: regtestEasiestTarget,
      now,
      blocks: {
        findBlock: async (height) => blocks[height] ?? { state: 'unknown' },
        readTip: async () => 100,
      },
    },
    { root: toHex(root), sealedAt, ots: previous === null ? null : otsOf(previous), stampedAt },
  )
  return { status, poll: calendars.poll }
}

const inBlock = (height: number) => lineOf([hashed], { kind: 'bitcoin', height })

describe('advanceRoot', () => {
  test('does not poll the calendars if all sources have the block', async () => {
    const previous = mergeTimestamps(promise(1), inBlock(100))
    const { status, poll } = await advance(previous, { blocks: { 100: blockOf(root, [hashed]) } })
    expect(status).toMatchObject({ ots: otsOf(previous), block: { height: 100 }, problem: null })
    expect(poll).not.toHaveBeenCalled()
  })

  test('waits while only some sources have the block', async () => {
    const { status, poll } = await advance(inBlock(100), { blocks: { 100: { state: 'partial' } } })
    expect(status).toBeNull()
    expect(poll).not.toHaveBeenCalled()
  })

  test('records the lowest of the blocks that calendars name', async () => {
    const named = [99, 97, 98].map((height, n) => ({ height, message: promised(n) }))
    const { status } = await advance(mergeTimestamps(...[0, 1, 2].map(promise)), {
      blocks: Object.fromEntries(named.map(({ height, message }) => [height, blockOf(message, [hashed])])),
      responses: named.map(({ height, message }) => ({ message, timestamp: inBlock(height) })),
    })
    expect(status?.block).toMatchObject({ height: 97 })
  })

  test('keeps nothing that a calendar says beside a block that no source has', async () => {
    const [one, two] = [promised(1), promised(2)]
    const elsewhere = lineOf([append(9)], { kind: 'pending', uri: 'https://d.example.org' })
    const { status } = await advance(mergeTimestamps(promise(1), promise(2)), {
      blocks: { 99: blockOf(one, [hashed]) },
      responses: [
        { message: one, timestamp: inBlock(99) },
        { message: two, timestamp: mergeTimestamps(inBlock(98), elsewhere) },
      ],
    })
    const ots = fromBase64(status?.ots ?? '') ?? new Uint8Array()
    expect(Buffer.from(ots).toString('latin1')).not.toContain('d.example.org')
  })

  test('does not report a calendar that names only a block that no source has', async () => {
    const responses = [{ message: promised(1), timestamp: inBlock(98) }]
    const { status } = await advance(promise(1), { responses })
    expect(status).toMatchObject({ ots: otsOf(promise(1)), block: null, problem: null })
  })

  test('reports the calendars only if none of them has the root', async () => {
    expect((await advance(promise(1), { waitingCount: 1 })).status?.problem).toBeNull()
    expect((await advance(promise(1), { waitingCount: 0 })).status?.problem).toContain(
      'No OpenTimestamps calendar reports the state of this batch',
    )
  })

  test('does not keep a path to a block that is too long for verifiers', async () => {
    const long = Array.from({ length: 127 }, () => hashed)
    const { status } = await advance(promise(1), {
      blocks: { 99: blockOf(promised(1), long) },
      responses: [{ message: promised(1), timestamp: lineOf(long, { kind: 'bitcoin', height: 99 }) }],
    })
    expect(status).toMatchObject({ ots: otsOf(promise(1)), block: null })
    expect(status?.problem).toContain('c0.example.org sends an oversized response')
  })

  test('keeps the earlier promises of a root that is submitted again', async () => {
    const stampedAt = new Date(now.getTime() - 24 * 3_600_000)
    const { status } = await advance(promise(1), { stamped: promise(2), stampedAt })
    const ots = otsOf(mergeTimestamps(promise(1), promise(2)))
    expect(status).toEqual({ ots, stampedAt: now, block: null, problem: null })
  })

  test('names the calendars if too few accept the root', async () => {
    const { status } = await advance(null, {})
    expect(status).toMatchObject({ ots: null, block: null })
    expect(status?.problem).toContain('0 of the OpenTimestamps calendars accepted this batch')
  })
})
