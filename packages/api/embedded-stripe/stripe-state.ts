import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Stripe } from 'stripe'
import * as v from 'valibot'

/** The keys that a stand-in generated. */
export interface Keys {
  secretKey: string
  publishableKey: string
  webhookSecret: string
}

/** The complete type, so that the compiler reports fields that the SDK adds. */
export interface Intent extends Stripe.PaymentIntent {
  client_secret: string
  latest_charge: string | null
}

/** The fields of a charge that a one-time purchase reads. */
export interface Charge {
  id: string
  object: 'charge'
  amount: number
  amount_captured: number
  amount_refunded: number
  /** The id; null until Stripe has booked it. */
  balance_transaction: string | null
  captured: boolean
  created: number
  currency: string
  disputed: boolean
  failure_code: string | null
  failure_message: string | null
  livemode: false
  metadata: Record<string, string>
  paid: boolean
  payment_intent: string
  payment_method: string
  payment_method_details: { type: 'card'; card: { brand: string; last4: string } }
  refunded: boolean
  status: 'succeeded' | 'failed'
}

export interface Refund {
  id: string
  object: 'refund'
  amount: number
  balance_transaction: string
  charge: string
  created: number
  currency: string
  metadata: Record<string, string>
  payment_intent: string
  reason: string | null
  status: 'succeeded' | 'failed'
  /** Only of a failed one. */
  failure_reason?: string
  failure_balance_transaction?: string
}

/** Money that reached or left the balance, and what Stripe took for it. */
export interface BalanceTransaction {
  id: string
  object: 'balance_transaction'
  amount: number
  created: number
  currency: string
  exchange_rate: null
  fee: number
  net: number
  /** The charge, refund or dispute. */
  source: string
  type: 'charge' | 'refund' | 'refund_failure' | 'adjustment'
}

export interface Dispute {
  id: string
  object: 'dispute'
  amount: number
  /** The money that was taken, then what was returned. */
  balance_transactions: BalanceTransaction[]
  charge: string
  created: number
  currency: string
  evidence_details: { due_by: number; has_evidence: boolean; past_due: boolean; submission_count: number }
  livemode: false
  metadata: Record<string, string>
  payment_intent: string
  reason: string
  status: 'warning_needs_response' | 'warning_closed' | 'needs_response' | 'under_review' | 'won' | 'lost'
}

/** An event as it is sent. */
export interface Event {
  id: string
  object: 'event'
  api_version: string
  created: number
  data: { object: object }
  livemode: false
  pending_webhooks: number
  request: { id: string; idempotency_key: string | null }
  type: string
}

/** An event that the webhook has not acknowledged. */
export interface Delivery {
  event: Event
  attempts: number
  acknowledged: boolean
}

/** A stored response of an idempotency key. */
interface StoredReply {
  requestHash: string
  status: number
  body: string
  atMs: number
}

/** Where events are sent, and which. */
export interface WebhookEndpoint {
  id: string
  object: 'webhook_endpoint'
  url: string
  status: 'enabled'
  enabled_events: string[]
}

/** The whole state of the stand-in, without card numbers. */
export interface State {
  format: 2
  keys: Keys
  intents: Record<string, Intent>
  charges: Record<string, Charge>
  refunds: Record<string, Refund>
  disputes: Record<string, Dispute>
  balanceTransactions: Record<string, BalanceTransaction>
  /** The bank's questions, open or closed, by payment. */
  challenges: Record<string, { returnUrl: string; number4: string; brand: string }>
  deliveries: Delivery[]
  replies: Record<string, StoredReply>
  webhookEndpoints?: WebhookEndpoint[]
}

/** The state, and how to save it. */
export interface StateStore {
  readonly state: State
  /** Writes the state to disk atomically. */
  save(): void
}

const replyRetentionMs = 24 * 3_600_000
const maxDeliveries = 500

const SavedState = v.custom<State>(
  (saved) => typeof saved === 'object' && saved !== null && 'format' in saved && saved.format === 2,
)

/** Opens the state in a file, so that a restarted process knows its payments; null keeps it in memory. */
export function openState(file: string | null): StateStore {
  const state = file !== null && existsSync(file) ? readState(file) : emptyState()
  const store = { state, save: () => (file === null ? undefined : writeState(file, state)) }
  store.save()
  return store
}

function readState(file: string): State {
  const saved: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (v.is(SavedState, saved)) return saved
  throw new Error(`${file} does not contain saved test payments. Move it away to start without any.`)
}

function writeState(file: string, state: State): void {
  prune(state)
  mkdirSync(path.dirname(file), { recursive: true })
  const whole = `${file}.${process.pid}.tmp`
  writeFileSync(whole, JSON.stringify(state), { mode: 0o600 })
  renameSync(whole, file)
}

function prune(state: State): void {
  for (const [key, reply] of Object.entries(state.replies)) {
    if (Date.now() - reply.atMs > replyRetentionMs) delete state.replies[key]
  }
  const surplus = state.deliveries.length - maxDeliveries
  if (surplus > 0) {
    const recent = state.deliveries.slice(surplus)
    const owed = state.deliveries.slice(0, surplus).filter((delivery) => !delivery.acknowledged)
    state.deliveries = [...owed, ...recent]
  }
}

function emptyState(): State {
  const secret = () => randomBytes(16).toString('hex')
  return {
    format: 2,
    keys: {
      secretKey: `sk_test_embedded_${secret()}`,
      publishableKey: `pk_test_embedded_${secret()}`,
      webhookSecret: `whsec_${secret()}`,
    },
    intents: {},
    charges: {},
    refunds: {},
    disputes: {},
    balanceTransactions: {},
    challenges: {},
    deliveries: [],
    replies: {},
  }
}

/** Returns an id in Stripe's format. */
export function newId(prefix: string): string {
  return `${prefix}_test${randomBytes(12).toString('hex')}`
}

/** Returns the current time in seconds, as Stripe uses. */
export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000)
}
