import * as v from 'valibot'
import { book, disputeFeeCents } from './balance-transactions.ts'
import { FormInteger, FormList, readParams, type Form } from './form-encoding.ts'
import { invalidRequest, missing } from './stripe-failure.ts'
import { newId, nowSeconds, type Charge, type Dispute, type Intent, type Refund } from './stripe-state.ts'
import type { StripeContext } from './stripe-context.ts'

const RefundParams = v.strictObject({
  payment_intent: v.string(),
  amount: v.optional(FormInteger),
  reason: v.optional(v.picklist(['duplicate', 'fraudulent', 'requested_by_customer'])),
  metadata: v.optional(v.record(v.string(), v.string()), {}),
})

const RefundFilter = v.strictObject({
  payment_intent: v.string(),
  limit: v.optional(FormInteger, '10'),
  expand: v.optional(FormList),
})

/** How long a bank waits for the shop's evidence, in seconds. */
const evidenceSeconds = 7 * 24 * 3_600

const DisputeFilter = v.object({ payment_intent: v.optional(v.string()), charge: v.optional(v.string()) })

/** Refunds the rest of a payment, or a part of it. @param at when, in seconds */
export function createRefund(context: StripeContext, form: Form, at = nowSeconds()): Refund {
  const params = readParams(RefundParams, form)
  const intent = context.store.state.intents[params.payment_intent]
  if (intent === undefined) throw missing('payment_intent', params.payment_intent)
  const charge = chargeOf(context, intent)
  const disputes = Object.values(context.store.state.disputes).filter((one) => one.charge === charge.id)
  if (disputes.some(({ status }) => status !== 'won' && !status.startsWith('warning_'))) {
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  }
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
  const id = newId('re')
  const { currency } = charge
  const booked = book(context, { type: 'refund', source: id, amount: -amount, currency, created: at })
  const refund: Refund = {
    id,
    object: 'refund',
    amount,
    balance_transaction: booked.id,
    charge: charge.id,
    created: at,
    currency,
    metadata: { ...params.metadata },
    payment_intent: intent.id,
    reason: params.reason ?? null,
    status: 'succeeded',
  }
  context.store.state.refunds[refund.id] = refund
  setRefunded(charge, charge.amount_refunded + amount)
  context.webhooks.emit('refund.created', refund)
  context.webhooks.emit('charge.refunded', charge)
  const inquiry = disputes.find(({ status }) => status === 'warning_needs_response')
  if (inquiry !== undefined && charge.refunded) {
    inquiry.status = 'warning_closed'
    context.webhooks.emit('charge.dispute.closed', inquiry)
  }
  return refund
}

/** Lists the refunds of a payment, newest first. Their balance transactions are expanded if any is. */
export function listRefunds({ store }: StripeContext, form: Form): { page: object[]; hasMore: boolean } {
  const { payment_intent, limit, expand } = readParams(RefundFilter, form)
  const refunds = Object.values(store.state.refunds)
    .filter((refund) => refund.payment_intent === payment_intent)
    .toReversed()
  const { balanceTransactions: booked } = store.state
  const page = refunds.slice(0, limit).map((refund) => {
    if (expand === undefined) return refund
    const failure = refund.failure_balance_transaction
    return {
      ...refund,
      balance_transaction: booked[refund.balance_transaction],
      ...(failure === undefined ? {} : { failure_balance_transaction: booked[failure] }),
    }
  })
  return { page, hasMore: refunds.length > limit }
}

/** Fails a refund: the customer's bank returned it, so the shop has the money again. */
export function failRefund(context: StripeContext, refundId: string): void {
  const refund = context.store.state.refunds[refundId]
  const charge = refund === undefined ? undefined : context.store.state.charges[refund.charge]
  if (refund === undefined || charge === undefined) throw missing('refund', refundId)
  if (refund.status === 'failed') throw invalidRequest(`Refund ${refundId} has already failed.`)
  refund.status = 'failed'
  refund.failure_reason = 'lost_or_stolen_card'
  const { amount, currency } = refund
  const booked = book(context, { type: 'refund_failure', source: refund.id, amount, currency })
  refund.failure_balance_transaction = booked.id
  setRefunded(charge, charge.amount_refunded - refund.amount)
  context.webhooks.emit('refund.updated', refund)
  context.webhooks.emit('charge.refund.updated', refund)
  context.webhooks.emit('refund.failed', refund)
}

/**
 * Opens a dispute: the cardholder tells the bank that the payment was not theirs.
 * @param isInquiry the bank only asks first: it takes no money, and a full refund settles it
 * @param at when it was opened, in seconds
 */
export function openDispute(
  context: StripeContext,
  intent: Intent,
  { isInquiry = false, at = nowSeconds() }: { isInquiry?: boolean; at?: number } = {},
): Dispute {
  const charge = chargeOf(context, intent)
  charge.disputed = true
  const id = newId('du')
  const { amount, currency } = charge
  const dispute: Dispute = {
    id,
    object: 'dispute',
    amount,
    balance_transactions: isInquiry
      ? []
      : [
          book(context, {
            type: 'adjustment',
            source: id,
            amount: -amount,
            currency,
            fee: disputeFeeCents,
            created: at,
          }),
        ],
    charge: charge.id,
    created: at,
    currency,
    evidence_details: {
      due_by: at + evidenceSeconds,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    livemode: false,
    metadata: {},
    payment_intent: intent.id,
    reason: 'fraudulent',
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  }
  context.store.state.disputes[dispute.id] = dispute
  context.webhooks.emit('charge.dispute.created', dispute)
  if (!isInquiry) context.webhooks.emit('charge.dispute.funds_withdrawn', dispute)
  return dispute
}

/** Submits the shop's evidence, which the bank then reviews. */
export function submitEvidence(context: StripeContext, paymentId: string): void {
  const dispute = findDispute(context, paymentId)
  dispute.status = 'under_review'
  dispute.evidence_details.has_evidence = true
  dispute.evidence_details.submission_count = 1
  context.webhooks.emit('charge.dispute.updated', dispute)
}

/** Closes a dispute with the bank's decision. */
export function closeDispute(context: StripeContext, paymentId: string, status: 'won' | 'lost'): void {
  const dispute = findDispute(context, paymentId)
  dispute.status = status
  if (status === 'won') {
    const { id: source, amount, currency } = dispute
    dispute.balance_transactions.push(book(context, { type: 'adjustment', source, amount, currency }))
    context.webhooks.emit('charge.dispute.funds_reinstated', dispute)
  }
  context.webhooks.emit('charge.dispute.closed', dispute)
}

function findDispute({ store }: StripeContext, paymentId: string): Dispute {
  const dispute = Object.values(store.state.disputes).find((one) => one.payment_intent === paymentId)
  if (dispute === undefined) throw missing('dispute', paymentId)
  return dispute
}

/** Lists the disputes of a payment or charge. */
export function listDisputes(context: StripeContext, form: Form): Dispute[] {
  const filter = readParams(DisputeFilter, form)
  return Object.values(context.store.state.disputes).filter(
    (dispute) =>
      (filter.payment_intent ?? dispute.payment_intent) === dispute.payment_intent &&
      (filter.charge ?? dispute.charge) === dispute.charge,
  )
}

function chargeOf(context: StripeContext, intent: Intent): Charge {
  const charge = context.store.state.charges[intent.latest_charge ?? '']
  if (charge?.status !== 'succeeded') {
    throw invalidRequest('This PaymentIntent does not have a successful charge.')
  }
  return charge
}

function setRefunded(charge: Charge, cents: number): void {
  charge.amount_refunded = cents
  charge.refunded = cents === charge.amount
}
