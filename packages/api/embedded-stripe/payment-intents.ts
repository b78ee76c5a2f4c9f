import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { book, paymentFee } from './balance-transactions.ts'
import { FormInteger, FormList, readParams, type Form } from './form-encoding.ts'
import { openDispute } from './refunds-and-disputes.ts'
import type { StripeContext } from './stripe-context.ts'
import { docUrl, invalidRequest, missing, StripeFailure } from './stripe-failure.ts'
import { newId, nowSeconds, type Charge, type Intent } from './stripe-state.ts'
import { brandOf, numberOfAlias, outcomeOf, type Decline } from './test-cards.ts'

const Metadata = v.record(v.string(), v.string())

const CreateParams = v.strictObject({
  amount: FormInteger,
  currency: v.pipe(v.string(), v.toLowerCase()),
  metadata: v.optional(Metadata, {}),
  description: v.optional(v.string()),
  automatic_payment_methods: v.optional(v.strictObject({ enabled: v.literal('true') })),
  allowed_payment_method_types: v.optional(FormList),
  expand: v.optional(FormList),
})

const UpdateParams = v.strictObject({
  amount: v.optional(FormInteger),
  currency: v.optional(v.pipe(v.string(), v.toLowerCase())),
  metadata: v.optional(Metadata, {}),
  description: v.optional(v.string()),
})

const ConfirmParams = v.strictObject({
  payment_method: v.optional(v.string()),
  payment_method_data: v.optional(
    v.object({ type: v.literal('card'), card: v.object({ number: v.string() }) }),
  ),
  return_url: v.optional(v.pipe(v.string(), v.url())),
  client_secret: v.optional(v.string()),
  key: v.optional(v.string()),
  expected_payment_method_type: v.optional(v.string()),
  use_stripe_sdk: v.optional(v.string()),
  expand: v.optional(FormList),
})

