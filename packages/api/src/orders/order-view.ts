import { dollarsFromCents } from '@priormark/core/platform/money'
import { shownEmail } from '@priormark/core/platform/email-address'
import type { Order, OrderEvent, OrderSummary } from '@priormark/core/orders/order'
import { isMet, orderConditions } from '@priormark/core/orders/order-conditions'
import { recordingStartsAt } from '@priormark/core/settings/policy/service-policy'
import type { Order as OrderRow, OrderEvent as OrderEventRow } from '../order-book/order-entity.ts'
import type { OrderColumns } from './order-list.ts'

/** Returns an order as administrators see it. Names each field, because copying whole rows would slow down lists. */
export function orderView(order: OrderColumns): Order {
  return {
    id: order.id,
    number: order.number,
    firstName: order.firstName,
    lastName: order.lastName,
    email: shownEmail(order.email),
    projectName: order.projectName,
    projectDescription: order.projectDescription,
    fileName: order.fileName,
    fileSize: order.fileSize,
    fileSha256: order.fileSha256,
    fileAvailable: order.storageKey !== null,
    createdAt: order.createdAt.toISOString(),
    status: order.status,
    paymentAmount: dollarsFromCents(order.amountCents),
    paymentConfirmed: order.paymentConfirmed,
    paymentIntentId: order.paymentIntentId,
    paymentState: order.paymentState,
    refundedAmount: dollarsFromCents(order.refundedCents),
    dispute: order.dispute,
    secondDispute: order.secondDispute,
    hasFailedRefund: order.hasFailedRefund,
    paidAt: order.paidAt?.toISOString() ?? null,
    startRequestedAt: order.startRequestedAt?.toISOString() ?? null,
    startsAt: startsAt(order),
    completedAt: order.completedAt?.toISOString() ?? null,
    confirmationEmailSent: order.confirmationEmailSent,
    fulfillmentEmailSent: order.fulfillmentEmailSent,
    blockchainLink: order.blockchainLink,
  }
}

/** Returns an order as visitors see it. Only the visitor who created it sees the work and the key of the order page. */
export function orderSummary(order: OrderRow, visitorIds: readonly string[]): OrderSummary {
  const { projectName, fileName, fileSize, fileSha256: sha256 } = order
  const isOwn = visitorIds.includes(order.visitorId)
  return {
    orderId: order.id,
    paymentAmount: dollarsFromCents(order.amountCents),
    status: order.status,
    work: isOwn ? { projectName, fileName, fileSize, sha256 } : null,
    email: isOwn ? shownEmail(order.email) : null,
    isPaymentProcessing: isMet(orderConditions.isProcessing, order),
    key: isOwn ? order.accessKey : null,
  }
}

/** Returns an event of an order's timeline. */
export function orderEventView({ id, at, kind, actor, detail }: Omit<OrderEventRow, 'order'>): OrderEvent {
  return { id, at: at.toISOString(), kind, actor, detail: detail ?? null }
}

/** The end of the cancellation period, when a schedule starts recording. */
function startsAt(order: OrderColumns): string | null {
  if (!isMet(orderConditions.startsLater, order) || order.hasLeaf || order.paidAt === null) return null
  const start = { paidAt: order.paidAt, startRequestedAt: null, startedAt: null }
  return recordingStartsAt(start).toISOString()
}
