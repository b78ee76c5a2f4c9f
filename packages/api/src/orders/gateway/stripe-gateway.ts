import { AppError } from '@priormark/core/platform/errors'
import { orderNumberText, type Dispute } from '@priormark/core/orders/order'
import { refundReasons } from '@priormark/core/orders/payments/order-payment'
import type { Stripe } from 'stripe'
import type {
  NewPayment,
  NewRefund,
  Payment,
  PaymentEvent,
  PaymentGateway,
  ProviderRefund,
  StripeKeys,
} from './payment-gateway.ts'
import {
  chargeMovements,
  disputeMovements,
  refundMovements,
  readStripeEvent,
  stripeEventTypes,
  asAppError,
  asRefundError,
  isMissing,
  isUnexpectedState,
} from './stripe-objects.ts'

interface StripeGatewayOptions {
  keys: StripeKeys
  mode: 'stripe' | 'embedded'
  /** Handles requests instead of the network: the embedded stand-in. */
  fetch?: typeof globalThis.fetch
  /** Returns the page of a payment; without it, the one in Stripe's dashboard. */
  paymentLink?: (paymentId: string) => string
  timeoutMs?: number
}

/** The states of a dispute that costs nothing, or no longer does. */
const settledDisputes = new Set<Stripe.Dispute.Status>(['won', 'warning_closed', 'prevented'])

/** For each of three attempts, so that a customer waits less than 15 s if Stripe does not respond. */
const servingTimeoutMs = 4_000

/** Uses Stripe through its SDK. */
export function createStripeGateway(options: StripeGatewayOptions): PaymentGateway {
  const { keys, mode } = options
  // The SDK has nearly as many modules as the server itself, so it is loaded only when it is needed.
  let sdk: Promise<Stripe> | null = null
  const open = () => (sdk ??= openStripe(options))
  const callStripe = async <Result>(call: (stripe: Stripe) => Promise<Result>): Promise<Result> => {
    try {
      return await call(await open())
    } catch (error) {
      throw asAppError(error)
    }
  }
  return {
    checkout: async () => ({ mode, publishableKey: keys.publishableKey }),
    create: (input) => callStripe((stripe) => create(stripe, input)),
    retrieve: (paymentId) => callStripe((stripe) => retrieve(stripe, paymentId)),
    cancel: (paymentId) => callStripe((stripe) => cancel(stripe, paymentId)),
    refund: async (input) => refund(await open(), input),
    refunds: (paymentId) => callStripe((stripe) => listRefunds(stripe, paymentId)),
    dashboardLink: async (paymentId) => options.paymentLink?.(paymentId) ?? dashboardLink(keys, paymentId),
    readEvent: async (body, signature) => readEvent(await open(), keys.webhookSecret, body, signature),
    check: () => callStripe(check),
    eventsSince: (moment) => eventsSince(open, moment),
  }
}

/** Opens Stripe's SDK. @param options `fetch` handles requests instead of the network */
export async function openStripe(options: {
  keys: Pick<StripeKeys, 'secretKey'>
  fetch?: typeof globalThis.fetch | undefined
  timeoutMs?: number
}): Promise<Stripe> {
  const { fetch } = options
  const { Stripe } = await import('stripe')
  return new Stripe(options.keys.secretKey, {
    maxNetworkRetries: 2,
    timeout: options.timeoutMs ?? servingTimeoutMs,
    telemetry: false,
    ...(fetch === undefined ? {} : { httpClient: Stripe.createFetchHttpClient(fetch) }),
  })
}

async function create(stripe: Stripe, input: NewPayment): Promise<Payment> {
  const intent = await stripe.paymentIntents.create(
    {
      amount: input.amountCents,
      currency: input.currency,
      automatic_payment_methods: { enabled: true },
      // Apple Pay and Google Pay count as cards; Link is a separate method.
      allowed_payment_method_types: ['card', 'link'],
      description: `Order ${orderNumberText({ number: input.orderNumber })}`,
      metadata: { order_id: input.orderId },
    },
    { idempotencyKey: input.idempotencyKey },
  )
  return asPayment(intent, null, [])
}

