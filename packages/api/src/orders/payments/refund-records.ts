import { randomUUID } from 'node:crypto'
import { LockMode } from '@mikro-orm/core'
import { Uuid } from '@priormark/core/platform/ids'
import { dollarsFromCents, formatDollars } from '@priormark/core/platform/money'
import * as v from 'valibot'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { Order, addOrderEvent } from '../../order-book/order-entity.ts'
import { recordMovements } from '../../order-book/money-movement-entity.ts'
import { correctRefundMail, queueRefundMail } from '../../order-book/order-mail-service.ts'
import { Refund } from '../../order-book/refund-entity.ts'
import type { Em } from '../../platform/database/database.ts'
import type { PaymentGateway, ProviderRefund } from '../gateway/payment-gateway.ts'

/** The payment of an order: its own, or another one if the customer paid twice. */
interface OrderPayment {
  orderId: string
  paymentId: string
}

/**
 * Records the refunds of a payment as the provider has them, also those made in its dashboard: emails the customer about each
 * that succeeded, marks each that failed, so that it can be repeated, and corrects its email. Idempotent.
 */
export async function recordRefunds(
  em: Em,
  { gateway, jobs }: { gateway: Pick<PaymentGateway, 'refunds'>; jobs: JobQueue },
  payment: OrderPayment,
): Promise<void> {
  for (const refund of await gateway.refunds(payment.paymentId)) {
    await em.transactional((tx) => recordRefund(tx, jobs, payment, refund))
  }
}

async function recordRefund(
  em: Em,
  jobs: JobQueue,
  { orderId, paymentId }: OrderPayment,
  sent: ProviderRefund,
): Promise<void> {
  // Concurrent calls wait here, so a refund that is not ours is added once.
  const order = await em.findOne(Order, orderId, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
  if (order === null) return
  await recordMovements(em, { orderId, paymentId }, sent.movements)
  const refund = (await findRefund(em, order, sent)) ?? addForeignRefund(em, order, paymentId, sent)
  // The process died before it recorded that the provider has it, or took another request's rejection for its own.
  if (refund.providerId == null)
    Object.assign(refund, { state: 'sent', providerId: sent.providerId, failure: null })
  if (sent.state === 'failed' && refund.state === 'sent') {
    Object.assign(refund, { state: 'rejected', failure: sent.failure })
    const amount = formatDollars(dollarsFromCents(refund.amountCents))
    addOrderEvent(em, order, 'refund_rejected', 'stripe', `${amount}: ${sent.failure ?? 'unknown'}`)
    await correctRefundMail(em, jobs, order, refund)
  }
  // A list that was read before the refund failed must not report it as sent.
  if (sent.state === 'succeeded' && refund.state === 'sent' && refund.refundedAt == null) {
    refund.refundedAt = sent.createdAt
    await queueRefundMail(em, jobs, order, { kind: 'refund', refund })
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
  paymentId: string,
  { providerId, amountCents, reason, createdAt }: ProviderRefund,
): Refund {
  return em.create(Refund, {
    id: randomUUID(),
    order,
    paymentId,
    amountCents,
    reason,
    state: 'sent',
    requestedBy: 'stripe',
    requestedAt: createdAt,
    providerId,
  })
}
