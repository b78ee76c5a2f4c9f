import type { Order } from '@priormark/core/orders/order'
import { describe, expect, test } from 'vitest'
import {
  bulkMarkable,
  dashboardActions,
  dashboardObstacle,
  detailObstacle,
  linkMailText,
} from '../src/admin/orders/order-actions.ts'

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

  test('offers fulfillment and the link once the payment is confirmed', () => {
    expect(open(paid)).toEqual(['view', 'download', 'confirmation-sent', 'fulfillment-sent', 'add-link'])
  })

  test('marks each email once', () => {
    const sent = { ...paid, confirmationEmailSent: true, fulfillmentEmailSent: true }
    expect(open(sent)).toEqual(['view', 'download', 'add-link'])
  })

  test('adds a link once', () => {
    expect(dashboardObstacle(linked, 'add-link')).toBe('The order already has a link')
  })

  test('does not offer a deleted file', () => {
    expect(dashboardObstacle({ ...paid, fileAvailable: false }, 'download')).not.toBeNull()
  })
})

describe('the detail screen', () => {
  test('offers fulfillment sent only once a link exists', () => {
    expect(detailObstacle(paid, 'fulfillment-sent')).toBe('Add the blockchain link first')
    expect(detailObstacle(linked, 'fulfillment-sent')).toBeNull()
  })

  test('offers fulfillment sent once', () => {
    expect(detailObstacle({ ...linked, fulfillmentEmailSent: true }, 'fulfillment-sent')).not.toBeNull()
  })

  test('follows the dashboard’s rules otherwise', () => {
    expect(detailObstacle(pending, 'mark-paid')).toBeNull()
    expect(detailObstacle(paid, 'mark-paid')).not.toBeNull()
  })
})

describe('a bulk mark', () => {
  test('takes only the orders it would change', () => {
    expect(
      bulkMarkable([pending, paid, { ...paid, fulfillmentEmailSent: true }], 'fulfillment-sent'),
    ).toEqual([paid])
  })

  test('marks no order as paid whose payment was canceled, is processing or does not match', () => {
    const odd = (['canceled', 'processing', 'mismatch'] as const).map((paymentState) => ({
      ...pending,
      paymentState,
    }))
    expect(bulkMarkable([...odd, pending], 'mark-paid')).toEqual([pending])
    expect(bulkMarkable(odd, 'confirmation-sent')).toEqual(odd)
  })
})

describe('the question before a link is saved', () => {
  const order = { email: 'ada@example.org', blockchainLink: null, fulfillmentEmailSent: false }

  test('says that it emails the customer now', () => {
    expect(linkMailText(order)).toBe('This emails the customer now: ada@example.org.')
    expect(
      linkMailText({ ...order, blockchainLink: 'https://example.org', fulfillmentEmailSent: true }),
    ).toBe('This emails the customer the corrected link now: ada@example.org.')
  })

  test('promises no email that the server does not send', () => {
    expect(linkMailText({ ...order, fulfillmentEmailSent: true })).toContain('No email is sent')
    expect(linkMailText({ ...order, email: '' })).toContain('No email is sent')
  })
})
