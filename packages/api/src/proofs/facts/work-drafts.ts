import { paymentStopReason } from '@priormark/core/orders/order-rules'
import { Uuid } from '@priormark/core/platform/ids'
import { sampleOrderKey } from '@priormark/core/proofs/sample/sample-order'
import * as v from 'valibot'
import type { Order } from '../../order-book/order-entity.ts'
import type { Em } from '../../platform/database/database.ts'
import { readRows } from '../../platform/database/rows.ts'
import { Anchor, ProofLeaf } from '../leaves/batch-entities.ts'
import { anchorsFor, hasEvidence } from '../leaves/proof-service.ts'
import { proofStatus } from '../leaves/proof-status.ts'

/** Whether a later order can name an order as its earlier draft: it is in a batch, and its payment is neither refunded nor disputed. */
export function canHaveNextDraft(order: Order, leaf: ProofLeaf | null): boolean {
  if (leaf?.batch == null || leaf.record == null || order.accessKey === sampleOrderKey) return false
  return paymentStopReason(order) === null
}

/**
 * A recorded draft of a work, as the page and the evidence of a later draft show it. Contains nothing that leads to its order's page or
 * file, because the link of the later order may be shared.
 */
export type WorkDraft = ReturnType<typeof workDraft>

/** @param anchors the anchors of the leaf's root that count for the order */
export function workDraft(
  { projectName, createdAt }: Pick<Order, 'projectName' | 'createdAt'>,
  leaf: ProofLeaf,
  anchors: readonly Anchor[],
) {
  const { earliestBlock, mark } = proofStatus(leaf, anchors)
  return {
    projectName,
    /** When it was ordered, by the clock of the server. */
    createdAt,
    /** The earliest upper bound of the time at which its file existed; null without a block whose time counts. */
    noLaterThan: earliestBlock?.noLaterThan ?? null,
    /** Only test chains have its root, so the date proves nothing to others. */
    isOnTestChain: mark === 'test',
    leaf: leaf.leaf,
  }
}

/** Returns the drafts before an order, oldest first, back to the first one without evidence. Later ones are not included. */
export async function readEarlierDrafts(em: Em, { previousOrderId }: Order): Promise<WorkDraft[]> {
  if (previousOrderId == null) return []
  const rows = await readRows(em, v.object({ id: Uuid }))`
    with recursive earlier as (
      select id, previous_order_id, 1 as step from orders where id = ${previousOrderId}
      union all select orders.id, orders.previous_order_id, step + 1 from earlier join orders on orders.id = earlier.previous_order_id
    ) select id from earlier order by step`
  const leaves = await em.find(
    ProofLeaf,
    { order: { $in: rows.map(({ id }) => id) }, batch: { $ne: null } },
    { populate: ['order', 'batch'] },
  )
  const anchors = await em.find(Anchor, { batch: { $in: leaves.flatMap(({ batch }) => batch ?? []) } })
  const drafts: WorkDraft[] = []
  for (const { id } of rows) {
    const leaf = leaves.find(({ order }) => order?.id === id)
    if (leaf?.order == null) break
    const rootAnchors = anchors.filter(({ batch }) => batch.id === leaf.batch?.id)
    const orderAnchors = anchorsFor(leaf.order, rootAnchors)
    // The record of each draft names the one before it, so the list ends at the first one without evidence.
    if (!hasEvidence(leaf.order, leaf, orderAnchors)) break
    drafts.unshift(workDraft(leaf.order, leaf, orderAnchors))
  }
  return drafts
}
