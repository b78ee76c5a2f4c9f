import { randomUUID } from 'node:crypto'
import type { Order } from '@priormark/core/orders/order'

/** Returns a completed order as administrators see it, with the given changes. */
export function adminOrder(change: Partial<Order> = {}): Order {
  return {
    id: randomUUID(),
    number: 1042,
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@example.org',
    projectName: 'A work',
    projectDescription: '',
    fileName: 'song.wav',
    fileSize: 2,
    fileSha256: 'a1'.repeat(32),
    fileAvailable: true,
    createdAt: '2026-11-22T10:00:00.000Z',
    status: 'completed',
    paymentAmount: 8.97,
    paymentConfirmed: true,
    paymentIntentId: null,
    paymentState: 'paid',
    refundedAmount: 0,
    dispute: null,
    secondDispute: null,
    startRequestedAt: null,
    startsAt: null,
    hasFailedRefund: false,
    paidAt: null,
    completedAt: null,
    confirmationEmailSent: true,
    fulfillmentEmailSent: true,
    blockchainLink: null,
    ...change,
  }
}
