import { sql } from 'kysely'
import * as v from 'valibot'
import type { Em } from '../../platform/database/database.ts'
import { readRows } from '../../platform/database/rows.ts'

const OrderMoney = v.object({
  orderId: v.string(),
  /** When the last refund was made, or null. */
  refundedAt: v.nullable(v.date()),
  /** What banks took back in disputes, less what they returned. */
  disputedCents: v.number(),
  disputedAt: v.nullable(v.date()),
  disputeReturnedAt: v.nullable(v.date()),
  feeCents: v.number(),
  netCents: v.number(),
})
/** The money that moved for an order. */
export type OrderMoney = v.InferOutput<typeof OrderMoney>

/** Yields orders with the money that moved for them, with a query for each chunk. */
export async function* withMoney<Order extends { id: string }>(em: Em, chunks: AsyncIterable<Order[]>) {
  for await (const orders of chunks) if (orders.length > 0) yield* await readMoney(em, orders)
}

async function readMoney<Order extends { id: string }>(em: Em, orders: readonly Order[]) {
  const rows = await readRows(em, OrderMoney)`
    select order_id as "orderId", max(at) filter (where kind = 'refund') as "refundedAt",
      (-coalesce(sum(amount_cents) filter (where kind in ('dispute', 'dispute_returned')), 0))::int as "disputedCents",
      max(at) filter (where kind = 'dispute') as "disputedAt",
      max(at) filter (where kind = 'dispute_returned') as "disputeReturnedAt",
      coalesce(sum(fee_cents), 0)::int as "feeCents",
      (sum(amount_cents) - coalesce(sum(fee_cents), 0))::int as "netCents"
    from money_movement where order_id in (${sql.join(orders.map(({ id }) => id))}) group by order_id`
  const moneyByOrder = new Map(rows.map((row) => [row.orderId, row]))
  return orders.map((order) => ({ order, money: moneyByOrder.get(order.id) ?? null }))
}
