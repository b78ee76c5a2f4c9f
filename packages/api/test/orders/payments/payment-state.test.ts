import { describe, expect, it } from 'vitest'
import type { Payment } from '../../../src/orders/gateway/payment-gateway.ts'
import {
  describeSecondPayment,
  describeState,
  isPaidState,
  paymentStateOf,
} from '../../../src/orders/payments/payment-state.ts'

const terms = { amountCents: 897, currency: 'usd' }
const paid: Payment = {
  id: 'pi_1',
  clientSecret: 'secret',
  status: 'succeeded',
  orderId: null,
  receivedCents: 897,
  refundedCents: 0,
  currency: 'usd',
  dispute: null,
  movements: [],
}

const dispute = { reason: 'fraudulent', status: 'needs_response', respondBy: null }

describe('paymentStateOf', () => {
  it.each<[expected: string, title: string, change: Partial<Payment>]>([
    ['unpaid', 'an open payment', { status: 'open', receivedCents: 0 }],
    ['processing', 'a payment in process', { status: 'processing', receivedCents: 0 }],
    ['canceled', 'a canceled payment', { status: 'canceled', receivedCents: 0 }],
    ['paid', 'the exact amount', {}],
    ['disputed', 'a disputed payment', { dispute }],
    ['disputed', 'a disputed payment that was refunded', { dispute, refundedCents: 897 }],
    ['partially_refunded', 'a refund of one cent', { refundedCents: 1 }],
    ['partially_refunded', 'a refund of all but one cent', { refundedCents: 896 }],
    ['refunded', 'a full refund', { refundedCents: 897 }],
    ['refunded', 'a full refund of a wrong amount', { receivedCents: 500, refundedCents: 500 }],
    ['mismatch', 'a cent too little', { receivedCents: 896 }],
    ['mismatch', 'a cent too much', { receivedCents: 898 }],
    ['mismatch', 'another currency', { currency: 'jpy' }],
    ['mismatch', 'a partly refunded wrong amount', { receivedCents: 900, refundedCents: 3 }],
    ['mismatch', 'success without money', { receivedCents: 0 }],
  ])('is %s for %s', (expected, _title, change) => {
    expect(paymentStateOf(terms, { ...paid, ...change })).toBe(expected)
  })
})

describe('isPaidState', () => {
  it('is true while the shop has at least part of the money, undisputed', () => {
    const states = [
      'unpaid',
      'processing',
      'canceled',
      'paid',
      'partially_refunded',
      'refunded',
      'disputed',
      'mismatch',
    ] as const
    expect(states.filter(isPaidState)).toEqual(['paid', 'partially_refunded'])
  })
})

describe('describeState', () => {
  it.each([
    ['unpaid', {}, 'The payment is open again'],
    ['processing', {}, 'The payment is being processed'],
    ['canceled', {}, 'The unpaid payment was canceled'],
    ['paid', {}, '$8.97 USD is paid and not contested'],
    ['partially_refunded', { refundedCents: 200 }, 'Refunded $2.00 of $8.97 USD'],
    ['refunded', { refundedCents: 897 }, 'Refunded in full: $8.97'],
    ['disputed', { dispute }, 'The cardholder disputes the payment: fraudulent'],
    [
      'disputed',
      { dispute: { ...dispute, status: 'lost' } },
      'The dispute is lost: the cardholder keeps the money',
    ],
    [
      'disputed',
      { dispute: { ...dispute, status: 'warning_needs_response' } },
      'The cardholder’s bank asks about the payment: fraudulent',
    ],
    ['disputed', { dispute: null }, 'The cardholder disputes the payment: no reason given'],
    [
      'mismatch',
      { receivedCents: 500, currency: 'eur' },
      'Received $5.00 EUR with pi_1, but $8.97 USD was due',
    ],
  ] as const)('describes %s with %o', (state, change, message) => {
    expect(describeState(state, terms, { ...paid, ...change })).toBe(message)
  })
})

describe('describeSecondPayment', () => {
  const other: Payment = { ...paid, id: 'pi_2', receivedCents: 1250 }

  it.each<[title: string, isHeld: boolean, change: Partial<Payment>, message: string]>([
    [
      'held by the shop',
      true,
      {},
      'Received $12.50 USD by a second payment, pi_2. Refund one of the two in Stripe.',
    ],
    ['refunded', false, {}, 'The second payment of $12.50 USD is settled: it was refunded (pi_2)'],
    [
      'refunded while the bank asked about it',
      false,
      { dispute },
      'The second payment of $12.50 USD is settled: it was refunded (pi_2)',
    ],
    [
      'charged back',
      false,
      { dispute: { ...dispute, status: 'lost' } },
      'The second payment of $12.50 USD is settled: the cardholder has the money back (pi_2)',
    ],
  ])('says what became of a second payment that is %s', (_title, isHeld, change, message) => {
    expect(describeSecondPayment({ ...other, ...change }, isHeld)).toBe(message)
  })
})
