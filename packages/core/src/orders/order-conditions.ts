import type { Order, OrderTab } from './order.ts'

/** What conditions compare: fields of orders that are also columns of their table. */
export type ConditionFacts = Pick<
  Order,
  'status' | 'paymentState' | 'paymentConfirmed' | 'blockchainLink' | 'secondDispute'
>
type Field = keyof ConditionFacts
type NullableField = Field & ('blockchainLink' | 'secondDispute')

/** A condition as data: the server makes SQL of it, and `isMet()` compares it with an order in memory. */
export type OrderCondition<F extends Field = Field> =
  | { kind: 'oneOf'; field: F; values: readonly string[] }
  | { kind: 'isTrue'; field: F }
  | { kind: 'isNull'; field: F }
  | { kind: 'not'; condition: OrderCondition<F> }
  | { kind: 'every' | 'some'; conditions: readonly OrderCondition<F>[] }

const oneOf = <F extends 'status' | 'paymentState'>(field: F, ...values: Order[F][]): OrderCondition<F> => ({
  kind: 'oneOf',
  field,
  values,
})
const isTrue = <F extends 'paymentConfirmed'>(field: F): OrderCondition<F> => ({ kind: 'isTrue', field })
const isNull = <F extends NullableField>(field: F): OrderCondition<F> => ({ kind: 'isNull', field })
const not = <F extends Field>(condition: OrderCondition<F>): OrderCondition<F> => ({ kind: 'not', condition })
const every = <F extends Field>(...conditions: OrderCondition<F>[]): OrderCondition<F> => ({
  kind: 'every',
  conditions,
})
const some = <F extends Field>(...conditions: OrderCondition<F>[]): OrderCondition<F> => ({
  kind: 'some',
  conditions,
})

/** The shop does not have the money, or may lose it. A won dispute sets `paid` again. */
const isStopped = oneOf('paymentState', 'refunded', 'disputed')

/** The set of the partial index `orders_refunded_or_disputed_index`, which the planner uses if a query repeats its condition. */
const isRefundedOrDisputed = oneOf('paymentState', 'partially_refunded', 'refunded', 'disputed')

/** The rules about orders that both lists in the database and single orders follow. */
export const orderConditions = {
  /** May be recorded, as far as its money goes. Sealed orders are unaffected, because a published root cannot be withdrawn. */
  isSealable: not(isStopped),
  /** The customer has paid, and still has. */
  isOwed: every(isTrue('paymentConfirmed'), not(isStopped)),
  /** Paid, and the shop still owes a record. */
  isUnfulfilled: every(oneOf('status', 'paid'), isNull('blockchainLink'), not(isStopped)),
}

/** Which orders each tab of the dashboard has. */
export const tabConditions: Record<OrderTab, OrderCondition> = {
  'to-fulfill': orderConditions.isUnfulfilled,
  all: every(),
  pending: oneOf('status', 'pending'),
  paid: oneOf('status', 'paid'),
  completed: oneOf('status', 'completed'),
  refunded: every(isRefundedOrDisputed, not(oneOf('paymentState', 'disputed'))),
  disputed: some(
    every(isRefundedOrDisputed, oneOf('paymentState', 'disputed')),
    not(isNull('secondDispute')),
  ),
}

/** Whether an order meets a condition. */
export function isMet<F extends Field>(
  condition: OrderCondition<F>,
  facts: Pick<ConditionFacts, F>,
): boolean {
  switch (condition.kind) {
    case 'oneOf':
      return condition.values.some((value) => value === facts[condition.field])
    case 'isTrue':
      return facts[condition.field] === true
    case 'isNull':
      return facts[condition.field] === null
    case 'not':
      return !isMet(condition.condition, facts)
    case 'every':
      return condition.conditions.every((one) => isMet(one, facts))
    case 'some':
      return condition.conditions.some((one) => isMet(one, facts))
  }
}

/** Whether the customer has paid, and still has. */
export function isOwed(order: Pick<ConditionFacts, 'paymentConfirmed' | 'paymentState'>): boolean {
  return isMet(orderConditions.isOwed, order)
}
