import type { Dispute, Order, OrderTab, PaymentState } from './order.ts'

/** What conditions compare: fields of orders that are also columns of their table. */
export interface ConditionFacts extends Pick<
  Order,
  'status' | 'paymentState' | 'paymentConfirmed' | 'confirmationEmailSent' | 'fulfillmentEmailSent'
> {
  blockchainLink?: string | null | undefined
  dispute?: Pick<Dispute, 'status'> | null | undefined
  secondDispute?: object | null | undefined
  secondPaymentIds?: readonly string[] | null | undefined
  startRequestedAt?: Date | string | null | undefined
}
type Field = keyof ConditionFacts

/** A condition as data: the server makes SQL of it, and `isMet()` compares it with an order in memory. */
export type OrderCondition<F extends Field = Field> =
  | { kind: 'oneOf'; field: F; values: readonly string[] }
  | { kind: 'isTrue'; field: F }
  | { kind: 'isNull'; field: F }
  /** The dispute of the order's own payment has this status at Stripe. */
  | { kind: 'hasDispute'; field: F; status: string }
  | { kind: 'not'; condition: OrderCondition<F> }
  | { kind: 'every' | 'some'; conditions: readonly OrderCondition<F>[] }

const oneOf = <F extends 'status' | 'paymentState'>(field: F, ...values: Order[F][]): OrderCondition<F> => ({
  kind: 'oneOf',
  field,
  values,
})
export const isTrue = <F extends 'paymentConfirmed' | 'confirmationEmailSent' | 'fulfillmentEmailSent'>(
  field: F,
): OrderCondition<F> => ({ kind: 'isTrue', field })
const isNull = <F extends 'blockchainLink' | 'secondDispute' | 'secondPaymentIds' | 'startRequestedAt'>(
  field: F,
): OrderCondition<F> => ({
  kind: 'isNull',
  field,
})
const not = <F extends Field>(condition: OrderCondition<F>): OrderCondition<F> => ({ kind: 'not', condition })
const every = <F extends Field>(...conditions: OrderCondition<F>[]): OrderCondition<F> => ({
  kind: 'every',
  conditions,
})
const some = <F extends Field>(...conditions: OrderCondition<F>[]): OrderCondition<F> => ({
  kind: 'some',
  conditions,
})

const isRefunded = oneOf('paymentState', 'refunded')
const isDisputed = oneOf('paymentState', 'disputed')
const isLost: OrderCondition<'dispute'> = { kind: 'hasDispute', field: 'dispute', status: 'lost' }

/** The shop does not have the money, or may lose it. A won dispute sets `paid` again. */
const isPaymentStopped = some(isRefunded, isDisputed)
const isCompleted = oneOf('status', 'completed')
const isPaid = oneOf('status', 'paid')
const isOwedByShop = every(isTrue('paymentConfirmed'), not(isPaymentStopped))
/** The payment service has received nothing, and nothing is under way. */
const isUnpaid = oneOf('paymentState', 'unpaid', 'canceled')
const isCollected = not(oneOf('paymentState', 'unpaid', 'processing', 'canceled'))

/** The states of the partial index `orders_refunded_or_disputed_index`, which the planner uses if a query repeats them. */
export const indexedStates: PaymentState[] = ['partially_refunded', 'refunded', 'disputed']
const isRefundedOrDisputed = oneOf('paymentState', ...indexedStates)

/** The rules about orders that both lists in the database and single orders follow. */
export const orderConditions = {
  /** Its payment does not keep it from being recorded. Sealed orders are unaffected, because a published root cannot be withdrawn. */
  isSealable: not(isPaymentStopped),
  /** Is not recorded because of its payment. A completed order keeps its record. */
  isStopped: every(not(isCompleted), isPaymentStopped),
  /** The customer has paid, and the payment is neither fully refunded nor disputed. */
  isOwed: isOwedByShop,
  /** Paid, and the shop still owes a record. */
  isUnfulfilled: every(isPaid, isNull('blockchainLink'), not(isPaymentStopped)),
  /** Paid and not recorded, and the customer has the money back for good. */
  isEnded: every(isPaid, some(isRefunded, every(isDisputed, isLost))),
  /** The customer contests its payment or a second one, and the bank has not decided. */
  hasOpenDispute: some(not(isNull('secondDispute')), every(isDisputed, not(isLost))),
  /** Its payment can still succeed or fail. */
  isUnsettled: oneOf('paymentState', 'unpaid', 'processing'),
  /** An administrator confirmed the payment: the provider has received no money. */
  isMarkedPaid: every(isTrue('paymentConfirmed'), isUnpaid),
  /** A payment was made, which does not count yet. */
  isProcessing: oneOf('paymentState', 'processing', 'mismatch'),
  /** A card can be tried. */
  isPayable: every(not(isTrue('paymentConfirmed')), isUnpaid),
  /** The customer paid the price: a refund in part does not change that. */
  isPaidByCard: oneOf('paymentState', 'paid', 'partially_refunded'),
  /** The customer paid twice, or another amount or currency than the price. */
  isMismatched: some(not(isNull('secondPaymentIds')), oneOf('paymentState', 'mismatch')),
  /** The payment service has received money, which may have been returned since. */
  isCollected,
  /** The payment service has received money that was not refunded. */
  isHeld: every(isCollected, not(isRefunded)),
  /** Its own payment brought no money, or the customer has it back. */
  isWithoutMoney: some(isUnpaid, isRefunded, isLost),
  /** Owed, and recording starts after the cancellation period. With a leaf, it has started. */
  startsLater: every(isPaid, isOwedByShop, isNull('startRequestedAt')),
}

/** Why the payment of an order stops it, whether or not the order is completed. Exactly one is met if any is. */
export const stopConditions = {
  refunded: isRefunded,
  disputed: every(isDisputed, not(isLost)),
  dispute_lost: every(isDisputed, isLost),
}

/** Which orders each tab of the dashboard has. */
export const tabConditions: Record<OrderTab, OrderCondition> = {
  'to-fulfill': orderConditions.isUnfulfilled,
  all: every(),
  pending: oneOf('status', 'pending'),
  paid: isPaid,
  completed: isCompleted,
  refunded: every(isRefundedOrDisputed, not(isDisputed)),
  disputed: some(every(isRefundedOrDisputed, isDisputed), not(isNull('secondDispute'))),
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
      return facts[condition.field] == null
    case 'hasDispute': {
      const dispute = facts[condition.field]
      return (
        typeof dispute === 'object' &&
        dispute !== null &&
        'status' in dispute &&
        dispute.status === condition.status
      )
    }
    case 'not':
      return !isMet(condition.condition, facts)
    case 'every':
      return condition.conditions.every((one) => isMet(one, facts))
    case 'some':
      return condition.conditions.some((one) => isMet(one, facts))
  }
}

/** Whether the customer has paid, and the payment is neither fully refunded nor disputed. */
export function isOwed(order: Pick<ConditionFacts, 'paymentConfirmed' | 'paymentState'>): boolean {
  return isMet(orderConditions.isOwed, order)
}

/** Whether an administrator confirmed the payment: the provider has received no money. */
export function isMarkedPaid(order: Pick<ConditionFacts, 'paymentConfirmed' | 'paymentState'>): boolean {
  return isMet(orderConditions.isMarkedPaid, order)
}
