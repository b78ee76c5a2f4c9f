import { adminOrder } from '@priormark/core/testing/admin-order'
import type { Order } from '@priormark/core/orders/order'
import { describe, expect, test } from 'vitest'
import { nextStep } from '../../../src/admin/orders/next-step.ts'
import { shopDates } from '../../../src/admin/platform/session/shop-dates.tsx'

type Reads = Parameters<typeof nextStep>[1]
const nothing: Reads = { payment: undefined, anchors: [], isChainRecorded: false, mails: [] }
const stepOf = (change: Partial<Order>, reads: Partial<Reads> = {}) =>
  nextStep(adminOrder(change), { ...nothing, ...reads }, shopDates('UTC'))

const paid = { status: 'paid', blockchainLink: null } as const
const disputed = (status: string): Partial<Order> => ({
  ...paid,
  paymentState: 'disputed',
  dispute: { reason: 'fraudulent', status, respondBy: '2026-12-05T05:19:00.000Z' },
})

describe('nextStep', () => {
  test.each<[string, Partial<Order>, Partial<Reads>, string]>([
    ['an unpaid order', { status: 'pending', paymentState: 'unpaid' }, {}, 'Wait for the payment'],
    ['a paid order that is recorded manually', paid, {}, 'Record it and add the link'],
    [
      'a paid order in a batch that is recorded manually',
      paid,
      { isChainRecorded: true, anchors: [{ kind: 'manual', stuckReason: null }] },
      'Record it and add the link',
    ],
    ['a paid order that a chain records', paid, { isChainRecorded: true }, 'Nothing to do'],
    [
      'an order that starts later',
      { ...paid, startsAt: '2026-12-06T00:00:00.000Z' },
      {},
      'Recording starts Dec 6, 2026',
    ],
    [
      'an order whose recording is stuck',
      paid,
      { anchors: [{ kind: 'evm', stuckReason: 'No gas.' }] },
      'Recording is stuck',
    ],
    ['a completed order', { completedAt: '2026-11-23T10:00:00.000Z' }, {}, 'Nothing to do'],
    ['a refunded order', { ...paid, paymentState: 'refunded' }, {}, 'Nothing to do'],
    ['a dispute that waits for evidence', disputed('needs_response'), {}, 'Disputed, respond by Dec 5, 2026'],
    ['a dispute that the bank reviews', disputed('under_review'), {}, 'Disputed'],
    ['a lost dispute', disputed('lost'), {}, 'Nothing to do'],
    ['a refund that failed', { hasFailedRefund: true }, {}, 'Refund it again'],
    ['a payment of another amount', { ...paid, paymentState: 'mismatch' }, {}, 'Check the payment'],
    [
      'an email that failed',
      {},
      { mails: [{ kind: 'fulfillment', refund: null, state: 'failed', at: null, obstacle: null }] },
      'The fulfillment email could not be sent',
    ],
  ])('names what to do with %s', (_, change, reads, title) => {
    expect(stepOf(change, reads).title).toBe(title)
  })

  test('has a button only where a person records the work or sees why it is stuck', () => {
    expect(stepOf(paid).action).toBe('add-link')
    expect(stepOf(paid, { anchors: [{ kind: 'evm', stuckReason: 'No gas.' }] }).action).toBe('see-stuck')
    expect(stepOf(paid, { isChainRecorded: undefined }).action).toBeUndefined()
    expect(stepOf(disputed('needs_response')).action).toBeUndefined()
  })
})
