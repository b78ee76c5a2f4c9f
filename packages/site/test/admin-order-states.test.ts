import { paymentStates } from '@priormark/core/orders/order'
import { expect, test } from 'vitest'
import { disputeText, paymentMark } from '../src/admin/orders/order-state-labels.ts'

const open = { paymentConfirmed: false, refundedAmount: 0, dispute: null }

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

test('shows the deadline of a dispute, and how it ended', () => {
  const dispute = {
    reason: 'product_not_received',
    status: 'needs_response',
    respondBy: '2026-12-01T08:00:00.000Z',
  }
  const label = (status: string) =>
    paymentMark({ ...open, paymentState: 'disputed', dispute: { ...dispute, status } }).label
  expect(label('needs_response')).toBe('Disputed, respond by Dec 1, 2026')
  expect(label('under_review')).toBe('Disputed')
  expect(label('lost')).toBe('Dispute lost')
  expect(disputeText(dispute)).toContain('(product not received). Submit your evidence in Stripe by')
  expect(disputeText({ ...dispute, status: 'under_review' })).toContain('The bank is reviewing it.')
  expect(disputeText({ ...dispute, status: 'lost' })).toContain('is lost')
})
