import { LockMode } from '@mikro-orm/core'
import { AppError } from '@priormark/core/platform/errors'
import type { Em } from '../platform/database/database.ts'
import { Order } from './order-entity.ts'

/** @throws AppError not_found */
export async function findOrder(em: Em, id: string): Promise<Order> {
  const order = await em.findOne(Order, { id })
  if (order === null) throw new AppError('not_found', 'This order doesn’t exist')
  return order
}

/** Locks an order until the end of the transaction of `em`, and reads its newest state. @throws AppError not_found */
export async function lockOrder(em: Em, id: string): Promise<Order> {
  const order = await em.findOne(Order, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
  if (order === null) throw new AppError('not_found', 'This order doesn’t exist')
  return order
}
