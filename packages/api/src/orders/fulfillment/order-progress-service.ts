import { AppError } from '@priormark/core/platform/errors'
import type { OrderProgress, ProgressAnchor, ProgressStep } from '@priormark/core/orders/order-progress'
import { OrderKey } from '@priormark/core/orders/order'
import type { OrderPageView } from '@priormark/core/orders/order-page-view'
import * as v from 'valibot'
import { countByAddress } from '../../platform/http/rate-limit.ts'
import { Refund } from '../../order-book/refund-entity.ts'
import { findOrderByKey } from '../../order-book/sample-order.ts'
import { readChainIds } from '../../proofs/anchors/evm/evm-repository.ts'
import { canHaveNextDraft, readEarlierDrafts } from '../../proofs/facts/work-drafts.ts'
import { findLeaf, readAnchors, hasEvidence, withDeclaredLink } from '../../proofs/leaves/proof-service.ts'
import type { Em, Database } from '../../platform/database/database.ts'
import type { SettingsSource } from '../../settings/shop-settings.ts'
import { isInBlock, anchorStates } from '@priormark/core/proofs/anchors/anchor-state'
import { isTestChain, evmChainName } from '@priormark/core/proofs/anchors/evm-chains'
import { dayIn } from '@priormark/core/platform/dates'
import { dollarsFromCents } from '@priormark/core/platform/money'
import { isMet, isOwed, orderConditions } from '@priormark/core/orders/order-conditions'
import { stopReason } from '@priormark/core/orders/order-rules'
import { recordedBy, recordingStartsAt } from '@priormark/core/settings/policy/service-policy'
import { recordingStartOf, type Order } from '../../order-book/order-entity.ts'
import type { Anchor, ProofLeaf } from '../../proofs/leaves/batch-entities.ts'
import { blockHeight, isProven, noLaterThan } from '../../proofs/leaves/proof-status.ts'

const oldestFirst = { orderBy: { refundedAt: 'asc' } } as const

/** An open order page polls every few seconds at most, and many people may share an address. */
const pageLimit = { hits: 300, windowSeconds: 60 }

/**
 * Returns the order with this access key, as its order page shows it: nothing about the customer, and no secrets of the record.
 * @param address the client's, to which the limit applies
 * @param timeZone the shop's, for the dates
 * @throws AppError not_found, with the message of an unknown address; rate_limited
 */
export async function readOrderProgress(
  em: Em,
  { key, address, timeZone = 'UTC' }: { key: string; address: string; timeZone?: string },
): Promise<OrderProgress> {
  await countByAddress(em, 'order-page', address, pageLimit)
  const order = await findOrderByKey(em, key)
  if (order === null) throw new AppError('not_found', 'There is nothing at this address')
  const leaf = await findLeaf(em, order)
  const leafAnchors = leaf === null ? [] : await readAnchors(em, leaf)
  const refunds = await em.find(Refund, { order, refundedAt: { $ne: null }, state: 'sent' }, oldestFirst)
  const anchors = progressAnchors(order, leaf, leafAnchors, await readChainIds(em, leafAnchors))
  const earlierDrafts = await readEarlierDrafts(em, order)
  const isAwaited = isOwed(order) && !anchors.some(({ state }) => isInBlock(state))
  const start = isAwaited ? recordingStartOf(order, leaf?.createdAt ?? null) : null
  const dueAt = start === null ? null : recordedBy(start)
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
      return [{ amount: dollarsFromCents(amountCents), day, isMadeAnotherWay: paymentId == null }]
    }),
    stopped: stopReason(order),
    step: currentStep(order, anchors),
    startsAt: start === null || leaf !== null ? null : recordingStartsAt(start).toISOString(),
    recordedBy: dueAt?.toISOString() ?? null,
    isLate: dueAt !== null && dueAt < new Date(),
    blockchainLink: order.blockchainLink ?? null,
    anchors,
    proofId: leaf?.id ?? null,
    termsId: order.terms?.id ?? null,
    hasEvidence: hasEvidence(order, leaf, leafAnchors),
    earlierDrafts: earlierDrafts.map(({ projectName, createdAt, noLaterThan: latest, isOnTestChain }) => ({
      projectName,
      createdAt: createdAt.toISOString(),
      noLaterThan: latest?.toISOString() ?? null,
      isOnTestChain,
    })),
    canHaveNextDraft: canHaveNextDraft(order, leaf),
  }
}

/** Reads the order with an access key, for its page. Never rejects: if reading fails, it returns an error view. */
export type OrderPageSource = (request: { key: string; address: string }) => Promise<OrderPageView>

/** @param onFailure receives errors, for which the page shows a general message */
export function openOrderPageSource(
  { database, settings }: { database: Database; settings: SettingsSource },
  onFailure: (error: unknown) => void,
): OrderPageSource {
  return async ({ key, address }) => {
    if (!v.is(OrderKey, key)) return { kind: 'missing' }
    try {
      const { timeZone } = await settings.current()
      const order = await readOrderProgress(database.fork(), { key, address, timeZone })
      return { kind: 'order', key, order }
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return { kind: 'missing' }
      if (!(error instanceof AppError)) onFailure(error)
      return { kind: 'failed' }
    }
  }
}

/** Returns the anchors of the root, then the link that was declared for this order alone. */
function progressAnchors(
  order: Order,
  leaf: ProofLeaf | null,
  anchors: readonly Anchor[],
  chainIds: ReadonlyMap<string, number>,
): ProgressAnchor[] {
  const declaredLink = leaf?.declaredLink ?? (anchors.length === 0 ? order.blockchainLink : null)
  // If the order has its own declared link, a manual anchor that still waits for a link is left out.
  const shownAnchors = anchors.filter(
    ({ kind, link }) => declaredLink == null || kind !== 'manual' || link != null,
  )
  const views = shownAnchors.map((anchor) => anchorView(anchor, chainIds.get(anchor.id)))
  return withDeclaredLink(views, declaredLink, (link) => ({
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

function anchorView(anchor: Anchor, sentChainId: number | undefined): ProgressAnchor {
  const { kind, state, link, blockTime, evidence } = anchor
  const chainId = evidence?.kind === 'evm' ? evidence.chainId : sentChainId
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

function currentStep(order: Order, anchors: readonly ProgressAnchor[]): ProgressStep {
  if (!order.paymentConfirmed) {
    if (isMet(orderConditions.isProcessing, order)) return 'processing'
    return order.paymentState === 'canceled' ? 'canceled' : 'unpaid'
  }
  const stateIndexes = anchors.map(({ state }) => anchorStates.indexOf(state))
  return anchorStates[Math.max(-1, ...stateIndexes)] ?? 'waiting'
}
