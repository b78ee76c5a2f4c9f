import type { Order } from '@priormark/core/orders/order'
import {
  actionObstacle,
  detailObstacle,
  linkMailText,
  missingCodeText,
  stopReason,
} from '@priormark/core/orders/order-rules'
import { describe, expect, test } from 'vitest'
import { markPaidText } from '../../../src/admin/orders/MarkDialogs.tsx'
import { markableOrders, dashboardActions } from '../../../src/admin/orders/order-actions.ts'

const unpaid: Order['paymentState'] = 'unpaid'
const pending = {
  paymentConfirmed: false,
  paymentState: unpaid,
  confirmationEmailSent: false,
  fulfillmentEmailSent: false,
  blockchainLink: null,
  fileAvailable: true,
}
const paid = { ...pending, paymentConfirmed: true }
const linked = { ...paid, blockchainLink: 'https://example.org/tx/1' }

function open(order: typeof pending | typeof linked) {
  return dashboardActions(order)
    .filter(({ obstacle }) => obstacle === null)
    .map(({ action }) => action)
}

describe('the dashboard menu', () => {
  test('offers an unpaid order to be marked as paid, and neither fulfillment nor a link', () => {
    expect(open(pending)).toEqual(['view', 'download', 'mark-paid', 'confirmation-sent'])
  })

  test('does not list marking as paid once the payment is confirmed', () => {
    expect(dashboardActions(paid).map(({ action }) => action)).not.toContain('mark-paid')
  })

  test('offers the link once the payment is confirmed, and fulfillment once there is a link', () => {
    expect(open(paid)).toEqual(['view', 'download', 'confirmation-sent', 'fulfillment-sent', 'add-link'])
    expect(open(linked)).toEqual(['view', 'download', 'confirmation-sent', 'fulfillment-sent'])
  })

  test('marks each email once', () => {
    const sent = { ...paid, confirmationEmailSent: true, fulfillmentEmailSent: true }
    expect(open(sent)).toEqual(['view', 'download', 'add-link'])
  })

  test('adds a link once', () => {
    expect(actionObstacle(linked, 'add-link')).toBe('The order already has a link')
  })

  test('does not offer a deleted file', () => {
    expect(actionObstacle({ ...paid, fileAvailable: false }, 'download')).not.toBeNull()
  })
})

describe('marking the fulfillment as sent', () => {
  test('is possible once the payment is confirmed, and once', () => {
    expect(actionObstacle(pending, 'fulfillment-sent')).toBe('The payment isn’t confirmed')
    expect(actionObstacle(paid, 'fulfillment-sent')).toBeNull()
    expect(actionObstacle({ ...linked, fulfillmentEmailSent: true }, 'fulfillment-sent')).not.toBeNull()
  })

  test('also needs a link on the order’s own screen', () => {
    expect(detailObstacle(pending, 'fulfillment-sent')).toBe('The payment isn’t confirmed')
    expect(detailObstacle(paid, 'fulfillment-sent')).toBe('Add the blockchain link first')
    expect(detailObstacle(paid, 'confirmation-sent')).toBeNull()
    expect(detailObstacle(linked, 'fulfillment-sent')).toBeNull()
  })
})

describe('an order without its money', () => {
  test.each([
    ['refunded', undefined, 'refunded'],
    ['disputed', undefined, 'disputed'],
    ['disputed', 'lost', 'dispute_lost'],
    ['partially_refunded', undefined, null],
    ['canceled', undefined, null],
  ] as const)('is stopped if it is %s (%s), until it is completed', (paymentState, dispute, reason) => {
    const order = { paymentState, dispute: dispute === undefined ? null : { status: dispute } }
    expect(stopReason({ ...order, status: 'paid' })).toBe(reason)
    expect(stopReason({ ...order, status: 'completed' })).toBeNull()
  })
})

describe('a bulk mark', () => {
  test('takes only the orders it would change', () => {
    expect(
      markableOrders([pending, paid, linked, { ...linked, fulfillmentEmailSent: true }], 'fulfillment-sent'),
    ).toEqual([paid, linked])
  })

  test('marks no order as paid whose payment was canceled, is processing or does not match', () => {
    const odd = (['canceled', 'processing', 'mismatch'] as const).map((paymentState) => ({
      ...pending,
      paymentState,
    }))
    expect(markableOrders([...odd, pending], 'mark-paid')).toEqual([pending])
    expect(markableOrders(odd, 'confirmation-sent')).toEqual(odd)
  })
})

describe('the question before orders are marked as paid', () => {
  const order = {
    email: 'ada@example.org',
    confirmationEmailSent: false,
    startRequestedAt: '2026-11-24T10:00:00.000Z',
  }
  const marked = { ...order, confirmationEmailSent: true }
  const cancelable = { ...order, startRequestedAt: null }

  test('promises the confirmation email only where it is sent', () => {
    expect(markPaidText([order, order])).toBe(
      'The customer gets the confirmation email now. Recording starts now.',
    )
    expect(markPaidText([marked])).toContain('No confirmation email is sent: it is marked as sent.')
    expect(markPaidText([order, marked])).toContain('sent now for 1 of these 2 orders')
    expect(markPaidText([{ ...order, email: '' }])).toContain('the customer’s data was erased')
  })

  test('promises recording now only where the customer asked for it', () => {
    const later =
      'in 14 days, when the customer can’t cancel anymore, or as soon as the customer chooses “Start right away” on the order page.'
    expect(markPaidText([cancelable])).toBe(
      `The customer gets the confirmation email now. Recording starts ${later}`,
    )
    expect(markPaidText([order, cancelable, cancelable])).toContain(
      `Recording starts now for 1 of these 3 orders. For the others it starts ${later}`,
    )
  })
})

describe('the question before a link is saved', () => {
  const order = { email: 'ada@example.org', blockchainLink: null, fulfillmentEmailSent: false }
  const corrected = { ...order, blockchainLink: 'https://example.org', fulfillmentEmailSent: true }

  test('says that it emails the customer now, and again if a chain records the work too', () => {
    const now = 'This emails the customer now: ada@example.org.'
    expect(linkMailText(order, false)).toBe(now)
    expect(linkMailText(order, true)).toBe(
      `${now} Another email, with the complete evidence, follows once its blockchain record is final.`,
    )
    expect(linkMailText(corrected, false)).toBe(
      'This emails the customer the corrected link now: ada@example.org.',
    )
  })

  test('names the evidence email of an order whose fulfillment is marked as sent', () => {
    const marked = { ...order, fulfillmentEmailSent: true }
    expect(linkMailText(marked, false)).toBe('No email is sent: the fulfillment is marked as sent.')
    expect(linkMailText(marked, true)).toContain('The evidence is emailed to ada@example.org')
  })

  test('promises nothing to an erased customer', () => {
    expect(linkMailText({ ...order, email: '' }, true)).toContain('No email is sent')
  })
})

describe('the question before a link is saved for an order without a code', () => {
  test('says what the link proves, and when there is a code', () => {
    const noCode = 'This order has no code to record yet, so the transaction at your link can’t contain it. '
    expect(missingCodeText({ startsAt: null }, false)).toBe(
      `${noCode}The evidence that the customer gets won’t prove a date.`,
    )
    expect(missingCodeText({ startsAt: '2026-12-08T14:05:00.000Z' }, true)).toBe(
      `${noCode}Only the blockchain record that follows will prove a date to the customer. The order shows its code once recording starts.`,
    )
  })
})
