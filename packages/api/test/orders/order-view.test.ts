import { afterAll, describe, expect, it } from 'vitest'
import type { OrderColumns } from '../../src/orders/order-list.ts'
import { orderEventView, orderSummary, orderView } from '../../src/orders/order-view.ts'
import { buildOrder } from '../../testing/builders/order.ts'
import { openTestDatabase } from '../../testing/database.ts'

const columns: OrderColumns = {
  id: 'order',
  number: 1042,
  firstName: 'Grace',
  lastName: 'Hopper',
  email: 'grace@example.org',
  projectName: 'Ships',
  projectDescription: 'Three verses',
  fileName: 'song.wav',
  fileSize: 1_048_576,
  fileSha256: 'ab'.repeat(32),
  storageKey: 'ab/cd',
  createdAt: new Date('2026-01-02T03:04:05.006Z'),
  status: 'completed',
  amountCents: 897,
  paymentConfirmed: true,
  paymentIntentId: 'pi_1',
  paymentState: 'partially_refunded',
  refundedCents: 150,
  dispute: null,
  secondDispute: null,
  paidAt: new Date('2026-01-03T00:00:00+01:00'),
  startRequestedAt: null,
  completedAt: new Date('2026-01-04T00:00:00Z'),
  confirmationEmailSent: true,
  fulfillmentEmailSent: false,
  blockchainLink: 'https://example.org/tx',
  hasFailedRefund: true,
  hasLeaf: true,
}

const database = await openTestDatabase()
afterAll(() => database.close())

const bare = {
  storageKey: null,
  paymentIntentId: null,
  paidAt: null,
  completedAt: null,
  blockchainLink: null,
}

describe('orderView', () => {
  it('shows amounts in dollars and times in ISO 8601', () => {
    expect(orderView(columns)).toEqual({
      id: 'order',
      number: 1042,
      firstName: 'Grace',
      lastName: 'Hopper',
      email: 'grace@example.org',
      projectName: 'Ships',
      projectDescription: 'Three verses',
      fileName: 'song.wav',
      fileSize: 1_048_576,
      fileSha256: 'ab'.repeat(32),
      fileAvailable: true,
      createdAt: '2026-01-02T03:04:05.006Z',
      status: 'completed',
      paymentAmount: 8.97,
      paymentConfirmed: true,
      paymentIntentId: 'pi_1',
      paymentState: 'partially_refunded',
      refundedAmount: 1.5,
      dispute: null,
      secondDispute: null,
      hasFailedRefund: true,
      paidAt: '2026-01-02T23:00:00.000Z',
      startRequestedAt: null,
      startsAt: null,
      completedAt: '2026-01-04T00:00:00.000Z',
      confirmationEmailSent: true,
      fulfillmentEmailSent: false,
      blockchainLink: 'https://example.org/tx',
    })
  })

  it('shows null for missing values', () => {
    const { storageKey: _storageKey, ...shown } = bare
    expect(orderView({ ...columns, ...bare })).toMatchObject({ ...shown, fileAvailable: false })
  })
})

describe('the start of recording', () => {
  const waiting: OrderColumns = { ...columns, status: 'paid', paymentState: 'paid', hasLeaf: false }

  it('is shown for a paid order that can still be canceled', () => {
    expect(orderView(waiting).startsAt).toBe('2026-01-16T23:00:00.000Z')
  })

  it.each<Partial<OrderColumns>>([
    { status: 'completed' },
    { paymentState: 'refunded' },
    { hasLeaf: true },
    { startRequestedAt: new Date('2026-01-03T00:00:00Z') },
    { paidAt: null },
  ])('is not shown with %o', (change) => {
    expect(orderView({ ...waiting, ...change }).startsAt).toBeNull()
  })
})

it('an order shows its dispute, and that of a second payment', () => {
  const dispute = { reason: 'fraudulent', status: 'needs_response', respondBy: null }
  const secondDispute = { ...dispute, status: 'lost' }
  expect(orderView({ ...columns, dispute, secondDispute })).toMatchObject({
    dispute,
    secondDispute: secondDispute,
  })
})

describe('orderSummary', () => {
  const {
    hasFailedRefund: _hasFailedRefund,
    hasLeaf: _hasLeaf,
    secondDispute: _secondDispute,
    ...stored
  } = columns
  const order = buildOrder(database.fork(), { ...stored, visitorId: 'visitor', accessKey: 'key' })

  it('shows the work and the key of the order page only to the visitor who ordered', () => {
    const payable = {
      orderId: 'order',
      paymentAmount: 8.97,
      status: 'completed',
      isPaymentProcessing: false,
    }
    const hidden = { work: null, email: null, key: null }
    const work = { projectName: 'Ships', fileName: 'song.wav', fileSize: 1_048_576, sha256: 'ab'.repeat(32) }
    expect(orderSummary(order, ['newest', 'visitor'])).toEqual({
      ...payable,
      work,
      email: 'grace@example.org',
      key: 'key',
    })
    expect(orderSummary(order, ['another'])).toEqual({ ...payable, ...hidden })
    expect(orderSummary(order, [])).toEqual({ ...payable, ...hidden })
  })

  it('tells that the payment is being processed', () => {
    const processing = buildOrder(database.fork(), { ...order, paymentState: 'processing' })
    expect(orderSummary(processing, [])).toMatchObject({ isPaymentProcessing: true })
  })
})

describe('orderEventView', () => {
  it('shows an event with or without a detail', () => {
    const line = { id: 'line', at: new Date(0), kind: 'note', actor: 'ada' } as const
    const view = { ...line, at: '1970-01-01T00:00:00.000Z' }
    expect(orderEventView({ ...line, detail: 'text' })).toEqual({
      ...view,
      detail: 'text',
    })
    expect(orderEventView({ ...line, detail: null })).toEqual({ ...view, detail: null })
  })
})
