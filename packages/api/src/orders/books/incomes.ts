import type { Income } from '@priormark/core/orders/overview/endpoints'
import { dollarsFromCents } from '@priormark/core/platform/money'
import { sql } from 'kysely'
import * as v from 'valibot'
import type { MovementKind } from '../../order-book/money-movement-entity.ts'
import type { Em } from '../../platform/database/database.ts'
import { readRows } from '../../platform/database/rows.ts'

/** A span of time. `until` is not included. */
export interface Span {
  since: Date
  until: Date
}

const Cents = v.object({
  income: v.number(),
  refunds: v.number(),
  disputes: v.number(),
  fees: v.number(),
})

const sumOf = (...kinds: MovementKind[]) =>
  sql`coalesce(sum(amount_cents) filter (where kind in (${sql.join(kinds)})), 0)::float8`

/**
 * Returns the income, refunds, disputes and Stripe's fees of some spans, in their order. Each amount counts when it moved, so a
 * span that is over does not change: a refund that fails later, and a dispute that is won, count as returned at that later time.
 */
export async function readIncomes(em: Em, spans: readonly Span[]): Promise<Income[]> {
  const rows = await readRows(em, Cents)`
    select ${sumOf('payment')} as income, -${sumOf('refund', 'refund_failed')} as refunds,
      -${sumOf('dispute', 'dispute_returned')} as disputes, coalesce(sum(fee_cents), 0)::float8 as fees
    from (values ${sql.join(spans.map(({ since, until }, index) => sql`(${index}::int, ${since}::timestamptz, ${until}::timestamptz)`))})
      as span (place, since, until) left join money_movement on at >= since and at < until
    group by place order by place`
  return rows.map(({ income, refunds, disputes, fees }) => ({
    income: dollarsFromCents(income),
    // Adding 0 turns -0 into 0.
    refunds: dollarsFromCents(0 + refunds),
    disputes: dollarsFromCents(0 + disputes),
    fees: dollarsFromCents(fees),
    net: dollarsFromCents(income - refunds - disputes - fees),
  }))
}

/** The money of a span in which nothing moved. */
export const noIncome: Income = { income: 0, refunds: 0, disputes: 0, fees: 0, net: 0 }
