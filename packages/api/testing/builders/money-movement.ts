import { randomUUID } from 'node:crypto'
import { MoneyMovement } from '../../src/order-book/money-movement-entity.ts'
import type { Order } from '../../src/order-book/order-entity.ts'
import type { Em } from '../../src/platform/database/database.ts'

/** Adds money that moved for an order, without a fee; the caller flushes. */
export function buildMovement(
  em: Em,
  order: Order,
  details: Pick<MoneyMovement, 'kind' | 'amountCents' | 'at'> & Partial<MoneyMovement>,
): MoneyMovement {
  return em.create(MoneyMovement, {
    id: randomUUID(),
    order,
    feeCents: 0,
    checkedAt: details.at,
    ...details,
  })
}
