import { anchorStates, type AnchorFilter, type AnchorView } from '@priormark/core/proofs/anchors/anchor'
import { anchorKinds } from '@priormark/core/settings/policy/anchor-kind'
import { orderConditions } from '@priormark/core/orders/order-conditions'
import { conditionSql } from '../../order-book/order-condition-sql.ts'
import type { Em } from '../../platform/database/database.ts'
import { sql, type RawBuilder } from 'kysely'
import * as v from 'valibot'
import { columnsOf, readRow, readRows } from '../../platform/database/rows.ts'

const AnchorColumns = v.object({
  id: v.string(),
  kind: v.picklist(anchorKinds),
  state: v.picklist(anchorStates),
  stuckReason: v.nullable(v.string()),
  batchId: v.string(),
  submittedAt: v.nullable(v.date()),
  includedAt: v.nullable(v.date()),
  finalAt: v.nullable(v.date()),
  blockTime: v.nullable(v.date()),
  link: v.nullable(v.string()),
})

const BatchColumns = v.object({ root: v.string(), leafCount: v.number(), sealedAt: v.date() })

/** What an anchor's view is built from. */
const AnchorRow = v.object({ ...AnchorColumns.entries, ...BatchColumns.entries, isChainPending: v.boolean() })
export type AnchorRow = v.InferOutput<typeof AnchorRow>

const columns = sql`${columnsOf(AnchorColumns, 'anchor')}, ${columnsOf(BatchColumns, 'anchor_batch')},
  exists (select 1 from anchor as other where other.batch_id = anchor.batch_id and other.kind not in ('manual', 'rfc3161')
    and other.state <> 'final') as "isChainPending"`

const from = sql`anchor join anchor_batch on anchor_batch.id = anchor.batch_id`

const isSealable = conditionSql(orderConditions.isSealable)
const isStopped = conditionSql(orderConditions.isStopped)

/** A manual batch whose orders are all refunded or disputed needs no link. */
const needsNoLink = sql`anchor.kind = 'manual' and exists (select from proof_leaf where batch_id = anchor.batch_id) and not exists (
  select from proof_leaf join orders on orders.id = proof_leaf.order_id
  where proof_leaf.batch_id = anchor.batch_id and ${isSealable})`

const isOpen = sql`anchor.state in ('queued', 'submitted', 'included') and not (${needsNoLink})`

const conditions: Record<AnchorFilter, RawBuilder<unknown>> = {
  open: isOpen,
  stuck: sql`${isOpen} and anchor.stuck_reason is not null`,
  all: sql`true`,
}

/** Returns a page of anchors, newest first, and the total count. @param page starts at 1 */
export async function readAnchorPage(
  em: Em,
  { filter, page, limit }: { filter: AnchorFilter; page: number; limit: number },
): Promise<{ rows: AnchorRow[]; total: number }> {
  const where = conditions[filter]
  const rows = await readRows(
    em,
    AnchorRow,
    sql`select ${columns} from ${from} where ${where}
     order by anchor.created_at desc, anchor.id desc limit ${limit} offset ${(page - 1) * limit}`,
  )
  return { rows, total: await count(em, sql`anchor where ${where}`) }
}

export async function readAnchor(em: Em, id: string): Promise<AnchorRow | undefined> {
  const [row] = await readRows(em, AnchorRow, sql`select ${columns} from ${from} where anchor.id = ${id}`)
  return row
}

/**
 * Returns the anchors of an order's batch that count for it, sorted by kind; empty before the order is sealed. The same as
 * anchorsFor() in proof-service.ts.
 */
export async function readAnchorsOfOrder(em: Em, orderId: string): Promise<AnchorRow[]> {
  return readRows(
    em,
    AnchorRow,
    sql`select ${columns} from proof_leaf join orders on orders.id = proof_leaf.order_id
     join ${from} on anchor.batch_id = proof_leaf.batch_id
     where proof_leaf.order_id = ${orderId} and anchor.kind <> 'rfc3161' and not (anchor.kind = 'manual' and ${isStopped})
     order by anchor.kind`,
  )
}

/** Counts the batches that are recorded manually and have no link yet. */
export function countBatchesWithoutLink(em: Em): Promise<number> {
  return count(em, sql`anchor where kind = 'manual' and ${isOpen}`)
}

const Waiting = v.object({ orders: v.number(), oldest: v.nullable(v.date()) })

/** Counts the orders that are not sealed yet, with the time of the oldest. */
export async function readWaiting(em: Em): Promise<v.InferOutput<typeof Waiting>> {
  return readRow(
    em,
    Waiting,
    sql`select count(*)::int as orders, min(proof_leaf.created_at) as oldest
     from proof_leaf join orders on orders.id = proof_leaf.order_id
     where proof_leaf.batch_id is null and ${isSealable}`,
  )
}

/** Counts the paid orders without a leaf: recording starts once their customers cannot cancel anymore. */
export function countLaterOrders(em: Em): Promise<number> {
  return count(
    em,
    sql`orders where status = 'paid' and ${isSealable}
     and not exists (select from proof_leaf where proof_leaf.order_id = orders.id)`,
  )
}

const Total = v.object({ total: v.number() })

/** @param rows what follows `from` */
async function count(em: Em, rows: RawBuilder<unknown>): Promise<number> {
  const { total } = await readRow(em, Total, sql`select count(*)::int as total from ${rows}`)
  return total
}

export function anchorView(anchor: AnchorRow): AnchorView {
  return {
    id: anchor.id,
    kind: anchor.kind,
    state: anchor.state,
    stuckReason: anchor.stuckReason,
    batchId: anchor.batchId,
    root: anchor.root,
    leafCount: anchor.leafCount,
    sealedAt: anchor.sealedAt.toISOString(),
    submittedAt: anchor.submittedAt?.toISOString() ?? null,
    includedAt: anchor.includedAt?.toISOString() ?? null,
    finalAt: anchor.finalAt?.toISOString() ?? null,
    blockTime: anchor.blockTime?.toISOString() ?? null,
    link: anchor.link,
    isChainPending: anchor.isChainPending,
  }
}
