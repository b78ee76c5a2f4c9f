import { isMet, orderConditions } from '@priormark/core/orders/order-conditions'
import { AppError } from '@priormark/core/platform/errors'
import { sql, type NotNull } from 'kysely'
import { Order, findOrder, lockOrder, addOrderEvent, OrderEvent } from '../../order-book/order-entity.ts'
import { findVisitorOrder } from '../order-service.ts'
import type { Em, Database } from '../../platform/database/database.ts'
import { queries } from '../tables.ts'
import type { Payment } from '../gateway/payment-gateway.ts'
import { syncPayment, type PaymentDeps, startRecording } from './payment-sync.ts'
import { timingSafeEqual } from 'node:crypto'
import {
  cancellationDays,
  startChoices,
  startRequestText,
  type StartTime,
} from '@priormark/core/settings/policy/start-request'
import { requeueOrderMail } from '../../order-book/order-mail-service.ts'
import { conditionSql } from '../../order-book/order-condition-sql.ts'
import type { Log } from '../../platform/logging/log.ts'

const maxAttempts = 5

/**
 * Opens the payment of an order. An order has one payment, which is reused as long as a card can be tried with it.
 * @param orderId the order that a payment link names; by default the visitor's newest order
 * @throws AppError not_found, order_paid, unavailable, payment_provider
 */
export async function openPayment(
  em: Em,
  deps: PaymentDeps,
  { visitorIds, orderId }: { visitorIds: readonly string[]; orderId?: string | undefined },
): Promise<{ order: Order; clientSecret: string }> {
  const { id } =
    orderId === undefined
      ? await findVisitorOrder(em, { visitorIds, openedOrderId: null })
      : await findOrder(em, orderId)
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const order = await em.findOneOrFail(Order, id, { refresh: true })
    if (!isMet(orderConditions.isPayable, order))
      throw new AppError('order_paid', 'This order is already paid')
    const currentId = order.paymentIntentId ?? null
    const currentPayment = currentId === null ? null : await deps.gateway.retrieve(currentId)
    if (currentPayment?.status === 'open') {
      // The file of an unpaid order is deleted some time after the last activity. A plain statement leaves the order's version as
      // it is, so that the change of an administrator does not fail.
      await sql`update orders set updated_at = now() where id = ${id}`.execute(queries(em))
      return { order, clientSecret: currentPayment.clientSecret }
    }
    if (currentPayment !== null && currentPayment.status !== 'canceled') {
      await syncPayment(em, deps, currentPayment.id)
      throw new AppError('order_paid', 'This order is already paid')
    }
    // Amount and currency of an order never change, so two concurrent calls with one key create one payment.
    const payment = await deps.gateway.create({
      orderId: id,
      orderNumber: order.number,
      amountCents: order.amountCents,
      currency: order.currency,
      idempotencyKey: currentId === null ? `order-${id}` : `order-${id}-after-${currentId}`,
    })
    const payableOrder = await storePayment(em, id, currentId, payment)
    if (payableOrder !== null) return { order: payableOrder, clientSecret: payment.clientSecret }
  }
  throw new AppError('conflict', 'The order is being changed. Please try again.')
}

/**
 * Cancels the open payment of an order that is about to be marked as paid, so that the customer does not pay twice. If the
 * customer pays first, the order is paid by card. If the provider does not respond, the sweeper cancels the payment later.
 */
