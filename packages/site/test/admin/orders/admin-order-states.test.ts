import { paymentStates } from '@priormark/core/orders/order'
import { expect, test } from 'vitest'
import {
  disputeText,
  lastRefundedAt,
  noCertificateText,
  paymentMark,
  refundText,
} from '../../../src/admin/orders/order-state-labels.ts'
import { actorText, detailText } from '../../../src/admin/orders/timeline-text.ts'
import { shopDates } from '../../../src/admin/platform/session/shop-dates.tsx'

const utc = shopDates('UTC')

const open = {
  paymentConfirmed: false,
  refundedAmount: 0,
  dispute: null,
  secondDispute: null,
  hasFailedRefund: false,
}

test('labels each payment state differently', () => {
  const labels = paymentStates.map((paymentState) => paymentMark({ ...open, paymentState }, utc).label)
  expect(new Set(labels).size).toBe(paymentStates.length)
})

test('shows problems with a payment as errors', () => {
  const problems = ['partially_refunded', 'refunded', 'disputed', 'mismatch'] as const
  for (const paymentState of problems) {
    expect(paymentMark({ ...open, paymentConfirmed: true, paymentState }, utc).tone).toBe('error')
  }
  expect(paymentMark({ ...open, paymentState: 'mismatch' }, utc).mark).toBe('≠')
})

test('shows the amount of a partial refund', () => {
  expect(paymentMark({ ...open, paymentState: 'partially_refunded', refundedAmount: 4.5 }, utc).label).toBe(
    'Refunded $4.50',
  )
})

test('says that a refund failed while nothing followed it', () => {
  expect(paymentMark({ ...open, paymentState: 'paid', hasFailedRefund: true }, utc)).toMatchObject({
    label: 'Refund failed',
    tone: 'error',
  })
})

test('labels a payment that was marked as paid manually', () => {
  expect(paymentMark({ ...open, paymentState: 'unpaid', paymentConfirmed: true }, utc).label).toBe(
    'Marked as paid',
  )
  expect(paymentMark({ ...open, paymentState: 'canceled', paymentConfirmed: true }, utc).label).toBe(
    'Marked as paid',
  )
  expect(paymentMark({ ...open, paymentState: 'unpaid' }, utc).label).toBe('Unpaid')
  expect(paymentMark({ ...open, paymentState: 'canceled' }, utc).label).toBe('Payment canceled')
})

test('shows the deadline of a dispute, and how it ended', () => {
  const dispute = {
    reason: 'product_not_received',
    status: 'needs_response',
    respondBy: '2026-12-01T08:00:00.000Z',
  }
  const label = (status: string) =>
    paymentMark({ ...open, paymentState: 'disputed', dispute: { ...dispute, status } }, utc).label
  expect(label('needs_response')).toBe('Disputed, respond by Dec 1, 2026')
  expect(label('under_review')).toBe('Disputed')
  expect(label('lost')).toBe('Dispute lost')
  expect(label('warning_needs_response')).toBe('Inquiry, respond by Dec 1, 2026')
  const ofSecond = paymentMark({ ...open, paymentState: 'mismatch', secondDispute: dispute }, utc)
  expect(ofSecond.label).toBe('Second payment: disputed, respond by Dec 1, 2026')
  expect(disputeText({ ...dispute, status: 'warning_needs_response' }, utc)).toMatch(
    /It took no money\. Answer in Stripe by .*, or refund the payment in full\./,
  )
  expect(disputeText({ ...dispute, status: 'warning_under_review' }, utc)).toContain(
    'a full refund settles it too',
  )
  expect(disputeText(dispute, utc)).toContain('(product not received). Submit your evidence in Stripe by')
  expect(disputeText({ ...dispute, status: 'under_review' }, utc)).toContain('The bank is reviewing it.')
  expect(disputeText({ ...dispute, status: 'lost' }, utc)).toContain('is lost')
})

test.each([
  ['anchor_final', 'evm', 'Blockchain transaction'],
  ['mail_queued', 'evidence', 'Evidence email'],
  ['mail_failed', 'refund: given up. 550 no such user', 'Refund email: given up. 550 no such user'],
  ['refund_requested', '$2.00, requested by customer', '$2.00. Reason: requested by the customer.'],
  ['changed', 'firstName, email', 'first name, email'],
  ['note', 'evm', 'evm'],
] as const)('tells a timeline’s %s “%s” in words', (kind, detail, text) => {
  expect(detailText({ kind, detail })).toBe(text)
})

test('names who acted in words', () => {
  expect(['system', 'stripe', 'ada'].map(actorText)).toEqual(['automatically', 'Stripe', 'ada'])
})

const refund = {
  id: '0b8a3c9e-6f1d-4a52-9a37-5f7c2b1d8e60',
  amount: 4,
  isOfSecondPayment: false,
  isMadeAnotherWay: false,
  reason: 'requested_by_customer',
  state: 'sent',
  requestedBy: 'admin',
  requestedAt: '2026-11-23T14:05:00.000Z',
  refundedAt: '2026-11-24T09:30:00.000Z',
  failure: null,
} as const

test('tells a refund in words', () => {
  expect(refundText(refund, utc)).toBe(
    '$4.00, refunded by admin, Nov 24, 2026, 9:30 AM UTC. Reason: requested by the customer.',
  )
  const inStripe = { ...refund, requestedBy: 'stripe', reason: null, refundedAt: null } as const
  expect(refundText(inStripe, utc)).toBe(
    '$4.00, requested in Stripe, Nov 23, 2026, 2:05 PM UTC. Stripe is processing it.',
  )
  expect(refundText({ ...refund, isMadeAnotherWay: true }, utc)).toMatch(
    /^\$4\.00, refunded another way, recorded by admin, .* Reason: requested by the customer\.$/,
  )
  expect(refundText({ ...refund, isOfSecondPayment: true }, utc)).toMatch(
    /^\$4\.00 of a second payment, refunded/,
  )
})

test('dates the state of a payment by its last refund that was sent', () => {
  const older = { ...refund, refundedAt: '2026-11-20T09:30:00.000Z' }
  const failed = { ...refund, state: 'rejected' } as const
  const second = { ...refund, isOfSecondPayment: true }
  expect(lastRefundedAt([failed, second, refund, older])).toBe(refund.refundedAt)
  expect(lastRefundedAt([failed, second])).toBeNull()
})

test('announces no certificate for an order that is not recorded', () => {
  const dispute = { reason: 'fraudulent', status: 'under_review', respondBy: null }
  const order = { status: 'paid', paymentState: 'disputed', dispute } as const
  const never = 'There is no certificate, because the work won’t be recorded.'
  expect(noCertificateText(order)).toBe('There is no certificate unless you win the dispute.')
  expect(noCertificateText({ ...order, dispute: { ...dispute, status: 'lost' } })).toBe(never)
  expect(noCertificateText({ ...order, paymentState: 'refunded', dispute: null })).toBe(never)
  expect(noCertificateText({ ...order, paymentState: 'paid', dispute: null })).toContain('once the order')
})
