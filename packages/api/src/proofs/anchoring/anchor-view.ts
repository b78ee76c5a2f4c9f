import type { AnchorView } from '@priormark/core/proofs/anchors/anchor'
import { isoTime, isoTimeOrNull } from '../../platform/database/database.ts'
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
    sealedAt: isoTime(anchor.sealedAt),
    submittedAt: isoTimeOrNull(anchor.submittedAt),
    includedAt: isoTimeOrNull(anchor.includedAt),
    finalAt: isoTimeOrNull(anchor.finalAt),
    blockTime: isoTimeOrNull(anchor.blockTime),
    link: anchor.link,
    isChainPending: anchor.isChainPending,
  }
}
