import type { ConditionFacts, OrderCondition } from '@priormark/core/orders/order-conditions'

const columns: Record<keyof ConditionFacts, string> = {
  status: 'orders.status',
  paymentState: 'orders.payment_state',
  paymentConfirmed: 'orders.payment_confirmed',
  blockchainLink: 'orders.blockchain_link',
  secondDispute: 'orders.second_dispute',
}

/** Returns a condition as SQL about a row of `orders`. It contains no input of people. */
export function conditionSql(condition: OrderCondition): string {
  switch (condition.kind) {
    case 'oneOf':
      return `${columns[condition.field]} in (${condition.values.map((value) => `'${value}'`).join(', ')})`
    case 'isTrue':
      return columns[condition.field]
    case 'isNull':
      return `${columns[condition.field]} is null`
    case 'not':
      return `not (${conditionSql(condition.condition)})`
    case 'every':
      return joined(condition.conditions, ' and ', 'true')
    case 'some':
      return joined(condition.conditions, ' or ', 'false')
  }
}

function joined(conditions: readonly OrderCondition[], operator: string, none: string): string {
  return conditions.length === 0 ? none : `(${conditions.map(conditionSql).join(operator)})`
}
