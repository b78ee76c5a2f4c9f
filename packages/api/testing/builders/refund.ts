import { randomUUID } from 'node:crypto'
import type { Order } from '../../src/order-book/order-entity.ts'
import { Refund } from '../../src/order-book/refund-entity.ts'
import type { Em } from '../../src/platform/database/database.ts'

/** Adds a refund of an order that an administrator requested now; the caller flushes. */
export function buildRefund(
  em: Em,
  order: Order,
  details: Pick<Refund, 'amountCents'> & Partial<Refund>,
): Refund {
  return em.create(Refund, {
    id: randomUUID(),
    order,
    requestedBy: 'ada',
    requestedAt: new Date(),
    ...details,
  })
}
