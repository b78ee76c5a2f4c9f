import { dollarsFromCents } from '@priormark/core/platform/money'
import type { Income } from '@priormark/core/orders/overview/endpoints'
import type { Em } from '../../platform/database/database.ts'

/** From a moment up to another, which is not included. */
interface Span {
  since: Date
  until: Date
}

type Cents = Record<'income' | 'refunds' | 'disputes', string | number | null>

const isIn = (column: string) => `${column} >= since and ${column} < until`

/** Without the refunds of a second payment, which does not count as income either. */
const countedRefunds = `refund join orders on orders.id = refund.order_id
  and (refund.payment_id is null or orders.payment_intent_id = refund.payment_id) and orders.paid_at is not null`

// The partial index of disputed orders serves both queries.
const disputed = 'orders where disputed_at is not null and paid_at is not null'

/**
 * Returns what came in, was refunded and was taken back by banks in each of some spans, in their order. Each amount counts when it
 * moved, so a span that is over does not change: a refund that fails later, and a dispute that is won, count as returned then.
 */
export async function readIncomes(em: Em, spans: readonly Span[]): Promise<Income[]> {
  const rows = await em.execute<Cents[]>(
    `select
       (select sum(amount_cents) from orders where ${isIn('paid_at')}) as income,
       (select coalesce(sum(refund.amount_cents), 0) from ${countedRefunds} where ${isIn('refunded_at')})
         - (select coalesce(sum(refund.amount_cents), 0) from ${countedRefunds} where ${isIn('failed_at')}) as refunds,
       (select coalesce(sum(disputed_cents), 0) from ${disputed} and ${isIn('disputed_at')})
         - (select coalesce(sum(disputed_cents), 0) from ${disputed} and ${isIn('dispute_returned_at')}) as disputes
     from (values ${spans.map((_, index) => `(${index}, ?::timestamptz, ?::timestamptz)`).join()}) as span (place, since, until)
     order by place`,
    spans.flatMap(({ since, until }) => [since, until]),
  )
  return rows.map((row) => {
    const incomeCents = Number(row.income ?? 0)
    const refundsCents = Number(row.refunds ?? 0)
    const disputesCents = Number(row.disputes ?? 0)
    return {
      income: dollarsFromCents(incomeCents),
      refunds: dollarsFromCents(refundsCents),
      disputes: dollarsFromCents(disputesCents),
      net: dollarsFromCents(incomeCents - refundsCents - disputesCents),
    }
  })
}

/** The money of a span in which nothing moved. */
export const noIncome: Income = { income: 0, refunds: 0, disputes: 0, net: 0 }
