import type { StripeContext } from './stripe-context.ts'
import { newId, nowSeconds, type BalanceTransaction } from './stripe-state.ts'

/** What Stripe takes for a card payment, like its list price: a share and a fixed part in cents. */
const [feeShare, feeCents] = [0.029, 30]

/** What Stripe takes for a dispute, in cents. */
export const disputeFeeCents = 1_500

/** Returns what Stripe takes for a payment, in cents. */
export function paymentFee(cents: number): number {
  return Math.round(cents * feeShare) + feeCents
}

/** Books money on the balance. */
export function book(
  { store }: StripeContext,
  {
    fee = 0,
    created = nowSeconds(),
    ...details
  }: Pick<BalanceTransaction, 'amount' | 'currency' | 'source' | 'type'> & {
    fee?: number
    created?: number
  },
): BalanceTransaction {
  const transaction: BalanceTransaction = {
    id: newId('txn'),
    object: 'balance_transaction',
    exchange_rate: null,
    ...details,
    created,
    fee,
    net: details.amount - fee,
  }
  store.state.balanceTransactions[transaction.id] = transaction
  return transaction
}
