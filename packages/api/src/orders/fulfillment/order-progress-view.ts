import { anchorStates } from '@priormark/core/proofs/anchors/anchor'
import { isTestChain, evmChainName } from '@priormark/core/proofs/anchors/evm-chains'
import { dayIn } from '@priormark/core/platform/dates'
import { dollarsFromCents } from '@priormark/core/platform/money'
import type { OrderProgress, ProgressAnchor, ProgressStep } from '@priormark/core/orders/order-progress'
import { isOwed } from '@priormark/core/orders/order-conditions'
import { stopReason } from '@priormark/core/orders/order-rules'
import {
  recordedBy,
  recordingStartsAt,
  type RecordingStart,
} from '@priormark/core/settings/policy/service-policy'
import type { Order } from '../../order-book/order-entity.ts'
import type { Refund } from '../../order-book/refund-entity.ts'
import type { Anchor } from '../../proofs/leaves/anchor-entity.ts'
import type { ProofLeaf } from '../../proofs/leaves/leaf-entity.ts'
import { hasEvidence, withDeclaredLink } from '../../proofs/leaves/proof-service.ts'
import { blockHeight, isInBlock, isProven, noLaterThan } from '../../proofs/leaves/proof-status.ts'

/** An order with its record. */
interface RecordedOrder {
  order: Order
  /** Null until the order is paid. */
  leaf: ProofLeaf | null
  /** The anchors of the leaf's root that count for the order, in any state. */
  anchors: readonly Anchor[]
  /** The EVM chains that anchors were sent to, by anchor id. */
  sentTo: ReadonlyMap<string, number>
  /** What was refunded, oldest first. */
  refunds: readonly Pick<Refund, 'amountCents' | 'refundedAt' | 'paymentId'>[]
  /** The shop's, for days. */
  timeZone: string
}

/** Returns what the order page shows: nothing about the customer, and no secrets of the record. */
export function orderProgress(recorded: RecordedOrder): OrderProgress {
  const { order, leaf, refunds, timeZone } = recorded
  const anchors = shownAnchors(recorded)
  const start = isAwaited(order, anchors) ? startOf(order, leaf) : null
  const due = start === null ? null : recordedBy(start)
  return {
    orderId: order.id,
    number: order.number,
    projectName: order.projectName,
    fileName: order.fileName,
    fileSize: order.fileSize,
    sha256: order.fileSha256,
    createdAt: order.createdAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    completedAt: order.completedAt?.toISOString() ?? null,
    status: order.status,
    refunds: refunds.flatMap(({ amountCents, refundedAt, paymentId }) => {
      if (refundedAt == null) return []
      const day = dayIn(timeZone, refundedAt)
      return [{ amount: dollarsFromCents(amountCents), day, isOtherWay: paymentId == null }]
    }),
    stopped: stopReason(order),
    step: order.paymentConfirmed ? furthest(anchors) : 'unpaid',
    startsAt: start === null || leaf !== null ? null : recordingStartsAt(start).toISOString(),
    recordedBy: due?.toISOString() ?? null,
    isLate: due !== null && due < new Date(),
    blockchainLink: order.blockchainLink ?? null,
    anchors,
    proofId: leaf?.id ?? null,
    termsId: order.terms?.id ?? null,
    hasEvidence: hasEvidence(order, leaf, recorded.anchors),
  }
}

/** Whether a paid order's record is still to come. */
function isAwaited(order: Order, anchors: readonly ProgressAnchor[]): boolean {
  return isOwed(order) && !anchors.some(({ state }) => isInBlock(state))
}

function startOf(order: Order, leaf: ProofLeaf | null): RecordingStart | null {
  if (order.paidAt == null) return null
  return {
    paidAt: order.paidAt,
    startRequestedAt: order.startRequestedAt ?? null,
    startedAt: leaf?.createdAt ?? null,
    deliveryHours: order.deliveryHours,
  }
}

/** The anchors of the root, then the link declared for this order only. */
function shownAnchors({ order, leaf, anchors, sentTo }: RecordedOrder): ProgressAnchor[] {
  const declared = leaf?.declaredLink ?? (anchors.length === 0 ? order.blockchainLink : null)
  // An order with its own link does not need the manual link of its root.
  const others = anchors.filter(({ kind, link }) => declared == null || kind !== 'manual' || link != null)
  const views = others.map((anchor) => anchorView(anchor, sentTo.get(anchor.id)))
  return withDeclaredLink(views, declared, (link) => ({
    kind: 'manual',
    state: 'final',
    link,
    chain: null,
    isOnTestChain: false,
    blockNumber: null,
    blockTime: null,
    noLaterThan: null,
    isProven: false,
  }))
}

function anchorView(anchor: Anchor, sentTo: number | undefined): ProgressAnchor {
  const { kind, state, link, blockTime, evidence } = anchor
  const chainId = evidence?.kind === 'evm' ? evidence.chainId : sentTo
  return {
    kind,
    state,
    link: link ?? null,
    chain: kind === 'opentimestamps' ? 'Bitcoin' : chainId === undefined ? null : evmChainName(chainId),
    isOnTestChain: chainId !== undefined && isTestChain(chainId),
    blockNumber: blockHeight(evidence),
    blockTime: blockTime?.toISOString() ?? null,
    noLaterThan: blockTime == null ? null : (noLaterThan(anchor, blockTime)?.toISOString() ?? null),
    isProven: isProven(anchor),
  }
}

function furthest(anchors: readonly ProgressAnchor[]): ProgressStep {
  const reached = anchors.map(({ state }) => anchorStates.indexOf(state))
  return anchorStates[Math.max(-1, ...reached)] ?? 'waiting'
}
