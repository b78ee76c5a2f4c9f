import type { AnchorKind } from './anchor.ts'

/** Blocks of Bitcoin may say a time that is off by this much; no miner has the network's agreement for more. In seconds. */
const bitcoinClockSeconds = 2 * 60 * 60

/**
 * The moment that a block cannot be past: what it has existed no later than this. A chain's own time, and for Bitcoin as
 * much later as its clocks may be slow.
 * @param kind how the block was reached
 * @param blockTime as the block says
 */
export function latestMoment(kind: AnchorKind, blockTime: Date): Date {
  return kind === 'opentimestamps' ? new Date(blockTime.getTime() + bitcoinClockSeconds * 1000) : blockTime
}
