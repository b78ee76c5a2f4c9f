import { anchorStates } from '@priormark/core/anchors/anchor'
import { chainNameOf, isDevelopmentChain } from '@priormark/core/anchors/chain-name'
import type { OrderProgress, ProgressAnchor, ProgressStep } from '@priormark/core/orders/order-progress'
import { fromBase64 } from '@priormark/core/proof/base64'
import { readOtsFile } from '@priormark/core/proof/ots/ots-file'
import { walkAttestations } from '@priormark/core/proof/ots/ots-walk'
import type { ProofAnchor } from '@priormark/core/proof/proof-schema'
import type { Anchor } from '../anchors/anchor-entity.ts'
import type { ProofLeaf } from '../proofs/leaf-entity.ts'
import { sha256 } from '../proofs/sha256.ts'
import type { Order } from './order-entity.ts'

/** An order with what is recorded of it. */
export interface OrderStanding {
  order: Order
  /** Null until the order is paid. */
  leaf: ProofLeaf | null
  /** Of the leaf's root, however far they are. */
  anchors: readonly Anchor[]
}

/** An order as its own page shows it: nothing of who ordered, and nothing of the record but what the customer named. */
export function orderProgress({ order, leaf, anchors: ofRoot }: OrderStanding): OrderProgress {
  const anchors = shownAnchors({ order, leaf, anchors: ofRoot })
  return {
    orderId: order.id,
    projectName: order.projectName,
    fileName: order.fileName,
    fileSize: order.fileSize,
    sha256: order.fileSha256,
    createdAt: order.createdAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    completedAt: order.completedAt?.toISOString() ?? null,
    status: order.status,
    isRefunded: order.paymentState === 'refunded',
    step: order.paymentConfirmed ? furthest(anchors) : 'unpaid',
    blockchainLink: order.blockchainLink ?? null,
    anchors,
    proofId: leaf?.id ?? null,
    hasEvidence: leaf?.batch != null && leaf.record != null,
  }
}

/** The anchors of the root, then a link that was declared for this order alone. */
function shownAnchors({ order, leaf, anchors }: OrderStanding): ProgressAnchor[] {
  const declared = leaf?.declaredLink ?? (anchors.length === 0 ? order.blockchainLink : null)
  if (declared == null) return anchors.map(anchorView)
  const link: ProgressAnchor = {
    kind: 'manual',
    state: 'final',
    link: declared,
    chain: null,
    isTrial: false,
    blockNumber: null,
    blockTime: null,
  }
  // What stands for this order needs no link for its root any more.
  const others = anchors.filter((anchor) => anchor.kind !== 'manual' || anchor.link != null)
  const isKnown = others.some((anchor) => anchor.link === declared)
  return isKnown ? others.map(anchorView) : [...others.map(anchorView), link]
}

function anchorView({ kind, state, link, blockTime, evidence }: Anchor): ProgressAnchor {
  return {
    kind,
    state,
    link: link ?? null,
    chain: kind === 'opentimestamps' ? 'Bitcoin' : evidence == null ? null : chainNameOf(evidence),
    isTrial: evidence?.kind === 'evm' && isDevelopmentChain(evidence.chainId),
    blockNumber: evidence == null ? null : blockNumberOf(evidence),
    blockTime: blockTime?.toISOString() ?? null,
  }
}

function furthest(anchors: readonly ProgressAnchor[]): ProgressStep {
  const reached = anchors.map(({ state }) => anchorStates.indexOf(state))
  return anchorStates[Math.max(-1, ...reached)] ?? 'waiting'
}

/** The number of the block that has the root; of several the earliest. Null where no block does. */
function blockNumberOf(anchor: ProofAnchor): number | null {
  if (anchor.kind === 'evm') return anchor.blockNumber
  if (anchor.kind === 'manual') return null
  const file = readOtsFile(fromBase64(anchor.ots) ?? new Uint8Array())
  const found = [...walkAttestations(file.timestamp, file.digest, { sha256 })]
  const heights = found.flatMap(({ attestation }) =>
    attestation.kind === 'bitcoin' ? [attestation.height] : [],
  )
  return heights.length === 0 ? null : Math.min(...heights)
}
