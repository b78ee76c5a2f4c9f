import { dollarsFromCents } from '@priormark/core/platform/money'
import { shownEmail } from '@priormark/core/platform/email-address'
import type { Dispute, Order, OrderEvent, OrderSummary } from '@priormark/core/orders/order'
import { detailNames, mapNames } from '@priormark/core/orders/order-details'
import { isOwed } from '@priormark/core/orders/order-conditions'
import { recordingStartsAt } from '@priormark/core/settings/policy/service-policy'
import { isoTime, isoTimeOrNull } from '../platform/database/database.ts'
import type { Order as OrderRow } from '../order-book/order-entity.ts'
import type { OrderEvent as OrderEventRow } from '../order-book/order-timeline.ts'

/** The columns of an order that are never null and that its view needs. */
export const requiredColumns = [
  'id',
  ...detailNames,
  'fileName',
  'fileSize',
  'fileSha256',
  'status',
  'amountCents',
  'paymentConfirmed',
  'paymentState',
  'refundedCents',
  'confirmationEmailSent',
  'fulfillmentEmailSent',
] as const

/** The columns for showing an order, from an entity or from a plain row with these names. */
export type OrderColumns = Pick<OrderRow, (typeof requiredColumns)[number]> & {
  storageKey?: string | null | undefined
  paymentIntentId?: string | null | undefined
  blockchainLink?: string | null | undefined
  dispute?: Dispute | null | undefined
  secondDispute?: Dispute | null | undefined
  hasFailedRefund: boolean
  hasLeaf: boolean
  createdAt: Date | string
  paidAt?: Date | string | null | undefined
  startRequestedAt?: Date | string | null | undefined
  completedAt?: Date | string | null | undefined
}

/** Returns an order as administrators see it. */
export function orderView(order: OrderColumns): Order {
  return {
    id: order.id,
    ...mapNames(detailNames, (name) => order[name]),
    email: shownEmail(order.email),
    fileName: order.fileName,
    fileSize: order.fileSize,
    fileSha256: order.fileSha256,
    fileAvailable: order.storageKey != null,
    createdAt: isoTime(order.createdAt),
    status: order.status,
    paymentAmount: dollarsFromCents(order.amountCents),
    paymentConfirmed: order.paymentConfirmed,
    paymentIntentId: order.paymentIntentId ?? null,
    paymentState: order.paymentState,
    refundedAmount: dollarsFromCents(order.refundedCents),
    dispute: order.dispute ?? null,
    secondDispute: order.secondDispute ?? null,
    hasFailedRefund: order.hasFailedRefund,
    paidAt: isoTimeOrNull(order.paidAt),
    startRequestedAt: isoTimeOrNull(order.startRequestedAt),
    startsAt: startsAt(order),
    completedAt: isoTimeOrNull(order.completedAt),
    confirmationEmailSent: order.confirmationEmailSent,
    fulfillmentEmailSent: order.fulfillmentEmailSent,
    blockchainLink: order.blockchainLink ?? null,
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
    isPaymentProcessing: order.paymentState === 'processing',
    key: isOwn ? order.accessKey : null,
  }
}

/** Returns an event of an order's timeline. */
export function orderEventView(event: OrderEventRow): OrderEvent {
  return {
    id: event.id,
    at: event.at.toISOString(),
    kind: event.kind,
    actor: event.actor,
    detail: event.detail ?? null,
  }
}

/** The end of the cancellation period, when a schedule starts recording. */
function startsAt(order: OrderColumns): string | null {
  const isWaiting =
    order.status === 'paid' && isOwed(order) && !order.hasLeaf && order.startRequestedAt == null
  if (!isWaiting || order.paidAt == null) return null
  const paidAt = new Date(order.paidAt)
  return recordingStartsAt({ paidAt, startRequestedAt: null, startedAt: null }).toISOString()
}
