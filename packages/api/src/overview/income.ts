import { dollarsFromCents } from '@priormark/core/money'
import type { Income } from '@priormark/core/overview/endpoints'
import type { Em } from '../sql/database.ts'

/** From a moment up to another, which is not included. */
export interface Span {
  since: Date
  until: Date
}

interface Cents {
  incomeCents: string | number | null
  refundsCents: string | number | null
}

/** Returns what came in and was refunded in each of some spans, in their order. */
export async function readIncomes(em: Em, spans: readonly Span[]): Promise<Income[]> {
  const rows = await em.execute<Cents[]>(
    `select
       (select sum(amount_cents) from orders where paid_at >= since and paid_at < until) as "incomeCents",
       (select sum(refunded_cents) from orders where refunded_at >= since and refunded_at < until) as "refundsCents"
     from (values ${spans.map((_, index) => `(${index}, ?::timestamptz, ?::timestamptz)`).join()}) as span (place, since, until)
     order by place`,
    spans.flatMap(({ since, until }) => [since, until]),
  )
  return rows.map((row) => {
    const incomeCents = Number(row.incomeCents ?? 0)
    const refundsCents = Number(row.refundsCents ?? 0)
    return {
      income: dollarsFromCents(incomeCents),
      refunds: dollarsFromCents(refundsCents),
      net: dollarsFromCents(incomeCents - refundsCents),
    }
  })
}
