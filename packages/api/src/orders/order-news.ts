import { maxOrdersUnpaged } from '@priormark/core/platform/limits'
import { dollarsFromCents } from '@priormark/core/platform/money'
import type { OrderNews, PaidOrder } from '@priormark/core/orders/order-news'
import { type Em, isoTime, isoTimeOrNull } from '../platform/database/database.ts'
import { countOrders } from './order-list.ts'

interface PaidRow extends Omit<PaidOrder, 'paymentAmount' | 'paidAt'> {
  amountCents: number
  paidAt: string | Date
}

/** Reads what changed since a moment. Orders of erased customers are left out. */
export async function readOrderNews(em: Em, since: string | undefined): Promise<OrderNews> {
  // Before the query, so that the next call does not miss what is paid meanwhile.
  const at = new Date().toISOString()
  // Dates that only look like dates, such as February 31, mean all of time.
  const from = new Date(Math.max(0, Date.parse(since ?? at) || 0)).toISOString()
  const rows = await em.execute<PaidRow[]>(
    `select id, project_name as "projectName", file_name as "fileName", amount_cents as "amountCents",
       paid_at as "paidAt"
     from orders
     where paid_at >= ? and payment_confirmed and payment_state <> 'refunded' and erased_at is null
     order by paid_at desc, id desc limit ?`,
    [from, maxOrdersUnpaged],
  )
  const [erasure] = await em.execute<{ at: string | Date }[]>(
    "select at from audit_entry where action = 'customer.erased' and at >= ? order by at desc limit 1",
    [from],
  )
  return {
    at,
    paid: rows.map(({ amountCents, paidAt, ...order }) => ({
      ...order,
      paymentAmount: dollarsFromCents(amountCents),
      paidAt: isoTime(paidAt),
    })),
    toFulfill: await countOrders(em, { tab: 'to-fulfill', search: '', date: 'ordered', from: '', to: '' }),
    lastErasureAt: isoTimeOrNull(erasure?.at),
  }
}
