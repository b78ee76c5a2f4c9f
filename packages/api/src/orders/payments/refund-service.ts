import { AppError } from '@priormark/core/platform/errors'
import {
  centsFromDollars,
  dollarsFromCents,
  formatCents,
  formatDollars,
} from '@priormark/core/platform/money'
import type { OrderPayment, RefundRequest } from '@priormark/core/orders/payments/order-payment'
import { invalidField } from '../../platform/http/field-errors.ts'
import { audit } from '../../staff/audit/audit-service.ts'
import type { Actor } from '../../platform/http/state.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { Log } from '../../platform/logging/log.ts'
import { Order, findOrder, lockOrder, addOrderEvent } from '../../order-book/order-entity.ts'
import { movementWithoutFee, recordMovements } from '../../order-book/money-movement-entity.ts'
import { queueMail } from '../../order-book/order-mail-service.ts'
import { Refund } from '../../order-book/refund-entity.ts'
import { type Em, forUpdate } from '../../platform/database/database.ts'
import { unknownPaymentMessage } from '../gateway/stripe-objects.ts'
import type { PaymentGateway } from '../gateway/payment-gateway.ts'
import { syncPayment, type PaymentDeps } from './payment-sync.ts'
import { recordRefunds } from './refund-records.ts'
import { refundableCents, otherWayObstacle, refundObstacle, secondPaymentObstacle } from './refund-rules.ts'

interface RefundInput {
  orderId: string
  request: RefundRequest
  actor: Actor
}

/**
 * Stores a refund of the order's payment or of a second one, then sends it; or records one that was made another way. If the process
 * dies in between or the provider does not respond, sweepPayments() sends it later. Idempotent by the request's id. The state of
 * the stored refund says how it ended, even if the provider rejected it.
 * @throws AppError not_found; conflict if nothing can be refunded; invalid_input for the amount
 */
export async function refundOrder(
  em: Em,
  deps: PaymentDeps & { log: Log },
  input: RefundInput,
): Promise<void> {
  const { id, state } = await storeRefund(em, deps, input)
  if (state !== 'requested') return
  try {
    await sendRefund(em, deps, id)
  } catch (error) {
    const { state: currentState } = await em.fork().findOneOrFail(Refund, id)
    const isUnavailable = error instanceof AppError && error.code === 'unavailable'
    if (currentState === 'requested' && !isUnavailable) throw error
    // A sent refund must not be reported as failed, or it would be requested again. A later event of the provider completes it.
    deps.log.warn({ err: error, refundId: id, state: currentState }, 'a refund is not finished')
  }
}

async function storeRefund(
  em: Em,
  { gateway, jobs }: PaymentDeps,
  { orderId, request, actor }: RefundInput,
): Promise<Refund> {
  const { id, reason, isMadeAnotherWay = false } = request
  const amountCents = centsFromDollars(request.amount)
  const isNew = (await em.count(Refund, { id })) === 0
  const secondCents =
    request.paymentId === undefined || !isNew ? 0 : await readHeldCents(gateway, request.paymentId)
  return em.transactional(async (tx) => {
    const order = await lockOrder(tx, orderId)
    const existingRefund = await tx.findOne(Refund, { id })
    if (existingRefund !== null) {
      if (existingRefund.order.id !== orderId)
        throw new AppError('conflict', 'This refund belongs to another order')
      // Its first response may have been lost. Only the same request may end as if it had just succeeded.
      if (existingRefund.amountCents === amountCents && existingRefund.reason === reason)
        return existingRefund
      const amount = formatCents(existingRefund.amountCents)
      throw new AppError(
        'conflict',
        `A refund of ${amount} was already requested. Reload the order to see it.`,
      )
    }
    const obstacle = obstacleOf(order, await tx.find(Refund, { order }), request)
    if (obstacle !== null) throw new AppError('conflict', obstacle)
    const limitCents = request.paymentId === undefined ? refundableCents(order) : secondCents
    if (amountCents > limitCents)
      throw invalidField('amount', `You can refund up to ${formatCents(limitCents)}`)
    const paymentId = isMadeAnotherWay ? null : (request.paymentId ?? order.paymentIntentId)
    if (paymentId === undefined) throw new Error(`Order ${orderId} has no payment`)
    const requestedBy = actor.admin.username
    const now = new Date()
    const values = { id, order, paymentId, amountCents, reason, requestedBy, requestedAt: now }
    const refund = tx.create(
      Refund,
      isMadeAnotherWay ? { ...values, state: 'sent', refundedAt: now } : values,
    )
    const detail = `${formatDollars(request.amount)}, ${reason.replaceAll('_', ' ')}`
    const action = isMadeAnotherWay ? 'order.refund_recorded' : 'order.refund_requested'
    audit(tx, { actor, action, subject: orderId, detail })
    if (isMadeAnotherWay) await applyOtherWay(tx, jobs, order, refund)
    else addOrderEvent(tx, order, 'refund_requested', requestedBy, detail)
    return refund
  })
}