export async function cancelPayment(em: Em, deps: PaymentDeps, orderId: string): Promise<void> {
  const order = await em.findOne(Order, orderId, { refresh: true })
  if (order?.paymentIntentId == null || !isMet(orderConditions.isUnsettled, order)) return
  try {
    await deps.gateway.cancel(order.paymentIntentId)
    await syncPayment(em, deps, order.paymentIntentId)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

/** Stores the payment on the order. Returns null if a concurrent request stored another one. */
async function storePayment(
  em: Em,
  orderId: string,
  currentId: string | null,
  payment: Payment,
): Promise<Order | null> {
  return em.transactional(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order.paymentIntentId === payment.id) return order
    if ((order.paymentIntentId ?? null) !== currentId || !isMet(orderConditions.isPayable, order)) return null
    order.paymentIntentId = payment.id
    order.paymentState = 'unpaid'
    order.updatedAt = new Date()
    addOrderEvent(tx, order, 'payment_started', 'customer', payment.id)
    return order
  })
}

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
 * timeline, the wording itself. Only the first request counts, except that before the payment a request of the customer replaces
 * one of a payer: anyone who knows the order's id can open its payment, so a payer's request does not show that the customer asked. If
 * the order is already paid, recording starts. With `start: 'later'`, the customer withdraws the request before the payment.
 * @throws AppError not_found, also for callers who may not request it; order_paid for a checkout whose payment is no longer
 * open, and for a withdrawal after the payment; conflict if a payer withdraws the customer's own request
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
    // An administrator has confirmed the payment since: the checkout that is still open must not charge.
    if ((clientSecret !== undefined || start === 'later') && order.paymentConfirmed)
      throw new AppError('order_paid', 'This order is already paid')
    const requester = order.startRequestedAt == null ? null : await lastRequester(tx, order)
    if (start === 'later') {
      if (requester !== null) withdrawStartRequest(tx, order, { requester, actor })
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

/** Returns who made the last request. */
async function lastRequester(em: Em, order: Order): Promise<string> {
  const newestFirst = { orderBy: { at: 'desc' }, limit: 1 } as const
  const [event] = await em.find(OrderEvent, { order, kind: 'start_requested' }, newestFirst)
  return event?.actor ?? 'customer'
}

function withdrawStartRequest(
  em: Em,
  order: Order,
  { requester, actor }: { requester: string; actor: string },
): void {
  const message = `The customer has already asked us to start right away. Choose “${startChoices.now.label}” to continue.`
  if (requester === 'customer' && actor === 'payer') throw new AppError('conflict', message)
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
  if (key !== undefined && equalsSecret(key, order.accessKey)) return 'customer'
  if (clientSecret === undefined || order.paymentIntentId == null) return null
  const payment = await gateway.retrieve(order.paymentIntentId)
  if (payment === null || !equalsSecret(clientSecret, payment.clientSecret)) return null
  if (payment.status !== 'open') throw new AppError('order_paid', 'This order is already paid')
  return 'payer'
}

function equalsSecret(candidate: string, secret: string): boolean {
  const [candidateBytes, secretBytes] = [Buffer.from(candidate), Buffer.from(secret)]
  return candidateBytes.length === secretBytes.length && timingSafeEqual(candidateBytes, secretBytes)
}

interface CancelDeps extends PaymentDeps {
  database: Database
  log: Log
}

/** How many payments are canceled at the same time. */
const maxConcurrent = 10

/** Far more open payments than a shop has at a time. */
const maxPayments = 1_000

/**
 * Cancels the open payments at a provider whose keys are about to be replaced, and records those that succeeded in the meantime,
 * because the new keys cannot read them. A customer who returns gets a new payment. Safe to repeat. A failure is logged, because the
 * former keys may no longer be valid.
 */
export async function cancelOpenPayments(deps: CancelDeps): Promise<void> {
  const payments = await unsettledPayments(deps.database.fork())
    .orderBy('created_at', 'desc')
    .limit(maxPayments)
    .execute()
  for (let first = 0; first < payments.length; first += maxConcurrent)
    await Promise.all(
      payments.slice(first, first + maxConcurrent).map((payment) => cancelOpenPayment(deps, payment)),
    )
}

/** Selects the payments that are neither paid nor canceled, with their orders. */
export function unsettledPayments(em: Em) {
  return queries(em)
    .selectFrom('orders')
    .select(['id as orderId', 'payment_intent_id as paymentId'])
    .where('payment_intent_id', 'is not', null)
    .where(conditionSql(orderConditions.isUnsettled))
    .$narrowType<{ paymentId: NotNull }>()
}

async function cancelOpenPayment(
  deps: CancelDeps,
  { orderId, paymentId }: { orderId: string; paymentId: string },
): Promise<void> {
  try {
    await deps.gateway.cancel(paymentId)
    await syncPayment(deps.database.fork(), deps, paymentId)
  } catch (error) {
    deps.log.warn({ err: error, orderId }, 'an open payment could not be canceled with the former keys')
  }
}
