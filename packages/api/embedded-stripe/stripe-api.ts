import { createHash, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { FormInteger, FormList, parseForm, readParams, type Form } from './form-encoding.ts'
import { createRefund, listDisputes, listRefunds } from './refunds-and-disputes.ts'
import {
  cancelIntent,
  clientView,
  confirmIntent,
  createIntent,
  findIntent,
  updateIntent,
} from './payment-intents.ts'
import { account, createWebhook, listWebhooks, removeWebhook, updateWebhook } from './webhook-endpoints.ts'
import { invalidRequest, missing, StripeFailure } from './stripe-failure.ts'
import { newId, type Event, type Intent } from './stripe-state.ts'
import { apiVersion } from './webhook-sender.ts'
import type { StripeContext } from './stripe-context.ts'

/** A received API call. */
interface ApiCall {
  method: string
  path: string
  text: string
  form: Form
  /** The secret key allows everything; the publishable key only what a browser may do. */
  isSecret: boolean
  idempotencyKey: string | null
}

interface ApiReply {
  status: number
  body: string
  headers?: Record<string, string>
}

const replyRetentionMs = 24 * 3_600_000

/** Implements the part of Stripe's API that a one-time purchase by card uses. */
export async function handleApi(context: StripeContext, request: Request): Promise<Response> {
  try {
    const call = await readCall(context, request)
    return respond(
      call.idempotencyKey === null ? run(context, call) : runOnce(context, call, call.idempotencyKey),
    )
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error
    return respond({ status: error.status, body: JSON.stringify({ error: error.body }) })
  }
}

function respond({ status, body, headers = {} }: ApiReply): Response {
  return new Response(body, {
    status,
    headers: {
      'content-type': 'application/json',
      'request-id': newId('req'),
      'stripe-version': apiVersion,
      ...headers,
    },
  })
}

async function readCall({ store }: StripeContext, request: Request): Promise<ApiCall> {
  const url = new URL(request.url)
  const text = request.method === 'POST' ? await request.text() : url.search.slice(1)
  const form = parseForm(text)
  const { keys } = store.state
  const bearer = request.headers.get('authorization')?.replace(/^Bearer /, '') ?? ''
  const isSecret = isSame(bearer, keys.secretKey)
  const publishable = typeof form['key'] === 'string' ? form['key'] : bearer
  if (!isSecret && !isSame(publishable, keys.publishableKey)) {
    throw new StripeFailure(401, { type: 'invalid_request_error', message: 'Invalid API Key provided.' })
  }
  const idempotencyKey = request.method === 'POST' ? request.headers.get('idempotency-key') : null
  return { method: request.method, path: url.pathname, text, form, isSecret, idempotencyKey }
}

/** Repeats the response of an idempotency key for a day. With other parameters the call is rejected. */
function runOnce(context: StripeContext, call: ApiCall, key: string): ApiReply {
  const { replies } = context.store.state
  const requestHash = createHash('sha256').update(`${call.method} ${call.path} ${call.text}`).digest('hex')
  const kept = replies[key]
  if (kept !== undefined && Date.now() - kept.atMs < replyRetentionMs) {
    if (kept.requestHash !== requestHash) {
      throw new StripeFailure(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      })
    }
    return { ...kept, headers: { 'idempotent-replayed': 'true' } }
  }
  const reply = run(context, call)
  replies[key] = { requestHash, status: reply.status, body: reply.body, atMs: Date.now() }
  context.store.save()
  return reply
}

/** Runs a call. A declined card is an outcome and is recorded; all other failures changed nothing. */
function run(context: StripeContext, call: ApiCall): ApiReply {
  try {
    const result = perform(context, call)
    if (call.method !== 'GET') context.store.save()
    return { status: 200, body: JSON.stringify(result) }
  } catch (error) {
    if (!(error instanceof StripeFailure) || error.body.type !== 'card_error') throw error
    context.store.save()
    return { status: error.status, body: JSON.stringify({ error: error.body }) }
  }
}

