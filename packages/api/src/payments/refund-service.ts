import { LockMode } from '@mikro-orm/core'
import { AppError } from '@priormark/core/errors'
import { centsFromDollars, dollarsFromCents, formatDollars } from '@priormark/core/money'
import { isInquiry } from '@priormark/core/orders/order-rules'
import type { OrderPayment, RefundRequest } from '@priormark/core/payments/order-payment'
import { audit } from '../audit/audit-service.ts'
import type { CurrentAdmin } from '../http/state.ts'
import type { Log } from '../logging/log.ts'
import { Order } from '../orders/order-entity.ts'
import { addOrderEvent } from '../orders/order-timeline.ts'
import { Refund } from '../orders/refund-entity.ts'
import type { Em } from '../sql/database.ts'
import type { PaymentGateway } from './payment-gateway.ts'
import { isPaidState } from './payment-state.ts'
import { syncPayment, type PaymentDeps } from './payment-sync.ts'
import { recordRefunds } from './refund-records.ts'

export interface RefundInput {
  orderId: string
  request: RefundRequest
  admin: CurrentAdmin
  address: string
}

/**
 * Stores a refund, then sends it. If the process dies in between or the provider does not respond, sendRequestedRefunds()
 * sends it later. Idempotent by the request's id. The stored refund tells how it ended, also that the provider rejected it.
 * @throws AppError not_found; conflict if nothing can be refunded; invalid_input for the amount
 */
export async function refundOrder(
  em: Em,
  deps: PaymentDeps & { log: Log },
  input: RefundInput,
): Promise<void> {
  const { id, state } = await storeRefund(em, input)
  if (state !== 'requested') return
  try {
    await sendRefund(em, deps, id)
  } catch (error) {
    const { state: stored } = await em.fork().findOneOrFail(Refund, id)
    if (stored === 'requested' && !isUnavailable(error)) throw error
    // A sent refund must not be reported as failed, or it is requested again. The events of the provider finish it.
    deps.log.warn({ err: error, refundId: id, state: stored }, 'a refund is not finished')
  }
}

function isUnavailable(error: unknown): boolean {
  return error instanceof AppError && error.code === 'unavailable'
}

async function storeRefund(em: Em, { orderId, request, admin, address }: RefundInput): Promise<Refund> {
  return em.transactional(async (tx) => {
    const order = await tx.findOne(Order, orderId, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
    if (order === null) throw new AppError('not_found', 'This order doesn’t exist')
    const known = await tx.findOne(Refund, { id: request.id })
    if (known !== null) {
      if (known.order.id !== orderId) throw new AppError('conflict', 'This refund belongs to another order')
      // Its first response may have been lost. Only the same request may end as if it had just succeeded.
      if (known.amountCents === centsFromDollars(request.amount) && known.reason === request.reason)
        return known
      const made = formatDollars(dollarsFromCents(known.amountCents))
      throw new AppError('conflict', `A refund of ${made} was already requested. Reload the order to see it.`)
    }
    const obstacle = refundObstacle(order, await isRefundOpen(tx, order))
    if (obstacle !== null) throw new AppError('conflict', obstacle)
    const amountCents = centsFromDollars(request.amount)
    if (amountCents > leftCents(order)) {
      const sentence = `You can refund up to ${formatDollars(dollarsFromCents(leftCents(order)))}`
      throw new AppError('invalid_input', sentence, { fields: { amount: [sentence] } })
    }
    const paymentId = order.paymentIntentId
    if (paymentId == null) throw new Error(`Order ${orderId} has no payment`)
    const { id, reason } = request
    const requestedBy = admin.username
    const detail = `${formatDollars(request.amount)}, ${reason.replaceAll('_', ' ')}`
    addOrderEvent(tx, order, 'refund_requested', requestedBy, detail)
    audit(tx, { actor: requestedBy, action: 'order.refund_requested', subject: orderId, detail, address })
    return tx.create(Refund, {
      id,
      order,
      paymentId,
      amountCents,
      reason,
      requestedBy,
      requestedAt: new Date(),
    })
  })
}

/** Sends a stored refund to the provider, and records the new state of the payment. Idempotent. */
async function sendRefund(em: Em, deps: PaymentDeps, id: string): Promise<void> {
  const { order, paymentId, amountCents, reason } = await em.findOneOrFail(Refund, id)
  if (reason == null) throw new Error(`Refund ${id} has no reason`)
  try {
    const providerId = await deps.gateway.refund({ refundId: id, paymentId, amountCents, reason })
    await finish(em, id, { state: 'sent', providerId })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'payment_provider') throw error
    await finish(em, id, { state: 'rejected', failure: error.message })
    throw error
  }
  await syncPayment(em, deps, paymentId)
  // Its event may have been handled before the order had its new state.
  await recordRefunds(em, deps, { orderId: order.id, paymentId })
}

