import { readFileSync } from 'node:fs'
import { workOfTarget, targetOfHeader } from '@priormark/core/proofs/proof/bitcoin-header'
import { fromHex } from '@priormark/core/proofs/proof/bytes'
import type { BitcoinCheckpoint } from '@priormark/core/proofs/proof/bitcoin-checkpoints'
import * as v from 'valibot'

/** Bitcoin sets a new target every 2,016 blocks. */
const epochBlocks = 2_016

const Epochs = v.object({
  /** Where the constants are published. */
  source: v.string(),
  /** The compact target of each epoch since the first block, in hex. */
  bits: v.pipe(
    v.string(),
    v.transform((text) => text.split(' ')),
    v.array(v.pipe(v.string(), v.regex(/^[0-9a-f]{8}$/))),
  ),
  /** The epoch of the first entry of `lastBlocks`. */
  firstEpoch: v.number(),
  /** The hash of the last block of each epoch. */
  lastBlocks: v.array(v.string()),
  /** The work of the whole chain up to a height, by another source, in hex. */
  knownWork: v.array(v.object({ height: v.number(), work: v.string() })),
  /** Where the times are published. */
  timesSource: v.string(),
  /** The times of a few blocks, in rising order. */
  knownTimes: v.array(
    v.object({
      height: v.number(),
      time: v.pipe(
        v.string(),
        v.isoTimestamp(),
        v.transform((text) => Date.parse(text) / 1_000),
      ),
    }),
  ),
})

/** The published constants that the checkpoints are computed from. */
export const epochs = v.parse(
  Epochs,
  JSON.parse(readFileSync(new URL('bitcoin-epochs.json', import.meta.url), 'utf8')),
)

/** Returns the target of a compact one in hex, which a header has in reverse. */
function targetOf(bits: string): bigint {
  const header = new Uint8Array(80)
  header.set(fromHex(bits).toReversed(), 72)
  return targetOfHeader(header)
}

/** Computes the work of the main chain from its first block up to a height, including that block. */
export function chainWork(height: number): bigint {
  let work = 0n
  for (const [epoch, bits] of epochs.bits.entries()) {
    const blocks = Math.min(epochBlocks, height + 1 - epoch * epochBlocks)
    if (blocks > 0) work += BigInt(blocks) * workOfTarget(targetOf(bits))
  }
  return work
}

/** Bitcoin's aim: two weeks an epoch, ten minutes a block. */
const epochSeconds = 1_209_600
const blockSeconds = 600
/** A new target is at most this many times the one before, however long the epoch took. */
const mostGrowth = 4

/**
 * Returns how long an epoch took from its first to its last block, in seconds. The target after it tells: that is its own
 * target times this span, divided by two weeks. Of the last known epoch, only the most is known.
 */
function spanOf(epoch: number): number {
  const [bits, next] = epochs.bits.slice(epoch, epoch + 2)
  if (bits === undefined || next === undefined) return mostGrowth * epochSeconds
  const scale = 1_000_000_000n
  const growth = (targetOf(next) * scale) / targetOf(bits)
  return (Number(growth) / Number(scale)) * epochSeconds
}

/** Returns the time of a block by the spans alone, counted from the first known time, in seconds since 1970. */
export function summedTime(height: number): number {
  const [first] = epochs.knownTimes
  if (first === undefined) throw new Error('No time is known')
  let time = first.time
  const epoch = Math.floor(height / epochBlocks)
  for (let n = first.height / epochBlocks; n < epoch; n += 1) time += spanOf(n) + blockSeconds
  return time + ((height % epochBlocks) * spanOf(epoch)) / (epochBlocks - 1)
}

/**
 * Returns the time of a block since block 32,256, to within a day: the summed one, corrected so that it fits the known
 * times. Between two of these, the error grows evenly.
 */
export function timeOfBlock(height: number): number {
  const errors = epochs.knownTimes.map((known) => ({
    ...known,
    error: known.time - summedTime(known.height),
  }))
  const next = errors.findIndex((known) => known.height >= height)
  const [before, after] = [errors.at(next === -1 ? -1 : Math.max(0, next - 1)), errors.at(next)]
  if (before === undefined || after === undefined) throw new Error('No time is known')
  const share = before === after ? 0 : (height - before.height) / (after.height - before.height)
  return Math.round(summedTime(height) + before.error + share * (after.error - before.error))
}

/** Computes the checkpoints: the last block of each epoch, and one before the first as the start of the count. */
export function computeCheckpoints(): BitcoinCheckpoint[] {
  return epochs.lastBlocks.map((hash, n) => {
    const height = (epochs.firstEpoch + n + 1) * epochBlocks - 1
    return { height, hash, work: chainWork(height).toString(16), time: timeOfBlock(height) }
  })
}

/** Returns packages/core/src/proofs/proof/bitcoin-checkpoints.ts. */
export function checkpointsSource(): string {
  const rows = computeCheckpoints().map(
    ({ height, hash, work, time }) => `${height} ${hash} ${work} ${time}\n`,
  )
  return `${checkpointsHead}${rows.join('')}${checkpointsEnd}`
}

const checkpointsHead = `/** A block that is known to be on Bitcoin's main chain: the last one of an epoch of 2,016 blocks with one target. */
export interface BitcoinCheckpoint {
  height: number
  /** In the byte order of explorers. */
  hash: string
  /** The work of the chain up to this block, in hex. Two neighboring checkpoints determine the work of each block between them. */
  work: string
  /**
   * When this block was made, in seconds since 1970, to within a day. For the last checkpoint: when it was made at the
   * latest. The times of the blocks between two neighboring checkpoints are between theirs.
   */
  time: number
}

/** Height, hash, work and time. Computed by packages/core/proof-vectors/generate.ts. */
const rows = \`
`

const checkpointsEnd = `\`

/**
 * The epochs whose blocks are so hard that faking seven of them costs more than a date is worth: those since 2022, from
 * which on the difficulty stayed above 3e13.
 */
export const bitcoinCheckpoints: readonly BitcoinCheckpoint[] = rows
  .trim()
  .split('\\n')
  .map((row) => {
    const [height, hash = '', work = '', time] = row.split(' ')
    return { height: Number(height), hash, work, time: Number(time) }
  })
`
