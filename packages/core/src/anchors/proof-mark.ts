import type { AnchorKind, AnchorState } from './anchor.ts'

/**
 * What may be said of a work's record, the same on every page, in every email and document. `at-risk`: it is recorded
 * nowhere yet; `recorded`: only the operator says where, or its chain is not supported; `test`: only test chains have it;
 * `verified`: a block of a supported public chain has it.
 */
export type ProofMark = 'at-risk' | 'recorded' | 'test' | 'verified'

/** What the mark depends on, of one anchor. */
export interface MarkedAnchor {
  kind: AnchorKind
  state: AnchorState
  isTrial: boolean
  /** Null without a block, and on a chain that is not supported. */
  noLaterThan: string | null
}

/** @param anchors those of the root, and the link declared for the order */
export function proofMark(anchors: readonly MarkedAnchor[]): ProofMark {
  const recorded = anchors.filter(({ state }) => state === 'included' || state === 'final')
  if (recorded.length === 0) return 'at-risk'
  const onChains = recorded.filter(({ kind }) => kind !== 'manual')
  if (onChains.length === 0) return 'recorded'
  if (onChains.every(({ isTrial }) => isTrial)) return 'test'
  return onChains.some(({ isTrial, noLaterThan }) => !isTrial && noLaterThan !== null)
    ? 'verified'
    : 'recorded'
}