async function retrieve(stripe: Stripe, paymentId: string): Promise<Payment | null> {
  try {
    const expand = ['latest_charge.balance_transaction']
    const intent = await stripe.paymentIntents.retrieve(paymentId, { expand })
    const charge = typeof intent.latest_charge === 'string' ? null : intent.latest_charge
    if (charge?.disputed !== true) return asPayment(intent, charge, [])
    // A charge stays 'disputed' after a dispute was won, so the disputes themselves are read. Newest first.
    const { data } = await stripe.disputes.list({ payment_intent: paymentId })
    return asPayment(intent, charge, data)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Returns the open or lost dispute, or null. */
function findUnsettledDispute(disputes: readonly Stripe.Dispute[]): Dispute | null {
  const dispute = disputes.find(({ status }) => !settledDisputes.has(status))
  if (dispute === undefined) return null
  const { reason, status, evidence_details: evidence } = dispute
  const respondBy = evidence?.due_by == null ? null : new Date(evidence.due_by * 1000).toISOString()
  return { reason, status, respondBy }
}

function asPayment(
  intent: Stripe.PaymentIntent,
  charge: Stripe.Charge | null,
  disputes: readonly Stripe.Dispute[],
): Payment {
  if (intent.client_secret === null) throw new Error(`Stripe gave no client secret with ${intent.id}`)
  return {
    id: intent.id,
    clientSecret: intent.client_secret,
    // In all other states the customer can act: after a declined card, another one can be tried.
    status: closedStates.find((status) => status === intent.status) ?? 'open',
    orderId: intent.metadata['order_id'] ?? null,
    receivedCents: intent.amount_received,
    refundedCents: charge?.amount_refunded ?? 0,
    currency: intent.currency,
    dispute: findUnsettledDispute(disputes),
    movements: [...(charge === null ? [] : chargeMovements(charge)), ...disputeMovements(disputes)],
  }
}

const closedStates = ['succeeded', 'processing', 'canceled'] as const

async function cancel(stripe: Stripe, paymentId: string): Promise<void> {
  try {
    await stripe.paymentIntents.cancel(paymentId, { cancellation_reason: 'abandoned' })
  } catch (error) {
    if (!isUnexpectedState(error) && !isMissing(error)) throw error
  }
}

/** Looks for the refund first: Stripe may forget an idempotency key after a day, and a refund may be sent again after that. */
async function refund(
  stripe: Stripe,
  { refundId, paymentId, amountCents, reason }: NewRefund,
): Promise<string> {
  try {
    const refunds = await stripe.refunds.list({ payment_intent: paymentId, limit: 100 })
    const existingRefund = refunds.data.find(({ metadata }) => metadata?.['refund_id'] === refundId)
    if (existingRefund !== undefined) return existingRefund.id
    const newRefund = await stripe.refunds.create(
      { payment_intent: paymentId, amount: amountCents, reason, metadata: { refund_id: refundId } },
      { idempotencyKey: `refund-${refundId}` },
    )
    return newRefund.id
  } catch (error) {
    throw asRefundError(error)
  }
}

async function listRefunds(stripe: Stripe, paymentId: string): Promise<ProviderRefund[]> {
  const { data } = await stripe.refunds.list({
    payment_intent: paymentId,
    limit: 100,
    expand: ['data.balance_transaction', 'data.failure_balance_transaction'],
  })
  return data.toReversed().map((refund) => ({
    providerId: refund.id,
    refundId: refund.metadata?.['refund_id'] ?? null,
    amountCents: refund.amount,
    reason: refundReasons.find((reason) => reason === refund.reason) ?? null,
    createdAt: new Date(refund.created * 1000),
    ...refundOutcome(refund),
    movements: refundMovements(refund),
  }))
}

function refundOutcome({
  status,
  failure_reason: reason,
}: Stripe.Refund): Pick<ProviderRefund, 'state' | 'failure'> {
  if (status !== 'failed' && status !== 'canceled')
    return { state: status === 'succeeded' ? 'succeeded' : 'pending', failure: null }
  const cause = status === 'canceled' ? 'it was canceled' : (reason ?? 'unknown').replaceAll('_', ' ')
  return { state: 'failed', failure: `Stripe could not complete the refund: ${cause}` }
}

function dashboardLink({ publishableKey }: StripeKeys, paymentId: string): string {
  const mode = publishableKey.startsWith('pk_test_') ? 'test/' : ''
  return `https://dashboard.stripe.com/${mode}payments/${paymentId}`
}

function readEvent(stripe: Stripe, webhookSecret: string, body: Buffer, signature: string): PaymentEvent {
  let event: Stripe.Event
  try {
    // Anyone could sign with an empty secret.
    if (webhookSecret === '') throw new Error('There is no signing secret')
    event = stripe.webhooks.constructEvent(body, signature, webhookSecret)
  } catch (cause) {
    throw new AppError('invalid_signature', 'This event was not signed by the payment service', { cause })
  }
  return readStripeEvent(event)
}

async function check(stripe: Stripe): Promise<void> {
  await stripe.events.list({ types: [...stripeEventTypes], limit: 1 }, { maxNetworkRetries: 0 })
}

async function* eventsSince(open: () => Promise<Stripe>, moment: Date): AsyncIterable<PaymentEvent> {
  try {
    const stripe = await open()
    const created = { gte: Math.floor(moment.getTime() / 1000) }
    for await (const event of stripe.events.list({ types: [...stripeEventTypes], created, limit: 100 })) {
      yield readStripeEvent(event)
    }
  } catch (error) {
    throw asAppError(error)
  }
}
