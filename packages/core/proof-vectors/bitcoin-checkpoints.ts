import { readFileSync } from 'node:fs'
import { workOfTarget, targetOf } from '@priormark/core/proof/bitcoin-header'
import type { BitcoinCheckpoint } from '@priormark/core/proof/bitcoin-checkpoints'
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
  ),
  /** The epoch of the first entry of `lastBlocks`. */
  firstEpoch: v.number(),
  /** The hash of the last block of each epoch. */
  lastBlocks: v.array(v.string()),
  /** The work of the whole chain up to a height, by another source, in hex. */
  knownWork: v.array(v.object({ height: v.number(), work: v.string() })),
})

/** The published constants that the checkpoints are computed from. */
export const epochs = v.parse(
  Epochs,
  JSON.parse(readFileSync(new URL('bitcoin-epochs.json', import.meta.url), 'utf8')),
)

/** Computes the work of the main chain from its first block up to a height, including that block. */
export function chainWork(height: number): bigint {
  let work = 0n
  for (const [epoch, bits] of epochs.bits.entries()) {
    const blocks = Math.min(epochBlocks, height + 1 - epoch * epochBlocks)
    if (blocks > 0) work += BigInt(blocks) * workOfTarget(targetOf(Number.parseInt(bits, 16)))
  }
  return work
}

/** Computes the checkpoints: the last block of each epoch, and one before the first as the start of the count. */
export function computeCheckpoints(): BitcoinCheckpoint[] {
  return epochs.lastBlocks.map((hash, n) => {
    const height = (epochs.firstEpoch + n + 1) * epochBlocks - 1
    return { height, hash, work: chainWork(height).toString(16) }
  })
}

/** Returns packages/core/src/proof/bitcoin-checkpoints.ts. */
export function checkpointsSource(): string {
  const rows = computeCheckpoints().map(({ height, hash, work }) => `  [${height}, '${hash}', '${work}'],\n`)
  return `${checkpointsHead}${rows.join('')}${checkpointsEnd}`
}

const checkpointsHead = `/** A block that is known to be on Bitcoin's main chain: the last one of an epoch of 2,016 blocks with one target. */
export interface BitcoinCheckpoint {
  height: number
  /** In the byte order of explorers. */
  hash: string
  /** The work of the chain up to this block, in hex. Two neighboring checkpoints determine the work of each block between them. */
  work: string
}

/** Computed by packages/core/proof-vectors/generate.ts. */
const rows: readonly (readonly [height: number, hash: string, work: string])[] = [
`

const checkpointsEnd = `]

/**
 * The epochs whose blocks are so hard that faking seven of them costs more than a date is worth: those since 2022, from
 * which on the difficulty stayed above 3e13.
 */
export const bitcoinCheckpoints: readonly BitcoinCheckpoint[] = rows.map(([height, hash, work]) => ({
  height,
  hash,
  work,
}))
`
