import { isDeepStrictEqual } from 'node:util'
import { AppError } from '@priormark/core/platform/errors'
import { Uuid } from '@priormark/core/platform/ids'
import { isMarkedPaid, isMet, orderConditions } from '@priormark/core/orders/order-conditions'
import type { Dispute } from '@priormark/core/orders/order'
import * as v from 'valibot'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { Order, lockOrder, addOrderEvent } from '../../order-book/order-entity.ts'
import { movementWithoutFee, recordMovements } from '../../order-book/money-movement-entity.ts'
import { type Em, forUpdate } from '../../platform/database/database.ts'
import { queries } from '../tables.ts'
import type { Payment, PaymentGateway } from '../gateway/payment-gateway.ts'
import {
  describeDispute,
  describeSecondPayment,
  describeState,
  isPaidState,
  paymentStateOf,
} from './payment-state.ts'
import { queueMail } from '../../order-book/order-mail-service.ts'
import { ensureLeaf } from '../../proofs/leaves/leaf-service.ts'

/** The dependencies of payments, apart from the entity manager. */
export interface PaymentDeps {
  gateway: PaymentGateway
  jobs: JobQueue
}

const maxAttempts = 10

/**
 * Reads a payment's state from the provider and records it on the order. This is the only place that does; the confirm
 * call, webhook and sweeper all use it, any number of times and in any order. Returns the order, or null if the payment
 * belongs to no order.
 * @throws AppError unavailable, payment_provider; conflict if the order keeps changing
 */
export async function syncPayment(em: Em, deps: PaymentDeps, paymentId: string): Promise<Order | null> {
  let namedOrderId: string | null = null
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    // Read before the payment: if the order changes in between, a newer state of the payment was recorded.
    const orderVersion = await findOrderVersion(em, paymentId, namedOrderId)
    const payment = await deps.gateway.retrieve(paymentId)
    if (payment === null) return null
    if (orderVersion === undefined) {
      // The process died between creating the payment and storing it on the order; the payment itself names the order.
      if (namedOrderId !== null || !v.is(Uuid, payment.orderId)) return null
      namedOrderId = payment.orderId
      continue
    }
    const result = await em.transactional(async (tx) => {
      const order = await tx.findOne(Order, orderVersion.id, forUpdate)
      if (order === null || order.version !== orderVersion.version) return null
      await recordMovements(tx, { orderId: order.id, paymentId }, payment.movements)
      return { order, nextId: await applyPayment(tx, deps.jobs, order, payment) }
    })
    if (result === null) continue
    const { order, nextId } = result
    return nextId === null ? order : ((await syncPayment(em, deps, nextId)) ?? order)
  }
  throw new AppError('conflict', 'The order is being changed. Please try again.')
}

/** Records the state of a visitor's payment. @throws AppError not_found if no order has this payment */
export async function syncVisitorPayment(em: Em, deps: PaymentDeps, paymentId: string): Promise<Order> {
  const isOurs = (await em.count(Order, { paymentIntentId: paymentId })) > 0
  const order = isOurs ? await syncPayment(em, deps, paymentId) : null
  if (order === null) throw new AppError('not_found', 'This payment doesn’t exist')
  return order
}

/**
 * Closes an unpaid payment that the provider does not know, such as after a change of keys, so that it is not checked
 * forever. If it turns up later, syncPayment() records its state.
 */
export async function giveUpPayment(em: Em, orderId: string, paymentId: string): Promise<void> {
  await em.transactional(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order.paymentIntentId !== paymentId || !isMet(orderConditions.isUnsettled, order)) return
    writeState(order, 'canceled', order)
    addOrderEvent(tx, order, 'payment_state', 'system', `The payment service does not know ${paymentId}`)
  })
}

/** Returns the id and the version of a payment's order, or of the order that the payment names. */
async function findOrderVersion(em: Em, paymentId: string, namedOrderId: string | null) {
  const orders = queries(em).selectFrom('orders').select(['id', 'version'])
  const order = await orders.where('payment_intent_id', '=', paymentId).executeTakeFirst()
  if (order !== undefined || namedOrderId === null) return order
  return orders.where('id', '=', namedOrderId).executeTakeFirst()
}