function obstacleOf(
  order: Order,
  refunds: readonly Refund[],
  { paymentId, isMadeAnotherWay }: RefundRequest,
): string | null {
  if (isMadeAnotherWay === true) return otherWayObstacle(order, refunds)
  return paymentId === undefined
    ? refundObstacle(order, refunds)
    : secondPaymentObstacle(order, refunds, paymentId)
}

/** Returns how much of a payment the shop still has, in cents. @throws AppError conflict if the payment is not in the current Stripe account */
async function readHeldCents(gateway: PaymentGateway, paymentId: string): Promise<number> {
  const payment = await gateway.retrieve(paymentId)
  if (payment === null) throw new AppError('conflict', unknownPaymentMessage)
  return payment.receivedCents - payment.refundedCents
}

/** Records money that was returned without the provider. */
async function applyOtherWay(em: Em, jobs: JobQueue, order: Order, refund: Refund): Promise<void> {
  const { id, amountCents, requestedBy, requestedAt } = refund
  order.refundedCents += amountCents
  order.paymentState = refundableCents(order) === 0 ? 'refunded' : 'partially_refunded'
  order.updatedAt = requestedAt
  const detail = `Refunded ${formatCents(amountCents)} outside Stripe`
  addOrderEvent(em, order, 'payment_state', requestedBy, detail)
  const movement = movementWithoutFee({ id, kind: 'refund', amountCents: -amountCents, at: requestedAt })
  await recordMovements(em, { orderId: order.id, paymentId: null }, [movement])
  await queueMail(em, jobs, order, { kind: 'refund', refund })
}

/** Sends a stored refund to the provider, and records the new state of the payment. Idempotent. */
export async function sendRefund(em: Em, deps: PaymentDeps, id: string): Promise<void> {
  const { order, paymentId, amountCents, reason } = await em.findOneOrFail(Refund, id)
  if (reason == null || paymentId == null) throw new Error(`Refund ${id} does not go through the provider`)
  try {
    const providerId = await deps.gateway.refund({ refundId: id, paymentId, amountCents, reason })
    await recordOutcome(em, id, { state: 'sent', providerId })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'payment_provider') throw error
    await recordOutcome(em, id, { state: 'rejected', failure: error.message })
    throw error
  }
  await syncPayment(em, deps, paymentId)
  // The refund's event may have been handled before the order had its new state.
  await recordRefunds(em, deps, { orderId: order.id, paymentId })
}

/** Records how sending ended, once. */
async function recordOutcome(
  em: Em,
  id: string,
  outcome: { state: 'sent'; providerId: string } | { state: 'rejected'; failure: string },
): Promise<void> {
  await em.transactional(async (tx) => {
    const refund = await tx.findOneOrFail(Refund, id, forUpdate)
    if (refund.state !== 'requested') return
    Object.assign(refund, outcome)
    if (outcome.state !== 'rejected') return
    const order = tx.getReference(Order, refund.order.id)
    addOrderEvent(tx, order, 'refund_rejected', 'stripe', outcome.failure)
  })
}

/** Returns what administrators see of an order's payment. @throws AppError not_found */
export async function readOrderPayment(
  em: Em,
  gateway: Pick<PaymentGateway, 'dashboardLink'>,
  orderId: string,
): Promise<OrderPayment> {
  const order = await findOrder(em, orderId, { refresh: true })
  const refunds = await em.find(Refund, { order }, { orderBy: { requestedAt: 'desc' }, refresh: true })
  const obstacle = refundObstacle(order, refunds)
  const canRecordOtherWay = otherWayObstacle(order, refunds) === null
  return {
    refundable: obstacle === null ? dollarsFromCents(refundableCents(order)) : 0,
    obstacle,
    recordable: canRecordOtherWay ? dollarsFromCents(refundableCents(order)) : 0,
    stripeLink: order.paymentIntentId == null ? null : await gateway.dashboardLink(order.paymentIntentId),
    secondPayments: await Promise.all(
      (order.secondPaymentIds ?? []).map(async (id) => ({
        id,
        link: await gateway.dashboardLink(id),
        obstacle: secondPaymentObstacle(order, refunds, id),
      })),
    ),
    refunds: refunds.map((refund) => refundView(refund, order)),
  }
}

function refundView(refund: Refund, order: Order): OrderPayment['refunds'][number] {
  return {
    id: refund.id,
    amount: dollarsFromCents(refund.amountCents),
    isOfSecondPayment: refund.paymentId != null && refund.paymentId !== order.paymentIntentId,
    isMadeAnotherWay: refund.paymentId == null,
    reason: refund.reason ?? null,
    state: refund.state,
    requestedBy: refund.requestedBy,
    requestedAt: refund.requestedAt.toISOString(),
    refundedAt: refund.refundedAt?.toISOString() ?? null,
    failure: refund.failure ?? null,
  }
}
