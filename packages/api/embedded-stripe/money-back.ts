import * as v from 'valibot'
import { FormInteger, readParams, type Form } from './form-encoding.ts'
import { invalidRequest, missing } from './stripe-failure.ts'
import { newId, nowSeconds, type Charge, type Dispute, type Intent, type Refund } from './stripe-state.ts'
import type { World } from './world.ts'

const RefundParams = v.strictObject({
  payment_intent: v.string(),
  amount: v.optional(FormInteger),
  reason: v.optional(v.picklist(['duplicate', 'fraudulent', 'requested_by_customer'])),
  metadata: v.optional(v.record(v.string(), v.string()), {}),
})

const DisputeFilter = v.object({ payment_intent: v.optional(v.string()), charge: v.optional(v.string()) })

/** Gives money back: all that is left of a payment, or a part. */
export function createRefund(world: World, form: Form): Refund {
  const params = readParams(RefundParams, form)
  const intent = world.store.state.intents[params.payment_intent]
  if (intent === undefined) throw missing('payment_intent', params.payment_intent)
  const charge = chargeOf(world, intent)
  const leftCents = charge.amount - charge.amount_refunded
  if (leftCents === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    })
  }
  const amount = params.amount ?? leftCents
  if (amount < 1 || amount > leftCents) {
    throw invalidRequest(
      `Refund amount (${amount}) is not within what is left of the charge (${leftCents})`,
      {
        param: 'amount',
      },
    )
  }
  const refund: Refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    charge: charge.id,
    created: nowSeconds(),
    currency: charge.currency,
    metadata: { ...params.metadata },
    payment_intent: intent.id,
    reason: params.reason ?? null,
    status: 'succeeded',
  }
  world.store.state.refunds[refund.id] = refund
  setRefunded(charge, charge.amount_refunded + amount)
  world.webhooks.emit('refund.created', refund)
  world.webhooks.emit('charge.refunded', charge)
  return refund
}

/** The customer's bank sent a refund back: the money is ours again. */
export function failRefund(world: World, refundId: string): void {
  const refund = world.store.state.refunds[refundId]
  const charge = refund === undefined ? undefined : world.store.state.charges[refund.charge]
  if (refund === undefined || charge === undefined) throw missing('refund', refundId)
  refund.status = 'failed'
  setRefunded(charge, charge.amount_refunded - refund.amount)
  world.webhooks.emit('refund.failed', refund)
}

/** The cardholder says at the bank that the payment was not theirs. */
export function openDispute(world: World, intent: Intent): Dispute {
  const charge = chargeOf(world, intent)
  charge.disputed = true
  const dispute: Dispute = {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount,
    charge: charge.id,
    created: nowSeconds(),
    currency: charge.currency,
    livemode: false,
    metadata: {},
    payment_intent: intent.id,
    reason: 'fraudulent',
    status: 'needs_response',
  }
  world.store.state.disputes[dispute.id] = dispute
  world.webhooks.emit('charge.dispute.created', dispute)
  return dispute
}

/** The bank decided. */
export function closeDispute(world: World, paymentId: string, status: 'won' | 'lost'): void {
  const dispute = Object.values(world.store.state.disputes).find((one) => one.payment_intent === paymentId)
  if (dispute === undefined) throw missing('dispute', paymentId)
  dispute.status = status
  world.webhooks.emit('charge.dispute.closed', dispute)
}

/** Disputes of a payment or charge. */
export function listDisputes(world: World, form: Form): Dispute[] {
  const filter = readParams(DisputeFilter, form)
  return Object.values(world.store.state.disputes).filter(
    (dispute) =>
      (filter.payment_intent ?? dispute.payment_intent) === dispute.payment_intent &&
      (filter.charge ?? dispute.charge) === dispute.charge,
  )
}

function chargeOf(world: World, intent: Intent): Charge {
  const charge = world.store.state.charges[intent.latest_charge ?? '']
  if (charge?.status !== 'succeeded') {
    throw invalidRequest('This PaymentIntent does not have a successful charge.')
  }
  return charge
}

function setRefunded(charge: Charge, cents: number): void {
  charge.amount_refunded = cents
  charge.refunded = cents === charge.amount
}
