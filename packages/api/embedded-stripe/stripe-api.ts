import { createHash, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { FormInteger, FormList, parseForm, readParams, type Form } from './form-encoding.ts'
import { createRefund, listDisputes } from './money-back.ts'
import {
  cancelIntent,
  clientView,
  confirmIntent,
  createIntent,
  findIntent,
  updateIntent,
} from './payment-intents.ts'
import { invalidRequest, missing, StripeFailure } from './stripe-failure.ts'
import { newId, type Event, type Intent } from './stripe-state.ts'
import { apiVersion } from './webhook-sender.ts'
import type { World } from './world.ts'

/** A call as it reached the stand-in. */
interface ApiCall {
  method: string
  path: string
  text: string
  form: Form
  /** The secret key may do everything, the publishable one what a browser may. */
  isSecret: boolean
  idempotencyKey: string | null
}

interface ApiReply {
  status: number
  body: string
  headers?: Record<string, string>
}

const keptReplyMs = 24 * 3_600_000

/** Answers the part of Stripe's API that a one-time purchase by card uses. */
export async function answerApi(world: World, request: Request): Promise<Response> {
  try {
    const call = await readCall(world, request)
    return respond(
      call.idempotencyKey === null ? run(world, call) : runOnce(world, call, call.idempotencyKey),
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

async function readCall({ store }: World, request: Request): Promise<ApiCall> {
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

/** A key answers what it answered before, for a day; with other parameters it is refused. */
function runOnce(world: World, call: ApiCall, key: string): ApiReply {
  const { replies } = world.store.state
  const requestHash = createHash('sha256').update(`${call.method} ${call.path} ${call.text}`).digest('hex')
  const kept = replies[key]
  if (kept !== undefined && Date.now() - kept.atMs < keptReplyMs) {
    if (kept.requestHash !== requestHash) {
      throw new StripeFailure(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      })
    }
    return { ...kept, headers: { 'idempotent-replayed': 'true' } }
  }
  const reply = run(world, call)
  replies[key] = { requestHash, status: reply.status, body: reply.body, atMs: Date.now() }
  world.store.save()
  return reply
}

/** What a card refused is an outcome, which is kept; everything else that fails changed nothing. */
function run(world: World, call: ApiCall): ApiReply {
  try {
    const result = perform(world, call)
    if (call.method === 'POST') world.store.save()
    return { status: 200, body: JSON.stringify(result) }
  } catch (error) {
    if (!(error instanceof StripeFailure) || error.body.type !== 'card_error') throw error
    world.store.save()
    return { status: error.status, body: JSON.stringify({ error: error.body }) }
  }
}

function perform(world: World, call: ApiCall): unknown {
  const [, version, collection, id, action] = call.path.split('/')
  const { state } = world.store
  const name = `${call.method} ${collection}${id === undefined ? '' : '/:id'}${action === undefined ? '' : `/${action}`}`
  if (version !== 'v1') throw unknownCall(call)
  if (!call.isSecret) return performForBrowser(world, call, name, id ?? '')
  switch (name) {
    case 'POST payment_intents':
      return createIntent(world, call.form, call.idempotencyKey)
    case 'GET payment_intents/:id':
      return expand(world, findIntent(world, id ?? ''), call.form)
    case 'POST payment_intents/:id':
      return updateIntent(findIntent(world, id ?? ''), call.form)
    case 'POST payment_intents/:id/confirm':
      return confirmIntent(world, findIntent(world, id ?? ''), call.form)
    case 'POST payment_intents/:id/cancel':
      return cancelIntent(world, findIntent(world, id ?? ''), call.form)
    case 'POST refunds':
      return createRefund(world, call.form)
    case 'GET disputes':
      return list(call.path, listDisputes(world, call.form))
    case 'GET events':
      return listEvents(world, call)
    case 'GET charges/:id':
      return state.charges[id ?? ''] ?? fail(missing('charge', id ?? ''))
    default:
      throw unknownCall(call)
  }
}

/** A browser knows a payment by its client secret, and may look at it and try a card. */
function performForBrowser(world: World, call: ApiCall, name: string, id: string): unknown {
  if (name !== 'GET payment_intents/:id' && name !== 'POST payment_intents/:id/confirm') {
    throw new StripeFailure(401, {
      type: 'invalid_request_error',
      code: 'secret_key_required',
      message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
    })
  }
  const intent = findIntent(world, id)
  const secret = call.form['client_secret']
  if (typeof secret !== 'string' || !isSame(secret, intent.client_secret)) throw missing('payment_intent', id)
  return clientView(call.method === 'GET' ? intent : confirmIntent(world, intent, call.form))
}

const ReadParams = v.strictObject({ expand: v.optional(FormList, {}) })

function expand({ store }: World, intent: Intent, form: Form): object {
  const isExpanded = readParams(ReadParams, form).expand.includes('latest_charge')
  if (!isExpanded || intent.latest_charge === null) return intent
  return { ...intent, latest_charge: store.state.charges[intent.latest_charge] }
}

const EventFilter = v.strictObject({
  types: v.optional(FormList),
  created: v.optional(v.strictObject({ gte: v.optional(FormInteger) })),
  limit: v.optional(FormInteger, '10'),
  starting_after: v.optional(v.string()),
})

function listEvents({ store }: World, call: ApiCall): object {
  const filter = readParams(EventFilter, call.form)
  const since = filter.created?.gte ?? 0
  const found: Event[] = store.state.deliveries
    .map((delivery) => delivery.event)
    .filter((event) => event.created >= since && (filter.types?.includes(event.type) ?? true))
    .toReversed()
  const from = found.findIndex((event) => event.id === filter.starting_after) + 1
  const page = found.slice(from, from + filter.limit)
  return list(call.path, page, from + filter.limit < found.length)
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
