import type { AnchorKind, AnchorState, AnchorView } from '@priormark/core/anchors/anchor'
import type { StateMark } from '../ui/StateTag.tsx'

/** The names of the kinds of anchors. */
export const kindName: Record<AnchorKind, string> = {
  manual: 'Link by hand',
  evm: 'Transaction',
  opentimestamps: 'OpenTimestamps (Bitcoin)',
}

const stateMarks: Record<AnchorState, StateMark> = {
  queued: { label: 'Waiting', mark: '○', tone: 'open' },
  submitted: { label: 'Submitted', mark: '◔', tone: 'open' },
  included: { label: 'In a block', mark: '◑', tone: 'good' },
  final: { label: 'Final', mark: '●', tone: 'good' },
}

/** The state of an anchor. A link that was entered by hand is declared, not seen in a block. */
export function anchorMark({ kind, state, stuckReason }: AnchorView): StateMark {
  if (stuckReason !== null) return { label: 'Stuck', mark: '!', tone: 'alarm' }
  if (kind !== 'manual') return stateMarks[state]
  return state === 'included' || state === 'final'
    ? { label: 'Declared', mark: '●', tone: 'good' }
    : { label: 'Needs a link', mark: '○', tone: 'open' }
}
