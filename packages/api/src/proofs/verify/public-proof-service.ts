import { AppError } from '@priormark/core/platform/errors'
import { stopReason } from '@priormark/core/orders/order-rules'
import { sampleProofId } from '@priormark/core/proofs/sample/sample-order'
import { sampleOrder } from '../../order-book/sample-order.ts'
import type { Em } from '../../platform/database/database.ts'
import { Anchor, ProofLeaf } from '../leaves/batch-entities.ts'
import { anchorsFor, readAnchors, proofAnchors } from '../leaves/proof-service.ts'
import { sampleLeaf } from '../leaves/sample-leaf.ts'
import {
  publicProofStates,
  type ProofLookup,
  type PublicProof,
} from '@priormark/core/proofs/proof/public-proof'
import { proofStatus, type ProofStatus } from '../leaves/proof-status.ts'

/** A work is recorded a few times at most. The limit keeps look-ups fast if someone orders one fingerprint very often. */
const maxLeaves = 100

/**
 * Returns a proof by its public id. Erased proofs are not found, although their leaf remains for the others in its batch.
 * @throws AppError not_found
 */
export async function readPublicProof(em: Em, id: string): Promise<PublicLeaf> {
  const leaf =
    id === sampleProofId
      ? sampleLeaf(em, sampleOrder(em))
      : await em.findOne(ProofLeaf, { id, record: { $ne: null } }, { populate: ['batch', 'order'] })
  if (leaf === null) throw new AppError('not_found', 'This proof doesn’t exist')
  return publicLeaf(leaf, await readAnchors(em, leaf))
}

/** Returns the proofs of a fingerprint, oldest first, at most 100. */
export async function findProofs(em: Em, fileSha256: string): Promise<PublicLeaf[]> {
  const leaves = await em.find(
    ProofLeaf,
    { fileSha256, record: { $ne: null } },
    { populate: ['batch', 'order'], orderBy: { createdAt: 'asc', id: 'asc' }, limit: maxLeaves },
  )
  const batches = leaves.flatMap(({ batch }) => batch ?? [])
  const anchors = batches.length === 0 ? [] : await em.find(Anchor, { batch: { $in: batches } })
  const proofs = leaves.map((leaf) => {
    const rootAnchors = anchors.filter(({ batch }) => batch === leaf.batch)
    return publicLeaf(leaf, anchorsFor(leaf.order ?? null, rootAnchors))
  })
  const sample = sampleOrder(em)
  return sample.fileSha256 === fileSha256 ? [await readPublicProof(em, sampleProofId), ...proofs] : proofs
}

/** A leaf with the anchors that count for it. */
export type PublicLeaf = ReturnType<typeof publicLeaf>

/** @param leaf with its order loaded */
function publicLeaf(leaf: ProofLeaf, anchors: readonly Anchor[]) {
  // Recording was stopped before its root went to a chain.
  const isStopped = leaf.order != null && stopReason(leaf.order) !== null && anchors.length === 0
  return { leaf, anchors, isStopped }
}

function statusOf({ leaf, anchors, isStopped }: PublicLeaf): ProofStatus {
  const status = proofStatus(leaf, anchors)
  return isStopped ? { ...status, state: 'stopped' } : status
}

/** A proof without the recorded work: no name, no record, no salt. */
export function publicProofView(proof: PublicLeaf): PublicProof {
  const { leaf, anchors } = proof
  const { state, earliestBlock, mark } = statusOf(proof)
  return {
    id: leaf.id,
    sha256: leaf.fileSha256,
    state,
    existedNoLaterThan: earliestBlock?.noLaterThan.toISOString() ?? null,
    isOnTestChain: mark === 'test',
    commitment: leaf.commitment,
    leaf: leaf.leaf,
    path: leaf.path ?? null,
    root: leaf.batch?.root ?? null,
    anchors: proofAnchors(leaf, anchors),
  }
}

/** Whether no anchor of a proof can change anymore, so that it may be cached. */
export function isFinal({ leaf, anchors }: PublicLeaf): boolean {
  return leaf.batch != null && anchors.length > 0 && anchors.every(({ state }) => state === 'final')
}

/**
 * Summarizes all proofs of a fingerprint: the furthest state and the earliest time. Test chains count only if there is
 * nothing else.
 */
export function proofLookupView(sha256: string, proofs: readonly PublicLeaf[]): ProofLookup {
  const allStatuses = proofs.map(statusOf)
  const publicStatuses = allStatuses.filter(({ mark }) => mark !== 'test')
  const isOnPublicChain = publicStatuses.some(({ earliestBlock }) => earliestBlock !== null)
  const statuses = isOnPublicChain ? publicStatuses : allStatuses
  const times = statuses.flatMap(({ earliestBlock }) =>
    earliestBlock === null ? [] : [earliestBlock.noLaterThan.getTime()],
  )
  return {
    sha256,
    found: proofs.length > 0,
    state: publicProofStates.findLast((state) => statuses.some((status) => status.state === state)) ?? null,
    existedNoLaterThan: times.length === 0 ? null : new Date(Math.min(...times)).toISOString(),
    isOnTestChain: statuses.some(({ mark }) => mark === 'test'),
  }
}
