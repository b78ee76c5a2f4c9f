import { describe, expect, test } from 'vitest'
import {
  dashboardActions,
  dashboardObstacle,
  detailObstacle,
  markable,
} from '../src/admin/orders/order-actions.ts'

const pending = {
  paymentConfirmed: false,
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

test('a bulk mark takes only the orders it would change', () => {
  expect(markable([pending, paid, { ...paid, fulfillmentEmailSent: true }], 'fulfillment-sent')).toEqual([
    paid,
  ])
})