const CancelParams = v.strictObject({
  cancellation_reason: v.optional(
    v.picklist(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']),
  ),
})

/** Stripe's smallest charge in dollars, in cents. */
const minimumCents = 50

const unpaid = new Set<string>(['requires_payment_method', 'requires_confirmation', 'requires_action'])

/** @throws StripeFailure if there is no such payment */
export function findIntent({ store }: StripeContext, id: string): Intent {
  const intent = store.state.intents[id]
  if (intent === undefined) throw missing('payment_intent', id)
  return intent
}

export function createIntent(context: StripeContext, form: Form, idempotencyKey: string | null): Intent {
  const params = readParams(CreateParams, form)
  if (params.amount < minimumCents) {
    throw invalidRequest('Amount must convert to at least 50 cents.', {
      code: 'amount_too_small',
      param: 'amount',
    })
  }
  const id = newId('pi')
  const intent: Intent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: params.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: params.automatic_payment_methods ? { enabled: true } : null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomBytes(12).toString('hex')}`,
    confirmation_method: 'automatic',
    created: nowSeconds(),
    currency: params.currency,
    customer: null,
    customer_account: null,
    description: params.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: { ...params.metadata },
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: params.allowed_payment_method_types ?? ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  }
  context.store.state.intents[id] = intent
  context.webhooks.emit('payment_intent.created', intent, idempotencyKey)
  return intent
}

export function updateIntent(intent: Intent, form: Form): Intent {
  const params = readParams(UpdateParams, form)
  if (!unpaid.has(intent.status)) throw unexpectedState('update', intent)
  intent.amount = params.amount ?? intent.amount
  intent.currency = params.currency ?? intent.currency
  intent.description = params.description ?? intent.description
  intent.metadata = { ...intent.metadata, ...params.metadata }
  return intent
}

/** Tries a card. @throws StripeFailure 402 with the payment if it is declined; another card can then be tried */
export function confirmIntent(context: StripeContext, intent: Intent, form: Form): Intent {
  const params = readParams(ConfirmParams, form)
  if (!unpaid.has(intent.status)) throw unexpectedState('confirm', intent)
  const number =
    params.payment_method_data?.card.number.replace(/\D/g, '') ?? numberOfAlias(params.payment_method ?? '')
  if (number === undefined) {
    throw invalidRequest("You cannot confirm this PaymentIntent because it's missing a payment method.", {
      code: 'payment_intent_unexpected_state',
    })
  }
  const outcome = outcomeOf(number)
  const card = { brand: brandOf(number), number4: number.slice(-4) }
  intent.next_action = null
  switch (outcome.kind) {
    case 'declined':
      throw failIntent(context, intent, outcome.decline, card)
    case 'authenticates':
      requireAuthentication(context, intent, params.return_url, card)
      break
    case 'pays':
      payIntent(context, intent, card)
      break
    case 'pays-then-disputed':
      payIntent(context, intent, card)
      openDispute(context, intent)
      break
  }
  return intent
}

export function cancelIntent(context: StripeContext, intent: Intent, form: Form): Intent {
  const params = readParams(CancelParams, form)
  if (!unpaid.has(intent.status)) throw unexpectedState('cancel', intent)
  intent.status = 'canceled'
  intent.canceled_at = nowSeconds()
  intent.cancellation_reason = params.cancellation_reason ?? null
  intent.next_action = null
  context.webhooks.emit('payment_intent.canceled', intent)
  return intent
}

interface ShownCard {
  brand: string
  number4: string
}

/** Marks the payment as paid. @param at when, in seconds */
export function payIntent(context: StripeContext, intent: Intent, card: ShownCard, at = nowSeconds()): void {
  intent.status = 'succeeded'
  intent.amount_received = intent.amount
  intent.last_payment_error = null
  intent.next_action = null
  const charge = addCharge(context, intent, card, null)
  const { id: source, amount, currency } = charge
  const fee = paymentFee(amount)
  const transaction = book(context, { type: 'charge', source, amount, currency, fee, created: at })
  Object.assign(charge, { created: at, balance_transaction: transaction.id })
  context.webhooks.emit('charge.succeeded', charge)
  context.webhooks.emit('payment_intent.succeeded', intent)
}

/** Records a declined card; the same payment accepts another one. Returns the error to throw. */
export function failIntent(
  context: StripeContext,
  intent: Intent,
  decline: Decline,
  card: ShownCard,
): StripeFailure {
  const charge = addCharge(context, intent, card, decline)
  const error = { type: 'card_error' as const, ...decline, doc_url: docUrl(decline.code), charge: charge.id }
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.next_action = null
  intent.last_payment_error = { ...error }
  context.webhooks.emit('charge.failed', charge)
  context.webhooks.emit('payment_intent.payment_failed', intent)
  return new StripeFailure(402, { ...error, payment_intent: clientView(intent) })
}

function requireAuthentication(
  context: StripeContext,
  intent: Intent,
  returnUrl: string | undefined,
  card: ShownCard,
): void {
  if (returnUrl === undefined) {
    throw invalidRequest('A return_url must be specified to confirm this PaymentIntent.', {
      code: 'parameter_missing',
      param: 'return_url',
    })
  }
  intent.status = 'requires_action'
  intent.last_payment_error = null
  intent.next_action = {
    type: 'redirect_to_url',
    redirect_to_url: { url: `${context.publicUrl()}/3ds/${intent.id}`, return_url: returnUrl },
  }
  context.store.state.challenges[intent.id] = { returnUrl, ...card }
  context.webhooks.emit('payment_intent.requires_action', intent)
}

function addCharge(context: StripeContext, intent: Intent, card: ShownCard, decline: Decline | null): Charge {
  const isPaid = decline === null
  const paymentMethod = newId('pm')
  intent.payment_method = paymentMethod
  const charge: Charge = {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: isPaid ? intent.amount : 0,
    amount_refunded: 0,
    balance_transaction: null,
    captured: isPaid,
    created: nowSeconds(),
    currency: intent.currency,
    disputed: false,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    livemode: false,
    metadata: { ...intent.metadata },
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: paymentMethod,
    payment_method_details: { type: 'card', card: { brand: card.brand, last4: card.number4 } },
    refunded: false,
    status: isPaid ? 'succeeded' : 'failed',
  }
  context.store.state.charges[charge.id] = charge
  intent.latest_charge = charge.id
  return charge
}

/** Returns a payment as a browser may see it. */
export function clientView(intent: Intent): object {
  const { metadata: _metadata, customer: _customer, ...shown } = structuredClone(intent)
  return shown
}

function unexpectedState(verb: string, intent: Intent): StripeFailure {
  return invalidRequest(
    `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`,
    { code: 'payment_intent_unexpected_state', payment_intent: clientView(intent) },
  )
}
