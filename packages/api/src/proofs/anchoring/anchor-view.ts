import type { AnchorView } from '@priormark/core/proofs/anchors/anchor'
import type { AnchorColumns } from './anchor-list.ts'

export function anchorView(anchor: AnchorColumns): AnchorView {
  return {
    id: anchor.id,
    kind: anchor.kind,
    state: anchor.state,
    stuckReason: anchor.stuckReason,
    batchId: anchor.batchId,
    root: anchor.root,
    leafCount: anchor.leafCount,
    sealedAt: iso(anchor.sealedAt),
    submittedAt: isoOrNull(anchor.submittedAt),
    includedAt: isoOrNull(anchor.includedAt),
    finalAt: isoOrNull(anchor.finalAt),
    blockTime: isoOrNull(anchor.blockTime),
    link: anchor.link,
    isChainPending: anchor.isChainPending,
  }
}

function iso(date: Date | string): string {
  return new Date(date).toISOString()
}

function isoOrNull(date: Date | string | null): string | null {
  return date === null ? null : iso(date)
}
