import type { Stripe } from 'stripe'
import { describe, expect, test } from 'vitest'
import {
  chargeMovements,
  disputeMovements,
  refundMovements,
} from '../../../src/orders/gateway/stripe-objects.ts'

const at = new Date('2027-01-15T08:00:00Z')
const created = 1_800_000_000

const booked = (id: string, amount: number, fee = 0, exchange_rate: number | null = null) =>
  ({ id, amount, fee, exchange_rate, created }) as Stripe.BalanceTransaction

describe('chargeMovements', () => {
  const charge = (changes: Partial<Stripe.Charge>) =>
    ({ id: 'ch_1', status: 'succeeded', amount_captured: 897, created, ...changes }) as Stripe.Charge

  test('converts the fee of a balance in pounds to dollars', () => {
    expect(chargeMovements(charge({ balance_transaction: booked('txn_1', 673, 45, 0.75) }))).toEqual([
      { id: 'ch_1', kind: 'payment', amountCents: 897, at, feeCents: 60, balanceTransactionId: 'txn_1' },
    ])
  })

  test('has no fee until Stripe has booked the charge, and nothing for one that failed', () => {
    expect(chargeMovements(charge({ balance_transaction: null }))).toMatchObject([{ feeCents: null, at }])
    expect(chargeMovements(charge({ status: 'failed' }))).toEqual([])
  })
})

test('disputeMovements has what banks took and returned, with the fee of the dispute', () => {
  const dispute = (...balance_transactions: Stripe.BalanceTransaction[]) =>
    ({ amount: 897, balance_transactions }) as Stripe.Dispute
  const inquiry = dispute()
  expect(
    disputeMovements([inquiry, dispute(booked('txn_2', -897, 1_500), booked('txn_3', 897))]),
  ).toMatchObject([
    { id: 'txn_2', kind: 'dispute', amountCents: -897, feeCents: 1_500 },
    { id: 'txn_3', kind: 'dispute_returned', amountCents: 897, feeCents: 0 },
  ])
})

describe('refundMovements', () => {
  const refund = (changes: Partial<Stripe.Refund>) =>
    ({ id: 're_1', amount: 200, status: 'succeeded', created, ...changes }) as Stripe.Refund

  test('has nothing for a refund that waits for money in the balance', () => {
    expect(refundMovements(refund({ status: 'pending', balance_transaction: null }))).toEqual([])
  })

  test('has what came back of a refund that failed', () => {
    const failed = refund({
      status: 'failed',
      balance_transaction: booked('txn_4', -200),
      failure_balance_transaction: booked('txn_5', 200),
    })
    expect(refundMovements(failed)).toMatchObject([
      { id: 're_1', kind: 'refund', amountCents: -200, balanceTransactionId: 'txn_4' },
      { id: 're_1:failed', kind: 'refund_failed', amountCents: 200, balanceTransactionId: 'txn_5' },
    ])
  })
})
