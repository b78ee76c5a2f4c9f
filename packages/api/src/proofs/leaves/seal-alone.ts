import { randomUUID } from 'node:crypto'
import { AppError } from '@priormark/core/platform/errors'
import type { AnchorKind } from '@priormark/core/settings/policy/anchor-kind'
import { addOrderEvent } from '../../order-book/order-timeline.ts'
import type { Em } from '../../platform/database/database.ts'
import { Anchor, AnchorBatch } from './anchor-entity.ts'
import { ProofLeaf } from './leaf-entity.ts'
import { isInBlock } from './proof-status.ts'

/** A link that an administrator declares for one order. */
interface DeclaredRecord {
  link: string
  /** Where works are recorded. */
  kinds: readonly AnchorKind[]
  actor: string
}

/**
 * Puts a leaf into its own batch, whose root is the leaf itself, with the link at which an administrator recorded it:
 * so the evidence names what was recorded there. A leaf that already has its own batch keeps its batch and gets the new link. In
 * the transaction of `em`, which has the order locked.
 * @throws AppError conflict if a block has the record already
 */
export async function sealAlone(
  em: Em,
  leaf: ProofLeaf,
  { link, kinds, actor }: DeclaredRecord,
): Promise<void> {
  await em.flush()
  const former = leaf.batch == null ? null : await em.findOneOrFail(AnchorBatch, leaf.batch.id)
  const anchors = former === null ? [] : await em.find(Anchor, { batch: former })
  if (anchors.some(({ kind, state }) => kind !== 'manual' && isInBlock(state)))
    throw new AppError('conflict', 'A block already has the record of this work')
  leaf.declaredLink = link
  const now = new Date()
  if (former?.root === leaf.leaf) {
    const manual = anchors.find(({ kind }) => kind === 'manual') ?? addAnchor(em, former, 'manual', now)
    declare(manual, link, now)
    return
  }
  const batch = em.create(AnchorBatch, { id: randomUUID(), root: leaf.leaf, leafCount: 1, sealedAt: now })
  for (const kind of kinds) if (kind !== 'manual') addAnchor(em, batch, kind, now)
  declare(addAnchor(em, batch, 'manual', now), link, now)
  Object.assign(leaf, { batch, leafIndex: 0, path: [] })
  if (leaf.order != null) addOrderEvent(em, leaf.order, 'sealed', actor, batch.root)
  await em.flush()
  if (former !== null) await leaveBatch(em, former, anchors)
}

function addAnchor(em: Em, batch: AnchorBatch, kind: AnchorKind, now: Date): Anchor {
  return em.create(Anchor, { id: randomUUID(), batch, kind, createdAt: now, updatedAt: now })
}

/** A declared link is all the evidence that a manual anchor ever has, so it is final immediately. */
function declare(anchor: Anchor, link: string, now: Date): void {
  Object.assign(anchor, {
    state: 'final',
    link,
    evidence: { kind: 'manual', link },
    stuckReason: null,
    updatedAt: now,
    submittedAt: anchor.submittedAt ?? now,
    includedAt: anchor.includedAt ?? now,
    finalAt: anchor.finalAt ?? now,
  })
}

/** The paths of the others contain the hash of the leaf, so they stay valid. An empty batch is not recorded. */
async function leaveBatch(em: Em, batch: AnchorBatch, anchors: readonly Anchor[]): Promise<void> {
  batch.leafCount = await em.count(ProofLeaf, { batch })
  if (batch.leafCount > 0 || anchors.some(({ kind }) => kind !== 'manual')) return
  for (const anchor of anchors) em.remove(anchor)
  em.remove(batch)
}
