import { randomUUID } from 'node:crypto'
import { LockMode } from '@mikro-orm/core'
import { Uuid } from '@priormark/core/ids'
import { dollarsFromCents, formatDollars } from '@priormark/core/money'
import * as v from 'valibot'
import type { JobQueue } from '../jobs/job-queue.ts'
import { Order } from '../orders/order-entity.ts'
import { queueRefundMail } from '../orders/order-mail-service.ts'
import { addOrderEvent } from '../orders/order-timeline.ts'
import { Refund } from '../orders/refund-entity.ts'
import type { Em } from '../sql/database.ts'
import type { ProviderRefund } from './payment-gateway.ts'
import type { PaymentDeps } from './payment-sync.ts'

/**
 * Records the refunds of a payment as the provider has them, also those made in its dashboard: tells the customer of each
 * that succeeded, and marks each that failed, so that it can be repeated. Any number of calls does so once.
 */
export async function recordRefunds(
  em: Em,
  { gateway, jobs }: PaymentDeps,
  paymentId: string,
): Promise<void> {
  for (const found of await gateway.refunds(paymentId)) {
    await em.transactional((tx) => recordRefund(tx, jobs, paymentId, found))
  }
}

async function recordRefund(em: Em, jobs: JobQueue, paymentId: string, found: ProviderRefund): Promise<void> {
  // Concurrent calls wait here, so a refund that is not ours is added once.
  const order = await em.findOne(
    Order,
    { paymentIntentId: paymentId },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  )
  if (order === null) return
  const refund = (await findRefund(em, order, found)) ?? addForeignRefund(em, order, found)
  // The process died before it recorded that the provider has it.
  if (refund.state === 'requested') Object.assign(refund, { state: 'sent', providerId: found.providerId })
  if (found.state === 'failed' && refund.state === 'sent') {
    Object.assign(refund, { state: 'rejected', failure: found.failure })
    const amount = formatDollars(dollarsFromCents(refund.amountCents))
    addOrderEvent(em, order, 'refund_rejected', 'stripe', `${amount}: ${found.failure ?? 'unknown'}`)
  }
  if (found.state === 'succeeded' && refund.refundedAt == null) {
    refund.refundedAt = found.createdAt
    await queueRefundMail(em, jobs, order, refund)
  }
}

function findRefund(em: Em, order: Order, { providerId, refundId }: ProviderRefund): Promise<Refund | null> {
  return em.findOne(
    Refund,
    { order, $or: [{ providerId }, ...(v.is(Uuid, refundId) ? [{ id: refundId }] : [])] },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  )
}

function addForeignRefund(
  em: Em,
  order: Order,
  { providerId, amountCents, reason, createdAt }: ProviderRefund,
): Refund {
  return em.create(Refund, {
    id: randomUUID(),
    order,
    amountCents,
    reason,
    state: 'sent',
    requestedBy: 'stripe',
    requestedAt: createdAt,
    providerId,
  })
}
