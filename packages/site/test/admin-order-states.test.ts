import { paymentStates } from '@priormark/core/orders/order'
import { expect, test } from 'vitest'
import { paymentMark } from '../src/admin/orders/order-state-labels.ts'

const open = { paymentConfirmed: false, refundedAmount: 0 }

test('every payment state has words of its own', () => {
  const words = paymentStates.map((paymentState) => paymentMark({ ...open, paymentState }).label)
  expect(new Set(words).size).toBe(paymentStates.length)
})

test('money that went wrong is an alarm, with its own mark', () => {
  const alarming = ['partially_refunded', 'refunded', 'disputed', 'mismatch'] as const
  for (const paymentState of alarming) {
    expect(paymentMark({ ...open, paymentConfirmed: true, paymentState }).tone).toBe('alarm')
  }
  expect(paymentMark({ ...open, paymentState: 'mismatch' }).mark).toBe('≠')
})

test('a part refund names its amount', () => {
  expect(paymentMark({ ...open, paymentState: 'partially_refunded', refundedAmount: 4.5 }).label).toBe(
    'Refunded $4.50',
  )
})

test('a payment confirmed by hand says so, and an open one does not', () => {
  expect(paymentMark({ ...open, paymentState: 'unpaid', paymentConfirmed: true }).label).toBe(
    'Marked as paid',
  )
  expect(paymentMark({ ...open, paymentState: 'unpaid' }).label).toBe('Unpaid')
})