/**
 * Applies a payment to its order.
 * @returns the id of the payment that decides the order's state and is to be read next, or null
 */
async function applyPayment(em: Em, jobs: JobQueue, order: Order, payment: Payment): Promise<string | null> {
  // If the card payment did not succeed, the refunds returned money that came another way, which the provider does not know.
  if (payment.status !== 'succeeded' && order.refundedCents > 0) return null
  if (isPaidAnotherWay(order) && payment.status === 'succeeded') {
    // A card payment does not replace the money that an administrator confirmed: the customer paid twice.
    if (order.paymentIntentId === payment.id) {
      order.paymentIntentId = null
      order.paymentState = 'unpaid'
    }
    return recordSecondPayment(em, order, payment)
  }
  order.paymentIntentId ??= payment.id
  if (order.paymentIntentId !== payment.id && !replacesPayment(order, payment)) {
    return recordSecondPayment(em, order, payment)
  }
  if (order.paymentIntentId !== payment.id) {
    addOrderEvent(em, order, 'payment_state', 'stripe', `${payment.id} now pays for the order`)
    order.paymentIntentId = payment.id
  }
  if (order.secondDispute?.paymentId === payment.id) order.secondDispute = null
  const secondPaymentIds = withoutId(order.secondPaymentIds, payment.id)
  setSecondPayments(order, secondPaymentIds)
  const state = paymentStateOf(order, payment)
  const hasNoMoney = state === 'refunded' || payment.dispute?.status === 'lost'
  const isPaidTwice = secondPaymentIds.length > 0 && !hasNoMoney && state !== 'disputed'
  const hasChanged = writeState(order, isPaidTwice ? 'mismatch' : state, payment)
  const wasConfirmed = order.paymentConfirmed
  if (isPaidState(state)) await markOrderPaid(em, jobs, order, 'stripe')
  // The timeline already has 'marked_paid'.
  const isCoveredByConfirmation = state === 'paid' && !wasConfirmed
  if (hasChanged && !isCoveredByConfirmation) {
    addOrderEvent(em, order, 'payment_state', 'stripe', describeState(state, order, payment))
  }
  return hasNoMoney ? (secondPaymentIds[0] ?? null) : null
}

/** Whether an administrator confirmed the order, and the provider has received no money that pays for it. */
function isPaidAnotherWay(order: Order): boolean {
  const hasNoCardPayment = order.paymentIntentId == null || order.paymentState === 'processing'
  return isMarkedPaid(order) || (order.paymentConfirmed && hasNoCardPayment)
}

/** Whether another payment pays for the order in place of its own, whose money the shop never had or no longer has. */
function replacesPayment(order: Order, payment: Payment): boolean {
  return isMet(orderConditions.isWithoutMoney, order) && isPaidState(paymentStateOf(order, payment))
}

/**
 * Records a payment that is not the order's own: the customer paid twice, so a person must refund one of the two. Once the money of
 * all others is refunded, the order's own payment decides again.
 */
function recordSecondPayment(em: Em, order: Order, payment: Payment): string | null {
  const heldIds = order.secondPaymentIds ?? []
  const isHeld =
    payment.status === 'succeeded' &&
    payment.refundedCents < payment.receivedCents &&
    payment.dispute?.status !== 'lost'
  recordSecondDispute(em, order, payment, isHeld ? payment.dispute : null)
  if (isHeld === heldIds.includes(payment.id)) {
    // The call that recorded its refund has not read the order's own payment yet, or its process died first.
    const isUndecided = !isHeld && heldIds.length === 0 && order.paymentState === 'mismatch'
    return isUndecided ? (order.paymentIntentId ?? null) : null
  }
  setSecondPayments(order, isHeld ? [...heldIds, payment.id] : withoutId(heldIds, payment.id))
  order.updatedAt = new Date()
  if (isHeld && order.paymentState !== 'refunded' && order.paymentState !== 'disputed')
    order.paymentState = 'mismatch'
  // The order was paid another way, so no payment of its own decides.
  if (order.secondPaymentIds == null && order.paymentIntentId == null && order.paymentState === 'mismatch')
    order.paymentState = order.refundedCents > 0 ? 'partially_refunded' : 'unpaid'
  addOrderEvent(em, order, 'payment_state', 'stripe', describeSecondPayment(payment, isHeld))
  return isHeld ? null : (order.paymentIntentId ?? null)
}

