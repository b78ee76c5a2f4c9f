import { isInBlock, type AnchorState } from './anchor-state.ts'
import type { AnchorKind } from '../../settings/policy/anchor-kind.ts'

/**
 * What may be said of a work's record, the same on every page, in every email and document. `none`: it is recorded
 * nowhere yet; `recorded`: it is in a block that must be looked up, or only the operator says where it is; `test`: only test
 * chains have it; `verified`: block headers prove its time, so that the verifiers say VERIFIED of its evidence as well.
 */
export type ProofMark = 'none' | 'recorded' | 'test' | 'verified'

/** The one sentence about a record with the mark `test`, beside its stamp. */
export const testText = 'This is a test: a test chain proves nothing to others.'

/** What the mark depends on, of one anchor. */
interface MarkedAnchor {
  kind: AnchorKind
  state: AnchorState
  isOnTestChain: boolean
  /** The headers in the evidence prove the time of its block. */
  isProven: boolean
}

/** @param anchors the anchors of the root, and the link declared for the order */
export function proofMark(anchors: readonly MarkedAnchor[]): ProofMark {
  const recordedAnchors = anchors.filter(({ state }) => isInBlock(state))
  if (recordedAnchors.length === 0) return 'none'
  if (recordedAnchors.some(({ isProven }) => isProven)) return 'verified'
  const chainAnchors = recordedAnchors.filter(({ kind }) => kind !== 'manual')
  return chainAnchors.length > 0 && chainAnchors.every(({ isOnTestChain }) => isOnTestChain)
    ? 'test'
    : 'recorded'
}
