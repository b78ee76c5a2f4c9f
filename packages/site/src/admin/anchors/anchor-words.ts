import type { AnchorKind, AnchorState, AnchorView } from '@priormark/core/anchors/anchor'

/** How each kind of anchor is called. */
export const kindName: Record<AnchorKind, string> = {
  manual: 'Link by hand',
  evm: 'Transaction',
  opentimestamps: 'OpenTimestamps (Bitcoin)',
}

interface StateWords {
  word: string
  mark: string
  tone: 'good' | 'open' | 'alarm'
}

const stateWords: Record<AnchorState, StateWords> = {
  queued: { word: 'Waiting', mark: '○', tone: 'open' },
  submitted: { word: 'Submitted', mark: '◔', tone: 'open' },
  included: { word: 'In a block', mark: '◑', tone: 'good' },
  final: { word: 'Final', mark: '●', tone: 'good' },
}

/** Where an anchor stands, in a word. What is stuck says so first; a link by hand is declared, not seen in a block. */
export function anchorState({ kind, state, stuckReason }: AnchorView): StateWords {
  if (stuckReason !== null) return { word: 'Stuck', mark: '!', tone: 'alarm' }
  if (kind !== 'manual') return stateWords[state]
  return state === 'included' || state === 'final'
    ? { word: 'Declared', mark: '●', tone: 'good' }
    : { word: 'Needs a link', mark: '○', tone: 'open' }
}
