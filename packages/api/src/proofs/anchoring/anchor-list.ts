import type { AnchorFilter, AnchorState, AnchorView } from '@priormark/core/proofs/anchors/anchor'
import type { AnchorKind } from '@priormark/core/settings/policy/anchor-kind'
import { isSealable } from '../leaves/seal-batch.ts'
import { type Em, isoTime, isoTimeOrNull } from '../../platform/database/database.ts'

/** The columns that an anchor's view is built from. */
export interface AnchorColumns {
  id: string
  kind: AnchorKind
  state: AnchorState
  stuckReason: string | null
  batchId: string
  root: string
  leafCount: number
  sealedAt: Date | string
  submittedAt: Date | string | null
  includedAt: Date | string | null
  finalAt: Date | string | null
  blockTime: Date | string | null
  link: string | null
  isChainPending: boolean
}

const columns = `anchor.id, anchor.kind, anchor.state, anchor.stuck_reason as "stuckReason",
  anchor_batch.id as "batchId", anchor_batch.root, anchor_batch.leaf_count as "leafCount",
  anchor_batch.sealed_at as "sealedAt", anchor.submitted_at as "submittedAt", anchor.included_at as "includedAt",
  anchor.final_at as "finalAt", anchor.block_time as "blockTime", anchor.link,
  exists (select 1 from anchor as other where other.batch_id = anchor.batch_id and other.kind <> 'manual'
    and other.state <> 'final') as "isChainPending"`

const from = 'anchor join anchor_batch on anchor_batch.id = anchor.batch_id'

/** A manual batch whose orders are all refunded or disputed needs no link. */
const isStopped = `anchor.kind = 'manual' and exists (select from proof_leaf where batch_id = anchor.batch_id) and not exists (
  select from proof_leaf join orders on orders.id = proof_leaf.order_id
  where proof_leaf.batch_id = anchor.batch_id and ${isSealable})`

const open = `anchor.state in ('queued', 'submitted', 'included') and not (${isStopped})`

const conditions: Record<AnchorFilter, string> = {
  open,
  stuck: `${open} and anchor.stuck_reason is not null`,
  all: 'true',
}

/** Returns a page of anchors, newest first, and the total count. @param page starts at 1 */
export async function readAnchorPage(
  em: Em,
  { filter, page, limit }: { filter: AnchorFilter; page: number; limit: number },
): Promise<{ rows: AnchorColumns[]; total: number }> {
  const where = conditions[filter]
  const rows = await em.execute<AnchorColumns[]>(
    `select ${columns} from ${from} where ${where}
     order by anchor.created_at desc, anchor.id desc limit ? offset ?`,
    [limit, (page - 1) * limit],
  )
  return { rows, total: await count(em, `anchor where ${where}`) }
}

export async function readAnchor(em: Em, id: string): Promise<AnchorColumns | undefined> {
  const [row] = await em.execute<AnchorColumns[]>(`select ${columns} from ${from} where anchor.id = ?`, [id])
  return row
}

/**
 * Returns the anchors of an order's batch that count for it, sorted by kind; empty before the order is sealed. The same as
 * anchorsFor() in proof-service.ts.
 */
export async function readAnchorsOfOrder(em: Em, orderId: string): Promise<AnchorColumns[]> {
  return em.execute<AnchorColumns[]>(
    `select ${columns} from proof_leaf join orders on orders.id = proof_leaf.order_id
     join ${from} on anchor.batch_id = proof_leaf.batch_id
     where proof_leaf.order_id = ? and (anchor.kind <> 'manual' or orders.status = 'completed' or ${isSealable})
     order by anchor.kind`,
    [orderId],
  )
}

/** Counts the batches that are recorded manually and have no link yet. */
export function countBatchesWithoutLink(em: Em): Promise<number> {
  return count(em, `anchor where kind = 'manual' and ${open}`)
}

/** Counts the orders that are not sealed yet, with the time of the oldest. */
export async function readWaiting(em: Em): Promise<{ orders: number; oldest: Date | string | null }> {
  return em.execute(
    `select count(*)::int as orders, min(proof_leaf.created_at) as oldest
     from proof_leaf join orders on orders.id = proof_leaf.order_id
     where proof_leaf.batch_id is null and ${isSealable}`,
    [],
    'get',
  )
}

/** Counts the paid orders without a leaf: recording starts once their customers cannot cancel anymore. */
export function countLaterOrders(em: Em): Promise<number> {
  return count(
    em,
    `orders where status = 'paid' and ${isSealable}
     and not exists (select from proof_leaf where proof_leaf.order_id = orders.id)`,
  )
}

/** @param rows what follows `from` */
async function count(em: Em, rows: string): Promise<number> {
  const { count } = await em.execute<{ count: number }>(
    `select count(*)::int as count from ${rows}`,
    [],
    'get',
  )
  return count
}

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
