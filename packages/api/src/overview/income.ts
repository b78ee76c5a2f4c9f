import { dollarsFromCents } from '@priormark/core/money'
import type { Income } from '@priormark/core/overview/endpoints'
import type { Em } from '../sql/database.ts'

interface Cents {
  incomeCents: string | number | null
  refundsCents: string | number | null
}

/** Returns what came in and was refunded from a moment up to another, which is not included. */
export async function readIncome(em: Em, since: Date, until: Date): Promise<Income> {
  const [row] = await em.execute<Cents[]>(
    `select
       (select sum(amount_cents) from orders where paid_at >= ? and paid_at < ?) as "incomeCents",
       (select sum(refunded_cents) from orders where refunded_at >= ? and refunded_at < ?) as "refundsCents"`,
    [since, until, since, until],
  )
  const incomeCents = Number(row?.incomeCents ?? 0)
  const refundsCents = Number(row?.refundsCents ?? 0)
  return {
    income: dollarsFromCents(incomeCents),
    refunds: dollarsFromCents(refundsCents),
    net: dollarsFromCents(incomeCents - refundsCents),
  }
}
