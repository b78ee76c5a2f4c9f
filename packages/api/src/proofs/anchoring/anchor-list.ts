import type { AnchorFilter, AnchorView } from '@priormark/core/proofs/anchors/endpoints'
import { anchorStates, openStates } from '@priormark/core/proofs/anchors/anchor-state'
import { anchorKinds, chainKinds } from '@priormark/core/settings/policy/anchor-kind'
import { orderConditions } from '@priormark/core/orders/order-conditions'
import { conditionSql } from '../../order-book/order-condition-sql.ts'
import type { Em } from '../../platform/database/database.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import * as v from 'valibot'
import { columnsOf, readRows, rowCount } from '../../platform/database/rows.ts'
import { withLabels } from '../anchors/recording-variables.ts'
import { anchorIs, hasLeaf } from '../leaves/batch-entities.ts'
import { countsFor } from '../leaves/proof-service.ts'
import { isWaiting } from '../leaves/seal-batch.ts'
import { queries } from '../tables.ts'

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

const AnchorRow = v.object({ ...AnchorColumns.entries, ...BatchColumns.entries, isChainPending: v.boolean() })
export type AnchorRow = v.InferOutput<typeof AnchorRow>

const columns = sql`${columnsOf(AnchorColumns, 'anchor')}, ${columnsOf(BatchColumns, 'anchor_batch')},
  exists (select 1 from anchor as other where other.batch_id = anchor.batch_id and other.kind in (${sql.join(chainKinds.map((kind) => sql.lit(kind)))})
    and ${anchorIs(openStates, 'other')}) as "isChainPending"`

const anchorsWithBatches = sql`anchor join anchor_batch on anchor_batch.id = anchor.batch_id`

const isSealable = conditionSql(orderConditions.isSealable)
const isStopped = conditionSql(orderConditions.isStopped)

/** A manual batch whose orders are all refunded or disputed needs no link. */
const needsNoLink = sql`anchor.kind = 'manual' and exists (select from proof_leaf where batch_id = anchor.batch_id) and not exists (
  select from proof_leaf join orders on orders.id = proof_leaf.order_id
  where proof_leaf.batch_id = anchor.batch_id and ${isSealable})`

const isOpen = sql<SqlBool>`${anchorIs(openStates)} and not (${needsNoLink})`

const conditions: Record<AnchorFilter, RawBuilder<SqlBool>> = {
  open: isOpen,
  stuck: sql<SqlBool>`${isOpen} and anchor.stuck_reason is not null`,
  all: sql<SqlBool>`true`,
}

/** Returns a page of anchors, newest first, and the total count. @param page starts at 1 */
export async function readAnchorPage(
  em: Em,
  { filter, page, limit }: { filter: AnchorFilter; page: number; limit: number },
): Promise<{ rows: AnchorRow[]; total: number }> {
  const where = conditions[filter]
  const rows = await readRows(em, AnchorRow)`
    select ${columns} from ${anchorsWithBatches} where ${where}
    order by anchor.created_at desc, anchor.id desc limit ${limit} offset ${(page - 1) * limit}`
  return { rows, total: await countAnchors(em, where) }
}

export async function readAnchor(em: Em, id: string): Promise<AnchorRow | undefined> {
  const [row] = await readRows(em, AnchorRow)`
    select ${columns} from ${anchorsWithBatches} where anchor.id = ${id}`
  return row
}

const OrderAnchorRow = v.object({ ...AnchorRow.entries, isStopped: v.boolean() })

/** Returns the anchors of an order's batch that count for it, sorted by kind; empty before the order is sealed. */
export async function readAnchorsOfOrder(em: Em, orderId: string): Promise<AnchorRow[]> {
  const rows = await readRows(em, OrderAnchorRow)`
    select ${columns}, ${isStopped} as "isStopped" from proof_leaf join orders on orders.id = proof_leaf.order_id
    join ${anchorsWithBatches} on anchor.batch_id = proof_leaf.batch_id
    where proof_leaf.order_id = ${orderId} order by anchor.kind`
  return rows.filter(countsFor)
}

/** Counts the batches that are recorded manually and have no link yet. */
export function countBatchesWithoutLink(em: Em): Promise<number> {
  return countAnchors(em, sql<SqlBool>`anchor.kind = 'manual' and ${isOpen}`)
}

async function countAnchors(em: Em, condition: RawBuilder<SqlBool>): Promise<number> {
  const { count } = await queries(em)
    .selectFrom('anchor')
    .select(rowCount)
    .where(condition)
    .executeTakeFirstOrThrow()
  return count
}

/** Counts the orders that are not sealed yet, and returns when the oldest of their leaves was created. */
export function readWaitingOrders(em: Em): Promise<{ count: number; oldestLeafAt: Date | null }> {
  return queries(em)
    .selectFrom('proof_leaf')
    .innerJoin('orders', 'orders.id', 'proof_leaf.order_id')
    .select((eb) => [rowCount, eb.fn.min<Date | null>('proof_leaf.created_at').as('oldestLeafAt')])
    .where(isWaiting)
    .executeTakeFirstOrThrow()
}

/** Counts the paid orders whose recording starts once their customers cannot cancel anymore. */
export async function countLaterOrders(em: Em): Promise<number> {
  const { count } = await queries(em)
    .selectFrom('orders')
    .select(rowCount)
    .where(conditionSql(orderConditions.startsLater))
    .where(sql<SqlBool>`not ${hasLeaf}`)
    .executeTakeFirstOrThrow()
  return count
}

export function anchorView(anchor: AnchorRow): AnchorView {
  return {
    ...anchor,
    stuckReason: anchor.stuckReason === null ? null : withLabels(anchor.stuckReason),
    sealedAt: anchor.sealedAt.toISOString(),
    submittedAt: anchor.submittedAt?.toISOString() ?? null,
    includedAt: anchor.includedAt?.toISOString() ?? null,
    finalAt: anchor.finalAt?.toISOString() ?? null,
    blockTime: anchor.blockTime?.toISOString() ?? null,
  }
}