/** Records the open dispute of a payment that is not the order's own: it has a deadline too. */
function recordSecondDispute(em: Em, order: Order, payment: Payment, dispute: Dispute | null): void {
  const previous = order.secondDispute?.paymentId === payment.id ? order.secondDispute : null
  const next = dispute === null ? null : { paymentId: payment.id, ...dispute }
  if (isDeepStrictEqual(previous, next)) return
  order.secondDispute = next
  order.updatedAt = new Date()
  if (previous !== null && next !== null) return
  const detail =
    next === null
      ? `The dispute of the second payment is closed (${payment.id})`
      : `${describeDispute(next, 'the second payment')} (${payment.id})`
  addOrderEvent(em, order, 'payment_state', 'stripe', detail)
}

function withoutId(ids: readonly string[] | null | undefined, removedId: string): string[] {
  return (ids ?? []).filter((id) => id !== removedId)
}

function setSecondPayments(order: Order, ids: string[]): void {
  if (!isDeepStrictEqual(order.secondPaymentIds ?? [], ids))
    order.secondPaymentIds = ids.length === 0 ? null : ids
}

/** Writes the state, and what was refunded and is disputed. @returns whether it changed */
function writeState(
  order: Order,
  state: Order['paymentState'],
  { refundedCents, dispute = null }: Pick<Order, 'refundedCents' | 'dispute'>,
): boolean {
  const wasLost = order.dispute?.status === 'lost'
  const isLost = dispute?.status === 'lost'
  if (!isDeepStrictEqual(order.dispute ?? null, dispute)) order.dispute = dispute
  if (order.paymentState === state && order.refundedCents === refundedCents && wasLost === isLost)
    return false
  order.paymentState = state
  order.refundedCents = refundedCents
  order.updatedAt = new Date()
  return true
}

/**
 * Moves an order from pending to paid, once: flag, status, timeline, confirmation email and leaf, in the transaction of `em`,
 * which the caller commits. Idempotent. A customer who did not ask for an immediate start may still cancel, so addMissingLeaves()
 * makes that leaf after the cancellation period.
 * @param actor 'stripe' or an administrator's name
 */
export async function markOrderPaid(em: Em, jobs: JobQueue, order: Order, actor: string): Promise<void> {
  if (order.paymentConfirmed) return
  order.paymentConfirmed = true
  order.paidAt = new Date()
  // If the provider has money for the order, the administrator's confirmation is about that money.
  if (actor !== 'stripe' && !isMet(orderConditions.isHeld, order)) {
    const { id: orderId, amountCents, paidAt: at } = order
    const movement = movementWithoutFee({ id: `outside:${orderId}`, kind: 'payment', amountCents, at })
    await recordMovements(em, { orderId, paymentId: null }, [movement])
  }
  order.uploadNetwork = null
  if (order.status === 'pending') order.status = 'paid'
  addOrderEvent(em, order, 'marked_paid', actor)
  await queueMail(em, jobs, order, { kind: 'confirmation' })
  if (order.startRequestedAt != null) await startRecording(em, jobs, order)
}

/** Makes the leaf of a confirmed order and queues its anchoring, in the transaction of `em`, which the caller commits. */
export async function startRecording(em: Em, jobs: JobQueue, order: Order): Promise<void> {
  await ensureLeaf(em, order)
  await jobs.enqueue(em, 'anchor', {})
}
