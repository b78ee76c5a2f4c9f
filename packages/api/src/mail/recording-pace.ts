import type { AnchorKind } from '@priormark/core/anchors/anchor'

/** How soon a work is recorded as a rule: by a chain's blocks, by Bitcoin's and its calendars, or by a person. */
export type RecordingPace = 'minutes' | 'hours' | 'by hand'

/** How soon the fastest of the configured anchors records. */
export function recordingPace(kinds: readonly AnchorKind[]): RecordingPace {
  if (kinds.includes('evm')) return 'minutes'
  return kinds.includes('opentimestamps') ? 'hours' : 'by hand'
}
