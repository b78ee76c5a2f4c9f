import { timingSafeEqual } from 'node:crypto'
import { AppError } from '@priormark/core/platform/errors'
import {
  cancellationDays,
  startChoices,
  startRequestText,
  type StartTime,
} from '@priormark/core/settings/policy/start-request'
import { type Order, findOrder, lockOrder } from '../../order-book/order-entity.ts'
import { requeueOrderMail } from '../../order-book/order-mail-service.ts'
import { addOrderEvent, OrderEvent } from '../../order-book/order-timeline.ts'
import type { Em } from '../../platform/database/database.ts'
import { type PaymentDeps, startRecording } from './payment-sync.ts'

interface StartRequest {
  orderId: string
  start: StartTime
  version: string
  visitorIds: readonly string[]
  /** The secret of the order's link. */
  key?: string | undefined
  /** The client secret of the open payment, which every browser has that opened the payment by the order's id. */
  clientSecret?: string | undefined
}

/**
 * Records that the customer asked to start within the cancellation period: the time, the version of the wording and, in the
 * timeline, the wording itself. Only the first request counts, except that until the payment the customer's own one replaces a
 * payer's: anyone who knows the order's id can open its payment, so a payer's request does not show that the customer asked. If
 * the order is already paid, recording starts. With `start: 'later'`, the customer withdraws the request before the payment.
 * @throws AppError not_found, also for callers who may not request it; order_paid for a checkout whose payment is not open any
 * longer, and for a withdrawal after the payment; conflict if a payer withdraws the customer's own request
 */
export async function requestStart(
  em: Em,
  { gateway, jobs }: Pick<PaymentDeps, 'gateway' | 'jobs'>,
  request: StartRequest,
): Promise<void> {
  const { orderId, start, version, clientSecret } = request
  const actor = await findRequester(em, gateway, request)
  if (actor === null) throw new AppError('not_found', 'This order doesn’t exist')
  await em.transactional(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order.erasedAt != null) return
    // An administrator has confirmed it since: the checkout that is still open must not charge.
    if ((clientSecret !== undefined || start === 'later') && order.paymentConfirmed)
      throw new AppError('order_paid', 'This order is already paid')
    const requester = order.startRequestedAt == null ? null : await lastRequester(tx, order)
    if (start === 'later') {
      if (requester !== null) withdraw(tx, order, { requester, actor })
      return
    }
    if (requester !== null && (actor === 'payer' || order.paymentConfirmed || requester === 'customer'))
      return
    order.startRequestedAt = new Date()
    order.startRequestVersion = version
    order.updatedAt = new Date()
    addOrderEvent(tx, order, 'start_requested', actor, startRequestText)
    if (!order.paymentConfirmed) return
    await startRecording(tx, jobs, order)
    // The law requires that the request is confirmed in writing.
    await requeueOrderMail(tx, jobs, order, 'confirmation')
  })
}

/** Returns who made the request that counts. */
async function lastRequester(em: Em, order: Order): Promise<string> {
  const [event] = await em.find(
    OrderEvent,
    { order, kind: 'start_requested' },
    { orderBy: { at: 'desc' }, limit: 1 },
  )
  return event?.actor ?? 'customer'
}

function withdraw(em: Em, order: Order, { requester, actor }: { requester: string; actor: string }): void {
  if (requester === 'customer' && actor === 'payer')
    throw new AppError(
      'conflict',
      `The customer has already asked us to start right away. Choose “${startChoices.now.label}” to continue.`,
    )
  order.startRequestedAt = null
  order.startRequestVersion = null
  order.updatedAt = new Date()
  addOrderEvent(em, order, 'changed', actor, `Waits ${cancellationDays} days instead of starting right away`)
}

/** Returns the requester's name for the timeline, or null if they may not request it. Knowing an order's id is not enough. */
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
