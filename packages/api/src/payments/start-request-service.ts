import { timingSafeEqual } from 'node:crypto'
import { LockMode } from '@mikro-orm/core'
import { AppError } from '@priormark/core/errors'
import { startRequestText } from '@priormark/core/payments/start-request'
import { startRecording } from '../fulfillment/confirm-payment.ts'
import { Order } from '../orders/order-entity.ts'
import { findOrder } from '../orders/order-service.ts'
import { addOrderEvent } from '../orders/order-timeline.ts'
import type { Em } from '../sql/database.ts'
import type { PaymentDeps } from './payment-sync.ts'

export interface StartRequest {
  orderId: string
  version: string
  visitorIds: readonly string[]
  /** The secret of the order's link. */
  key?: string | undefined
  /** The secret that the browser of whoever pays got with the open payment. */
  clientSecret?: string | undefined
}

/**
 * Keeps on the order that its customer asked to begin within the cancellation period: the moment, the wording's version and,
 * in the timeline, the wording itself. The first request stands. One that comes after the payment begins the work.
 * @throws AppError not_found, also for whoever may not ask; order_paid for a payer whose payment is not open any more
 */
export async function requestStart(
  em: Em,
  { gateway, jobs }: Pick<PaymentDeps, 'gateway' | 'jobs'>,
  request: StartRequest,
): Promise<void> {
  const { orderId, version } = request
  const actor = await findRequester(em, gateway, request)
  if (actor === null) throw new AppError('not_found', 'There is no such order')
  await em.transactional(async (tx) => {
    const order = await tx.findOneOrFail(Order, orderId, {
      lockMode: LockMode.PESSIMISTIC_WRITE,
      refresh: true,
    })
    if (order.startRequestedAt != null || order.erasedAt != null) return
    // Confirmed by an administrator since: only the customer may still ask.
    if (actor === 'payer' && order.paymentConfirmed) return
    order.startRequestedAt = new Date()
    order.startRequestVersion = version
    order.updatedAt = new Date()
    addOrderEvent(tx, order, 'start_requested', actor, startRequestText)
    if (order.paymentConfirmed) await startRecording(tx, jobs, order)
  })
}

/** Returns who asks, as the timeline names them, or null if they may not. Knowing an order's id is not enough. */
async function findRequester(
  em: Em,
  gateway: PaymentDeps['gateway'],
  { orderId, visitorIds, key, clientSecret }: StartRequest,
): Promise<'customer' | 'payer' | null> {
  const order = await findOrder(em, orderId)
  if (visitorIds.includes(order.visitorId)) return 'customer'
  if (key !== undefined && isSame(key, order.accessKey)) return 'customer'
  if (clientSecret === undefined || order.paymentIntentId == null) return null
  const payment = await gateway.retrieve(order.paymentIntentId)
  if (payment === null || !isSame(clientSecret, payment.clientSecret)) return null
  if (payment.status !== 'open') throw new AppError('order_paid', 'This order is already paid')
  return 'payer'
}

function isSame(given: string, secret: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(secret)]
  return one.length === other.length && timingSafeEqual(one, other)
}
