import { randomUUID } from 'node:crypto'
import type { Order } from '../../src/order-book/order-entity.ts'
import type { Em } from '../../src/platform/database/database.ts'
import { OrderMail } from '../../src/order-book/order-mail-service.ts'

/** Adds an email of an order that is queued and not sent; the caller flushes. */
export function buildOrderMail(
  em: Em,
  order: Order,
  details: Pick<OrderMail, 'kind' | 'queuedAt'>,
): OrderMail {
  return em.create(OrderMail, { id: randomUUID(), order, ...details })
}
