import type { AnchorKind } from './anchor.ts'

/** How far off the time of a Bitcoin block can be, in seconds; the network rejects larger differences. */
const bitcoinClockSeconds = 2 * 60 * 60

/**
 * Returns the latest moment at which a block can have been made, so that its contents existed no later than that. For
 * Bitcoin this is two hours after the block's own time, because its clocks may be slow.
 * @param kind how the block was reached
 * @param blockTime as the block says
 */
export function latestMoment(kind: AnchorKind, blockTime: Date): Date {
  return kind === 'opentimestamps' ? new Date(blockTime.getTime() + bitcoinClockSeconds * 1000) : blockTime
}
