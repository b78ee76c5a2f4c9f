import { sql } from 'kysely'
import {
  orderColumns,
  orderCondition,
  orderCountStatement,
  type OrderFilter,
} from '../src/orders/order-list.ts'
import { compiled, type Statement } from './statement-text.ts'

/** Returns the two statements that a program would send for a page of orders and their count. */
export function bareOrderStatements(filter: OrderFilter, page: number, limit: number): Statement[] {
  const rows = sql`select ${orderColumns} from orders where id in (
      select id from orders where ${orderCondition(filter)}
        order by created_at desc, id desc limit ${limit} offset ${(page - 1) * limit}
    ) order by created_at desc, id desc`
  return [compiled(rows), compiled(orderCountStatement(filter))]
}
