import { isDeepStrictEqual } from 'node:util'
import { LockMode } from '@mikro-orm/core'
import { AppError } from '@priormark/core/errors'
import { Uuid } from '@priormark/core/ids'
import type { Dispute } from '@priormark/core/orders/order'
import * as v from 'valibot'
import { markOrderPaid } from '../fulfillment/mark-order-paid.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { Order } from '../orders/order-entity.ts'
import { addOrderEvent } from '../orders/order-timeline.ts'
import type { Em } from '../sql/database.ts'
import type { Payment, PaymentGateway } from './payment-gateway.ts'
import { describeState, isPaidState, paymentStateOf } from './payment-state.ts'

/** The dependencies of payments, apart from the entity manager. */
export interface PaymentDeps {
  gateway: PaymentGateway
  jobs: JobQueue
}

interface SeenOrder {
  id: string
  version: number
}

const maxAttempts = 10

/**
 * Reads a payment's state from the provider and records it on the order. This is the only place that does; the confirm
 * call, webhook and sweeper all use it, any number of times and in any order. Returns the order, or null if the payment is
 * not ours.
 * @throws AppError unavailable, payment_provider; conflict if the order keeps changing
 */
export async function syncPayment(em: Em, deps: PaymentDeps, paymentId: string): Promise<Order | null> {
  let foundOrderId: string | null = null
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    // Read before asking the provider: if the order changes in between, a newer reply than ours was recorded.
    const seen = (await findByPayment(em, paymentId)) ?? (await findById(em, foundOrderId))
    const payment = await deps.gateway.retrieve(paymentId)
    if (payment === null) return null
    if (seen === null) {
      // The process died between creating the payment and storing it on the order; the payment itself names the order.
      if (foundOrderId !== null || !v.is(Uuid, payment.orderId)) return null
      foundOrderId = payment.orderId
      continue
    }
    const order = await em.transactional(async (tx) => {
      const locked = await tx.findOne(Order, seen.id, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
      if (locked === null || locked.version !== seen.version) return null
      await applyPayment(tx, deps.jobs, locked, payment)
      return locked
    })
    if (order !== null) return order
  }
  throw new AppError('conflict', 'The order is being changed. Please try again.')
}

/**
 * Closes an unpaid payment that the provider does not know, such as after a change of keys, so that it is not checked
 * forever. If it turns up later, syncPayment() records its state.
 */
export async function giveUpPayment(em: Em, orderId: string, paymentId: string): Promise<void> {
  await em.transactional(async (tx) => {
    const order = await tx.findOneOrFail(Order, orderId, {
      lockMode: LockMode.PESSIMISTIC_WRITE,
      refresh: true,
    })
    if (order.paymentIntentId !== paymentId || !['unpaid', 'processing'].includes(order.paymentState)) return
    writeState(order, 'canceled', order)
    addOrderEvent(tx, order, 'payment_state', 'system', `The payment service does not know ${paymentId}`)
  })
}

async function findByPayment(em: Em, paymentId: string): Promise<SeenOrder | null> {
  const [row] = await em.execute<SeenOrder[]>('select id, version from orders where payment_intent_id = ?', [
    paymentId,
  ])
  return row ?? null
}

async function findById(em: Em, orderId: string | null): Promise<SeenOrder | null> {
  if (orderId === null) return null
  const [row] = await em.execute<SeenOrder[]>('select id, version from orders where id = ?', [orderId])
  return row ?? null
}

async function applyPayment(em: Em, jobs: JobQueue, order: Order, payment: Payment): Promise<void> {
  order.paymentIntentId ??= payment.id
  if (order.paymentIntentId !== payment.id) {
    flagForeignPayment(em, order, payment)
    return
  }
  const state = paymentStateOf(order, payment)
  const hasChanged = writeState(order, state, payment)
  const wasConfirmed = order.paymentConfirmed
  if (isPaidState(state)) await markOrderPaid(em, jobs, order, 'stripe')
  // The timeline already has 'marked_paid'.
  const isCoveredByConfirmation = state === 'paid' && !wasConfirmed
  if (hasChanged && !isCoveredByConfirmation) {
    addOrderEvent(em, order, 'payment_state', 'stripe', describeState(state, order, payment))
  }
}

/** Flags a payment that is not the order's own: the customer may have paid twice, so a person must look. */
function flagForeignPayment(em: Em, order: Order, payment: Payment): void {
  if (payment.status !== 'succeeded' || payment.refundedCents >= payment.receivedCents) return
  if (writeState(order, 'mismatch', order)) {
    addOrderEvent(em, order, 'payment_state', 'stripe', describeState('mismatch', order, payment))
  }
}

/** Writes the state. @returns whether it changed. Only a refund ends a mismatch. */
function writeState(
  order: Order,
  state: Order['paymentState'],
  { refundedCents, dispute = null }: Pick<Order, 'refundedCents'> & { dispute?: Dispute | null | undefined },
): boolean {
  const isFinal = order.paymentState === 'mismatch' && state !== 'refunded' && state !== 'disputed'
  const next = isFinal ? order.paymentState : state
  const wasLost = order.dispute?.status === 'lost'
  const isLost = dispute?.status === 'lost'
  if (!isDeepStrictEqual(order.dispute ?? null, dispute)) order.dispute = dispute
  if (order.paymentState === next && order.refundedCents === refundedCents && wasLost === isLost) return false
  if (refundedCents > order.refundedCents) order.refundedAt = new Date()
  order.paymentState = next
  order.refundedCents = refundedCents
  order.updatedAt = new Date()
  return true
}
