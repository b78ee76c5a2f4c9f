import type { AnchorKind } from '@priormark/core/anchors/anchor'

/** How soon works are usually recorded: on an EVM chain, on Bitcoin through calendars, or by an administrator. */
export type RecordingPace = 'minutes' | 'hours' | 'manual'

/** Returns the pace of the fastest configured anchor. */
export function recordingPace(kinds: readonly AnchorKind[]): RecordingPace {
  if (kinds.includes('evm')) return 'minutes'
  return kinds.includes('opentimestamps') ? 'hours' : 'manual'
}
