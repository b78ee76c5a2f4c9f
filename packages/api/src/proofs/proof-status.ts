import { anchorStates, type AnchorState } from '@priormark/core/anchors/anchor'
import { latestMoment } from '@priormark/core/anchors/block-moment'
import { isDevelopmentChain } from '@priormark/core/anchors/chain-name'
import type { PublicProofState } from '@priormark/core/proof/public-proof'
import type { Anchor } from './anchor-entity.ts'
import type { ProofLeaf } from './leaf-entity.ts'

/** How far a proof is, and since when its file provably exists. */
export interface ProofStatus {
  /** As its furthest anchor; a link that was declared for this order alone counts as final. */
  state: PublicProofState
  /** The anchor with the earliest block that has the root, and the moment that block cannot be past; null until one has. */
  earliest: { anchor: Anchor; blockTime: Date; noLaterThan: Date } | null
  /** That block is on a chain of one machine, which proves nothing to others. */
  isTest: boolean
}

/** @param anchors those of the leaf's root, none while it waits for one */
export function proofStatus(leaf: ProofLeaf, anchors: readonly Anchor[]): ProofStatus {
  if (leaf.batch == null) return { state: 'waiting', earliest: null, isTest: false }
  const states = anchors.map(({ state }) => state)
  if (leaf.declaredLink != null) states.push('final')
  const blocks = anchors.flatMap((anchor) =>
    isInBlock(anchor.state) && anchor.blockTime != null ? [blockOf(anchor, anchor.blockTime)] : [],
  )
  const real = blocks.filter(({ anchor }) => !isOnTestChain(anchor))
  const isTest = blocks.length > 0 && real.length === 0
  const [earliest = null] = (isTest ? blocks : real).toSorted(
    (a, b) => a.noLaterThan.getTime() - b.noLaterThan.getTime(),
  )
  return { state: furthest(states), earliest, isTest }
}

/** Whether a block has it, for now or for good. */
export function isInBlock(state: PublicProofState): boolean {
  return state === 'included' || state === 'final'
}

function blockOf(anchor: Anchor, blockTime: Date) {
  return { anchor, blockTime, noLaterThan: latestMoment(anchor.kind, blockTime) }
}

function furthest(states: readonly AnchorState[]): AnchorState {
  return anchorStates.findLast((state) => states.includes(state)) ?? 'queued'
}

function isOnTestChain({ evidence }: Anchor): boolean {
  return evidence?.kind === 'evm' && isDevelopmentChain(evidence.chainId)
}