/** Records how sending ended, once. */
async function finish(
  em: Em,
  id: string,
  outcome: { state: 'sent'; providerId: string } | { state: 'rejected'; failure: string },
): Promise<void> {
  await em.transactional(async (tx) => {
    const refund = await tx.findOneOrFail(Refund, id, {
      lockMode: LockMode.PESSIMISTIC_WRITE,
      refresh: true,
    })
    if (refund.state !== 'requested') return
    Object.assign(refund, outcome)
    if (outcome.state !== 'rejected') return
    const order = tx.getReference(Order, refund.order.id)
    addOrderEvent(tx, order, 'refund_rejected', 'stripe', outcome.failure)
  })
}

/** Sends refunds that a dead process or a silent provider left behind. @param before only those requested earlier */
export async function sendRequestedRefunds(
  deps: PaymentDeps & { open: () => Em },
  before: Date,
  each: (refundId: string, send: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const rows = await deps
    .open()
    .execute<{ id: string }[]>(
      `select id from refund where state = 'requested' and requested_at < ? order by requested_at limit 100`,
      [before],
    )
  for (const { id } of rows) await each(id, () => sendRefund(deps.open(), deps, id))
}

/** Returns what administrators see of an order's payment. @throws AppError not_found */
export async function readOrderPayment(
  em: Em,
  gateway: Pick<PaymentGateway, 'dashboardLink'>,
  orderId: string,
): Promise<OrderPayment> {
  const order = await em.findOne(Order, orderId, { refresh: true })
  if (order === null) throw new AppError('not_found', 'This order doesn’t exist')
  const refunds = await em.find(Refund, { order }, { orderBy: { requestedAt: 'desc' }, refresh: true })
  const isOpen = refunds.some(({ state }) => state === 'requested')
  const obstacle = refundObstacle(order, isOpen)
  return {
    refundable: obstacle === null ? dollarsFromCents(leftCents(order)) : 0,
    obstacle,
    stripeLink: order.paymentIntentId == null ? null : gateway.dashboardLink(order.paymentIntentId),
    secondPayments: (order.otherPaymentIds ?? []).map((id) => ({ id, link: gateway.dashboardLink(id) })),
    refunds: refunds.map((refund) => refundView(refund, order)),
  }
}

function refundView(refund: Refund, order: Order): OrderPayment['refunds'][number] {
  return {
    id: refund.id,
    amount: dollarsFromCents(refund.amountCents),
    isOfSecondPayment: refund.paymentId !== order.paymentIntentId,
    reason: refund.reason ?? null,
    state: refund.state,
    requestedBy: refund.requestedBy,
    requestedAt: refund.requestedAt.toISOString(),
    refundedAt: refund.refundedAt?.toISOString() ?? null,
    failure: refund.failure ?? null,
  }
}

async function isRefundOpen(em: Em, order: Order): Promise<boolean> {
  return (await em.count(Refund, { order, state: 'requested' })) > 0
}

/** Returns why nothing can be refunded through the provider, as a sentence, or null. */
function refundObstacle(order: Order, isOpen: boolean): string | null {
  if (isOpen) return 'A refund is being sent. Wait until Stripe has it.'
  switch (order.paymentState) {
    case 'refunded':
      return 'Fully refunded.'
    case 'disputed':
      return disputeObstacle(order)
    case 'mismatch':
      return order.otherPaymentIds == null
        ? 'The amount doesn’t match the order. Refund it in Stripe.'
        : 'The customer paid twice. Refund one of the two payments in Stripe first.'
    default:
      if (isPaidState(order.paymentState) && order.paymentIntentId != null) return null
      return order.paymentConfirmed
        ? 'It was marked as paid: Stripe received no money for this order. Return it the way it came.'
        : 'Stripe received no money for this order.'
  }
}

function disputeObstacle(order: Order): string | null {
  if (order.dispute?.status === 'lost')
    return 'The dispute is lost: the cardholder already has the money back.'
  if (order.dispute == null || !isInquiry(order.dispute))
    return 'A disputed payment can’t be refunded. Respond to the dispute in Stripe.'
  return leftCents(order) === 0 ? 'Fully refunded.' : null
}

function leftCents({ amountCents, refundedCents }: Order): number {
  return amountCents - refundedCents
}
