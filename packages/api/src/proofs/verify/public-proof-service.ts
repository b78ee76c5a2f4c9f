import { AppError } from '@priormark/core/platform/errors'
import { stopReason } from '@priormark/core/orders/order-rules'
import { sampleProofId } from '@priormark/core/proofs/sample/sample-order'
import { sampleOrder } from '../../order-book/sample-order.ts'
import type { Em } from '../../platform/database/database.ts'
import { Anchor } from '../leaves/anchor-entity.ts'
import { ProofLeaf } from '../leaves/leaf-entity.ts'
import { anchorsFor, readAnchors } from '../leaves/proof-service.ts'
import type { PublicLeaf } from './public-proof-view.ts'
import { sampleLeaf } from '../leaves/sample-leaf.ts'

/** A work is registered a few times at most. The limit keeps look-ups fast if someone floods a fingerprint. */
const maxLeaves = 100

/**
 * Returns a proof by its public id. Erased proofs are not found, although their leaf remains for the others in its
 * batch.
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
  const batches = leaves.flatMap(({ batch }) => (batch == null ? [] : [batch]))
  const anchors = batches.length === 0 ? [] : await em.find(Anchor, { batch: { $in: batches } })
  const proofs = leaves.map((leaf) => {
    const own = anchors.filter(({ batch }) => batch === leaf.batch)
    return publicLeaf(leaf, anchorsFor(leaf.order ?? null, own))
  })
  const sample = sampleOrder(em)
  return sample.fileSha256 === fileSha256 ? [await readPublicProof(em, sampleProofId), ...proofs] : proofs
}

/** @param leaf with its order loaded */
function publicLeaf(leaf: ProofLeaf, anchors: readonly Anchor[]): PublicLeaf {
  const isStopped = leaf.order != null && stopReason(leaf.order) !== null && anchors.length === 0
  return { leaf, anchors, isStopped }
}
