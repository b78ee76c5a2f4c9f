import { maxOrdersUnpaged } from '@priormark/core/platform/limits'
import { dollarsFromCents } from '@priormark/core/platform/money'
import type { OrderNews } from '@priormark/core/orders/endpoints'
import type { NotNull } from 'kysely'
import type { Em } from '../platform/database/database.ts'
import { inCamelCase } from '../platform/database/rows.ts'
import { countOrders } from './order-list.ts'
import { AuditEntry } from '../staff/audit/audit-service.ts'
import { queries } from './tables.ts'

/** Reads the orders that were paid since a time, and what else changed. Leaves out orders of erased customers. */
export async function readOrderNews(em: Em, since: string | undefined): Promise<OrderNews> {
  // Taken before the query, so that the next call includes orders that are paid in the meantime.
  const at = new Date().toISOString()
  // An impossible date, such as February 31, means the beginning of time.
  const from = new Date(Math.max(0, Date.parse(since ?? at) || 0))
  const orders = await queries(em)
    .selectFrom('orders')
    .select(inCamelCase('id', 'project_name', 'file_name', 'amount_cents', 'paid_at'))
    .where('paid_at', '>=', from)
    .where('payment_confirmed', '=', true)
    .where('payment_state', '<>', 'refunded')
    .where('erased_at', 'is', null)
    .orderBy('paid_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxOrdersUnpaged)
    .$narrowType<{ paidAt: NotNull }>()
    .execute()
  const erasures = { action: 'customer.erased', at: { $gte: from } }
  const erasure = await em.findOne(AuditEntry, erasures, { orderBy: { at: 'desc' } })
  return {
    at,
    paid: orders.map(({ amountCents, paidAt, ...order }) => ({
      ...order,
      paymentAmount: dollarsFromCents(amountCents),
      paidAt: paidAt.toISOString(),
    })),
    toFulfill: await countOrders(em, { tab: 'to-fulfill', search: '', date: 'ordered', from: '', to: '' }),
    lastErasureAt: erasure?.at.toISOString() ?? null,
  }
}
