import type { Stripe } from 'stripe'
import type { Movement } from '../../order-book/money-movement-entity.ts'

/** Returns what a charge brought; nothing if it failed. */
export function chargeMovements(charge: Stripe.Charge): Movement[] {
  if (charge.status !== 'succeeded') return []
  const amountCents = charge.amount_captured
  return [
    { id: charge.id, kind: 'payment', amountCents, ...settled(charge.balance_transaction, charge.created) },
  ]
}

/** Returns what banks took in disputes and gave back. An inquiry moves nothing. */
export function disputeMovements(disputes: readonly Stripe.Dispute[]): Movement[] {
  return disputes.flatMap(({ amount, balance_transactions: transactions }) =>
    transactions.map((transaction): Movement => {
      const isTaken = transaction.amount < 0
      return {
        id: transaction.id,
        kind: isTaken ? 'dispute' : 'dispute_returned',
        amountCents: isTaken ? -amount : amount,
        ...settled(transaction, transaction.created),
      }
    }),
  )
}

/** Returns what a refund took from the shop, and what came back because it failed. */
export function refundMovements(refund: Stripe.Refund): Movement[] {
  const { id, amount, status, balance_transaction: taken, failure_balance_transaction: returned } = refund
  // A refund that waits for money in the balance has moved nothing yet.
  if (taken == null && status !== 'succeeded') return []
  const movements: Movement[] = [
    { id, kind: 'refund', amountCents: -amount, ...settled(taken, refund.created) },
  ]
  if (status !== 'failed' && status !== 'canceled') return movements
  const back = settled(returned, Math.floor(Date.now() / 1000))
  return [...movements, { id: `${id}:failed`, kind: 'refund_failed', amountCents: amount, ...back }]
}

/**
 * Returns when money reached or left the balance, and what Stripe took for it. The balance may be in another currency; Stripe's rate
 * converts the fee.
 * @param transaction not there until Stripe has booked it: that may be after the payment succeeded
 * @param created when the movement began, in seconds, which counts until then
 */
function settled(
  transaction: string | Stripe.BalanceTransaction | null | undefined,
  created: number,
): Pick<Movement, 'at' | 'feeCents' | 'balanceTransactionId'> {
  if (transaction == null || typeof transaction === 'string')
    return { at: new Date(created * 1000), feeCents: null, balanceTransactionId: null }
  return {
    at: new Date(transaction.created * 1000),
    feeCents: Math.round(transaction.fee / (transaction.exchange_rate ?? 1)),
    balanceTransactionId: transaction.id,
  }
}
