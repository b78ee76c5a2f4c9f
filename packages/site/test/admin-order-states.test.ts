import { paymentStates } from '@priormark/core/orders/order'
import { expect, test } from 'vitest'
import { paymentMark } from '../src/admin/orders/order-state-labels.ts'

const open = { paymentConfirmed: false, refundedAmount: 0 }

test('labels each payment state differently', () => {
  const labels = paymentStates.map((paymentState) => paymentMark({ ...open, paymentState }).label)
  expect(new Set(labels).size).toBe(paymentStates.length)
})

test('shows problems with a payment as errors', () => {
  const problems = ['partially_refunded', 'refunded', 'disputed', 'mismatch'] as const
  for (const paymentState of problems) {
    expect(paymentMark({ ...open, paymentConfirmed: true, paymentState }).tone).toBe('error')
  }
  expect(paymentMark({ ...open, paymentState: 'mismatch' }).mark).toBe('≠')
})

test('shows the amount of a partial refund', () => {
  expect(paymentMark({ ...open, paymentState: 'partially_refunded', refundedAmount: 4.5 }).label).toBe(
    'Refunded $4.50',
  )
})

test('labels a payment that was marked as paid manually', () => {
  expect(paymentMark({ ...open, paymentState: 'unpaid', paymentConfirmed: true }).label).toBe(
    'Marked as paid',
  )
  expect(paymentMark({ ...open, paymentState: 'unpaid' }).label).toBe('Unpaid')
})
