import {
  orderColumns,
  orderCondition,
  orderCountStatement,
  type OrderFilter,
  type Statement,
} from '../src/orders/order-list.ts'
import { numbered } from './statement-text.ts'

/** Returns the two statements that a program would send for a page of orders and their count. */
export function bareOrderStatements(filter: OrderFilter, page: number, limit: number): Statement[] {
  const { sql, params } = orderCondition(filter)
  const rows = {
    sql: `select ${orderColumns} from orders where id in (
        select id from orders where ${sql} order by created_at desc, id desc limit ? offset ?
      ) order by created_at desc, id desc`,
    params: [...params, limit, (page - 1) * limit],
  }
  return [numbered(rows), numbered(orderCountStatement(filter))]
}
