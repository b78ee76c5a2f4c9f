import { randomUUID } from 'node:crypto'
import { Uuid } from '@priormark/core/platform/ids'
import { formatCents } from '@priormark/core/platform/money'
import * as v from 'valibot'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { Order, addOrderEvent } from '../../order-book/order-entity.ts'
import { recordMovements } from '../../order-book/money-movement-entity.ts'
import { correctRefundMail, queueMail } from '../../order-book/order-mail-service.ts'
import { Refund } from '../../order-book/refund-entity.ts'
import { type Em, forUpdate } from '../../platform/database/database.ts'
import type { PaymentGateway, ProviderRefund } from '../gateway/payment-gateway.ts'

/** The payment of an order: its own, or another one if the customer paid twice. */
interface OrderPayment {
  orderId: string
  paymentId: string
}

/**
 * Records the refunds of a payment as the provider has them, including those made in its dashboard: emails the customer about each
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
  providerRefund: ProviderRefund,
): Promise<void> {
  // Concurrent calls wait here, so that a refund made in the provider's dashboard is added once.
  const order = await em.findOne(Order, orderId, forUpdate)
  if (order === null) return
  await recordMovements(em, { orderId, paymentId }, providerRefund.movements)
  const refund =
    (await findRefund(em, order, providerRefund)) ?? addProviderRefund(em, order, paymentId, providerRefund)
  // The process died before it recorded that the provider has the refund, or recorded the rejection of another request.
  if (refund.providerId == null)
    Object.assign(refund, { state: 'sent', providerId: providerRefund.providerId, failure: null })
  if (providerRefund.state === 'failed' && refund.state === 'sent') {
    Object.assign(refund, { state: 'rejected', failure: providerRefund.failure })
    const amount = formatCents(refund.amountCents)
    addOrderEvent(em, order, 'refund_rejected', 'stripe', `${amount}: ${providerRefund.failure ?? 'unknown'}`)
    await correctRefundMail(em, jobs, order, refund)
  }
  // A list that was read before the refund failed must not report it as sent.
  if (providerRefund.state === 'succeeded' && refund.state === 'sent' && refund.refundedAt == null) {
    refund.refundedAt = providerRefund.createdAt
    await queueMail(em, jobs, order, { kind: 'refund', refund })
  }
}

function findRefund(em: Em, order: Order, { providerId, refundId }: ProviderRefund): Promise<Refund | null> {
  const ids = [{ providerId }, ...(v.is(Uuid, refundId) ? [{ id: refundId }] : [])]
  return em.findOne(Refund, { order, $or: ids }, forUpdate)
}

function addProviderRefund(
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