function perform(context: StripeContext, call: ApiCall): unknown {
  const [, version, collection, id, action] = call.path.split('/')
  const { state } = context.store
  const name = `${call.method} ${collection}${id === undefined ? '' : '/:id'}${action === undefined ? '' : `/${action}`}`
  if (version !== 'v1') throw unknownCall(call)
  if (!call.isSecret) return performForBrowser(context, call, name, id ?? '')
  switch (name) {
    case 'POST payment_intents':
      return createIntent(context, call.form, call.idempotencyKey)
    case 'GET payment_intents/:id':
      return expand(context, findIntent(context, id ?? ''), call.form)
    case 'POST payment_intents/:id':
      return updateIntent(findIntent(context, id ?? ''), call.form)
    case 'POST payment_intents/:id/confirm':
      return confirmIntent(context, findIntent(context, id ?? ''), call.form)
    case 'POST payment_intents/:id/cancel':
      return cancelIntent(context, findIntent(context, id ?? ''), call.form)
    case 'POST refunds':
      return createRefund(context, call.form)
    case 'GET refunds': {
      const { page, hasMore } = listRefunds(context, call.form)
      return list(call.path, page, hasMore)
    }
    case 'GET disputes':
      return list(call.path, listDisputes(context, call.form))
    case 'GET events':
      return listEvents(context, call)
    case 'GET balance_transactions':
      return listBalance(context, call)
    case 'GET account':
      return account(context)
    case 'GET webhook_endpoints':
      return list(call.path, listWebhooks(context))
    case 'POST webhook_endpoints':
      return createWebhook(context, call.form)
    case 'POST webhook_endpoints/:id':
      return updateWebhook(context, id ?? '', call.form)
    case 'DELETE webhook_endpoints/:id':
      return removeWebhook(context, id ?? '')
    case 'GET charges/:id':
      return state.charges[id ?? ''] ?? fail(missing('charge', id ?? ''))
    default:
      throw unknownCall(call)
  }
}

/** A browser identifies a payment by its client secret, and may read it and try a card. */
function performForBrowser(context: StripeContext, call: ApiCall, name: string, id: string): unknown {
  if (name !== 'GET payment_intents/:id' && name !== 'POST payment_intents/:id/confirm') {
    throw new StripeFailure(401, {
      type: 'invalid_request_error',
      code: 'secret_key_required',
      message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
    })
  }
  const intent = findIntent(context, id)
  const secret = call.form['client_secret']
  if (typeof secret !== 'string' || !isSame(secret, intent.client_secret)) throw missing('payment_intent', id)
  return clientView(call.method === 'GET' ? intent : confirmIntent(context, intent, call.form))
}

const ReadParams = v.strictObject({ expand: v.optional(FormList, {}) })

function expand({ store }: StripeContext, intent: Intent, form: Form): object {
  const paths = readParams(ReadParams, form).expand
  const charge = store.state.charges[intent.latest_charge ?? '']
  if (!paths.some((name) => name.startsWith('latest_charge')) || charge === undefined) return intent
  if (!paths.includes('latest_charge.balance_transaction')) return { ...intent, latest_charge: charge }
  const booked = store.state.balanceTransactions[charge.balance_transaction ?? ''] ?? null
  return { ...intent, latest_charge: { ...charge, balance_transaction: booked } }
}

const EventFilter = v.strictObject({
  types: v.optional(FormList),
  created: v.optional(v.strictObject({ gte: v.optional(FormInteger) })),
  limit: v.optional(FormInteger, '10'),
  starting_after: v.optional(v.string()),
})

function listEvents({ store }: StripeContext, call: ApiCall): object {
  const filter = readParams(EventFilter, call.form)
  const since = filter.created?.gte ?? 0
  const events: Event[] = store.state.deliveries
    .map((delivery) => delivery.event)
    .filter((event) => event.created >= since && (filter.types?.includes(event.type) ?? true))
    .toReversed()
  const from = events.findIndex((event) => event.id === filter.starting_after) + 1
  const page = events.slice(from, from + filter.limit)
  return list(call.path, page, from + filter.limit < events.length)
}

const BalanceFilter = v.strictObject({
  limit: v.optional(FormInteger, '10'),
  starting_after: v.optional(v.string()),
})

function listBalance({ store }: StripeContext, call: ApiCall): object {
  const filter = readParams(BalanceFilter, call.form)
  const booked = Object.values(store.state.balanceTransactions).toReversed()
  const from = booked.findIndex(({ id }) => id === filter.starting_after) + 1
  return list(call.path, booked.slice(from, from + filter.limit), from + filter.limit < booked.length)
}

function list(url: string, data: object[], has_more = false): object {
  return { object: 'list', url, has_more, data }
}

function unknownCall(call: ApiCall): StripeFailure {
  return invalidRequest(
    `Unrecognized request URL (${call.method}: ${call.path}), or the stand-in does not know it.`,
  )
}

function fail(error: Error): never {
  throw error
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}
