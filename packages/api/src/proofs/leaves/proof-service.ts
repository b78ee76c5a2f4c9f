import type { RecordState } from '@priormark/core/orders/stop-texts'
import { isInBlock } from '@priormark/core/proofs/anchors/anchor-state'
import { anchorKinds, isChainKind, type AnchorKind } from '@priormark/core/settings/policy/anchor-kind'
import { stopReason } from '@priormark/core/orders/order-rules'
import type { ProofAnchor } from '@priormark/core/proofs/proof/proof-schema'
import { sampleOrderKey, sampleProofId } from '@priormark/core/proofs/sample/sample-order'
import { Order } from '../../order-book/order-entity.ts'
import type { Em } from '../../platform/database/database.ts'
import { Anchor, ProofLeaf } from './batch-entities.ts'
import { sampleAnchor, sampleLeaf } from './sample-leaf.ts'

/** Returns the leaf of an order with its batch. Null until the order is paid and may start. */
export async function findLeaf(em: Em, order: Order): Promise<ProofLeaf | null> {
  if (order.accessKey === sampleOrderKey) return sampleLeaf(em, order)
  return em.findOne(ProofLeaf, { order }, { populate: ['batch'] })
}

/**
 * Whether an order has evidence: it is in a batch, and its record was not erased. An order whose recording was stopped has
 * evidence only if its root goes to a chain.
 * @param anchors the anchors that count for the order
 */
export function hasEvidence(order: Order, leaf: ProofLeaf | null, anchors: readonly Anchor[]): boolean {
  if (leaf?.batch == null || leaf.record == null) return false
  return anchors.length > 0 || stopReason(order) === null
}

/** Returns the anchors that count for a leaf in any state, in the order of `anchorKinds`; empty before sealing. */
export async function readAnchors(em: Em, leaf: ProofLeaf): Promise<Anchor[]> {
  if (leaf.batch == null) return []
  if (leaf.id === sampleProofId) return [sampleAnchor(em, leaf.batch)]
  const order = leaf.order == null ? null : await em.findOneOrFail(Order, leaf.order.id)
  const anchors = anchorsFor(order, await em.find(Anchor, { batch: leaf.batch }))
  return anchors.toSorted((a, b) => anchorKinds.indexOf(a.kind) - anchorKinds.indexOf(b.kind))
}

/** Returns how far the recording of an order has progressed, by the anchors that count for it. */
export async function readRecordState(em: Em, leaf: ProofLeaf | null): Promise<RecordState> {
  const anchors = leaf === null ? [] : await readAnchors(em, leaf)
  if (anchors.length === 0) return 'none'
  return anchors.some(({ state }) => isInBlock(state)) ? 'recorded' : 'begun'
}

/** Returns the anchors of a root that count for an order. */
export function anchorsFor(order: Order | null, anchors: readonly Anchor[]): Anchor[] {
  const isStopped = order !== null && stopReason(order) !== null
  return anchors.filter(({ kind }) => countsFor({ kind, isStopped }))
}

/**
 * Whether an anchor counts for an order of its root: not the manual one if recording of the order was stopped, and not
 * time-stamps, which are evidence beside a record.
 */
export function countsFor({ kind, isStopped }: { kind: AnchorKind; isStopped: boolean }): boolean {
  return isChainKind(kind) || (kind === 'manual' && !isStopped)
}

/** Returns the public anchors of a proof: those with evidence, then the link declared for this order only. */
export function proofAnchors(leaf: ProofLeaf, anchors: readonly Anchor[]): ProofAnchor[] {
  const evidence = anchors.flatMap((anchor) => anchor.evidence ?? [])
  return withDeclaredLink<ProofAnchor>(evidence, leaf.declaredLink, (link) => ({ kind: 'manual', link }))
}

/** Adds the anchor of a link that was declared for one order only, unless another anchor has that link. */
export function withDeclaredLink<T extends object>(
  anchors: readonly T[],
  link: string | null | undefined,
  anchorOf: (link: string) => T,
): T[] {
  const hasLink = anchors.some((anchor) => 'link' in anchor && anchor.link === link)
  return link == null || hasLink ? [...anchors] : [...anchors, anchorOf(link)]
}
