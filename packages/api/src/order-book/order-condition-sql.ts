import type { ConditionFacts, OrderCondition } from '@priormark/core/orders/order-conditions'
import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** `'paymentState'` -> `"orders"."payment_state"` */
function columnOf(field: keyof ConditionFacts): RawBuilder<unknown> {
  return sql.ref(`orders.${field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`)
}

/**
 * Returns an SQL condition on a row of `orders`, for SQL templates and Kysely's query builder. Its values are literals and not
 * parameters, because the planner must know them to use a partial index.
 */
export function conditionSql(condition: OrderCondition): RawBuilder<SqlBool> {
  switch (condition.kind) {
    case 'oneOf':
      return sql`${columnOf(condition.field)} in (${sql.join(condition.values.map((value) => sql.lit(value)))})`
    case 'isTrue':
      return sql`${columnOf(condition.field)}`
    case 'isNull':
      return sql`${columnOf(condition.field)} is null`
    case 'hasDispute':
      return sql`coalesce(${columnOf(condition.field)}->>'status' = ${sql.lit(condition.status)}, false)`
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
