import { adminOrder } from '@priormark/core/testing/admin-order'
import { describe, expect, test } from 'vitest'
import {
  clockText,
  anchorMark,
  laterStartText,
  unrecordedText,
  waitingText,
} from '../../../src/admin/proofs/recording/anchor-labels.ts'
import { shopDates } from '../../../src/admin/platform/session/shop-dates.tsx'

const utc = shopDates('UTC')

describe('waitingText', () => {
  test.each([
    [0, 0, 'No paid orders are waiting for a batch.'],
    [0, 1, '1 batch needs a link.'],
    [1, 0, '1 paid order is waiting for the next batch.'],
    [2, 3, '2 paid orders are waiting for the next batch. 3 batches need a link.'],
  ])('counts %i orders and %i batches without a link', (waitingOrders, batchesWithoutLink, text) => {
    expect(waitingText({ waitingOrders, batchesWithoutLink })).toBe(text)
  })
})

test.each([
  [0, null],
  [1, '1 paid order starts later, because its customer can still cancel.'],
  [3, '3 paid orders start later, because their customers can still cancel.'],
])('counts %i orders whose customers can still cancel', (laterOrders, text) => {
  expect(laterStartText({ laterOrders })).toBe(text)
})

describe('unrecordedText', () => {
  test.each([
    ['unpaid', false, 'It will be recorded once it’s paid.'],
    ['paid', true, 'Waiting to be recorded.'],
    ['unpaid', true, 'Waiting to be recorded.'],
    ['refunded', true, 'Refunded. It won’t be recorded.'],
    ['disputed', true, 'Disputed. It won’t be recorded unless the dispute is won.'],
  ] as const)('explains an order that is %s (confirmed: %s)', (paymentState, paymentConfirmed, text) => {
    expect(unrecordedText(adminOrder({ status: 'paid', paymentState, paymentConfirmed }), utc)).toBe(text)
  })

  test('says until when the customer can cancel, and what starts recording sooner', () => {
    const startsAt = '2026-12-08T14:05:00.000Z'
    expect(unrecordedText(adminOrder({ status: 'paid', startsAt }), utc)).toBe(
      'Recording starts on Dec 8, 2026, 2:05 PM UTC, because the customer can cancel until then. It starts sooner if the customer chooses “Start right away” on the order page.',
    )
  })

  test('does not say of an order with a link that it won’t be recorded', () => {
    const blockchainLink = 'https://example.org/tx/1'
    expect(unrecordedText(adminOrder({ paymentState: 'refunded', blockchainLink }), utc)).toBe(
      'Recorded at the link above.',
    )
  })

  test('does not wait for a dispute that is lost', () => {
    const dispute = { reason: 'fraudulent', status: 'lost', respondBy: null }
    expect(unrecordedText(adminOrder({ status: 'paid', paymentState: 'disputed', dispute }), utc)).toBe(
      'The dispute is lost. It won’t be recorded.',
    )
  })
})

test('a chain that only adds to a declared link does not keep customers waiting', () => {
  const queued = { kind: 'evm', state: 'queued', stuckReason: null } as const
  expect(anchorMark(queued).label).toBe('Waiting')
  expect(anchorMark(queued, true).label).toBe('Will be recorded here too')
})

test.each([
  [0, 'The same as the server’s'],
  [1, '1 second ahead of the server’s'],
  [-20, '20 seconds behind the server’s'],
])('describes a clock that is %i seconds ahead', (aheadSeconds, text) => {
  expect(clockText(aheadSeconds)).toBe(text)
})
