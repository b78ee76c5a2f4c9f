import type { ConditionFacts, OrderCondition } from '@priormark/core/orders/order-conditions'
import { sql, type RawBuilder, type SqlBool } from 'kysely'

const columns: Record<keyof ConditionFacts, RawBuilder<unknown>> = {
  status: sql.ref('orders.status'),
  paymentState: sql.ref('orders.payment_state'),
  paymentConfirmed: sql.ref('orders.payment_confirmed'),
  confirmationEmailSent: sql.ref('orders.confirmation_email_sent'),
  fulfillmentEmailSent: sql.ref('orders.fulfillment_email_sent'),
  blockchainLink: sql.ref('orders.blockchain_link'),
  dispute: sql.ref('orders.dispute'),
  secondDispute: sql.ref('orders.second_dispute'),
  secondPaymentIds: sql.ref('orders.second_payment_ids'),
  startRequestedAt: sql.ref('orders.start_requested_at'),
}

/**
 * Returns an SQL condition on a row of `orders`, for SQL templates and Kysely's query builder. Its values are literals and not
 * parameters, because the planner must know them to use a partial index.
 */
export function conditionSql(condition: OrderCondition): RawBuilder<SqlBool> {
  switch (condition.kind) {
    case 'oneOf':
      return sql`${columns[condition.field]} in (${sql.join(condition.values.map((value) => sql.lit(value)))})`
    case 'isTrue':
      return sql`${columns[condition.field]}`
    case 'isNull':
      return sql`${columns[condition.field]} is null`
    case 'hasDispute':
      return sql`coalesce(${columns[condition.field]}->>'status' = ${sql.lit(condition.status)}, false)`
    case 'not':
      return sql`not (${conditionSql(condition.condition)})`
    case 'every':
      return joinConditions(condition.conditions, sql` and `, sql`true`)
    case 'some':
      return joinConditions(condition.conditions, sql` or `, sql`false`)
  }
}

function joinConditions(
  conditions: readonly OrderCondition[],
  operator: RawBuilder<unknown>,
  emptyResult: RawBuilder<SqlBool>,
): RawBuilder<SqlBool> {
  return conditions.length === 0 ? emptyResult : sql`(${sql.join(conditions.map(conditionSql), operator)})`
}
