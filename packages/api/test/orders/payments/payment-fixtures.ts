import { webhookPath } from '@priormark/core/orders/payments/endpoints'
import { startRequestVersion } from '@priormark/core/settings/policy/start-request'
import { Stripe } from 'stripe'
import { expect, vi } from 'vitest'
import type { EmbeddedStripe } from '../../../embedded-stripe/start-embedded-stripe.ts'
import type { Delivery } from '../../../embedded-stripe/stripe-state.ts'
import { Order, OrderEvent } from '../../../src/order-book/order-entity.ts'
import type { PaymentGateway } from '../../../src/orders/gateway/payment-gateway.ts'
import { sweepPayments, type SweepResult } from '../../../src/orders/payments/payment-events.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import { queries } from '../../../src/order-book/tables.ts'
import { inCamelCase } from '../../../src/platform/database/rows.ts'
import { buildOrder } from '../../../testing/builders/order.ts'
import { silentLog } from '../../../testing/silent-log.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import { sendCard } from '../../../testing/visitor.ts'
import { recordedQueue } from '../../../testing/recorded-queue.ts'
import { OrderMail } from '../../../src/order-book/order-mail-service.ts'

export const cards = {
  pays: '4242424242424242',
  declined: '4000000000000002',
  insufficientFunds: '4000000000009995',
  authenticates: '4000002500003155',
}

export interface Reply {
  status: number
  body: Record<string, unknown>
}

export interface ShopOptions {
  /** A database that outlives the shop; without it the shop has its own. */
  database?: Database
  /** Keeps the stand-in's payments across a restart. */
  stateFile?: string
  /** Holds back all events from the start. */
  holdWebhooks?: boolean
  /** Replaces parts of the gateway, to simulate a slow or failing provider. */
  change?: (gateway: PaymentGateway) => Partial<PaymentGateway>
}

/** The whole application over HTTP, with the real SDK and the stand-in for Stripe. */
export interface TestShop {
  url: string
  database: Database
  gateway: PaymentGateway
  standIn: EmbeddedStripe
  /** The SDK with the secret key, for actions in the provider's dashboard. */
  stripe: Stripe
  close(): Promise<void>
}

/** Stripe's SDK with the secret key of the stand-in, for actions in the provider's dashboard. */
export function stripeSdk({ keys, fetch }: Pick<EmbeddedStripe, 'keys' | 'fetch'>): Stripe {
  return new Stripe(keys.secretKey, {
    httpClient: Stripe.createFetchHttpClient(fetch),
    maxNetworkRetries: 0,
  })
}

export async function openShop({
  database,
  stateFile,
  holdWebhooks = false,
  change,
}: ShopOptions = {}): Promise<TestShop> {
  const app = await startTestApp(
    ({ gateway }) => (change === undefined ? {} : { gateway: { ...gateway, ...change(gateway) } }),
    {
      ...(database === undefined ? {} : { database }),
      holdWebhooks,
      stripe: { stateFile: stateFile ?? null, webhookDelayMs: 1, webhookRetryMs: [20] },
    },
  )
  const standIn = app.stripe
  return {
    url: app.url,
    database: app.database,
    gateway: app.parts.gateway,
    standIn,
    stripe: stripeSdk(standIn),
    close: app.close,
  }
}

/** Adds an order to the database like create-order. */
export async function addOrder(
  shop: Pick<TestShop, 'database'>,
  details: Partial<Order> = {},
): Promise<string> {
  const em = shop.database.fork()
  const order = buildOrder(em, details)
  await em.flush()
  return order.id
}

/** Posts JSON like the site. */
export async function post(
  shop: TestShop,
  at: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const response = await fetch(shop.url + at, {
    method: 'POST',
    headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await readBody(response) }
}

async function readBody(response: Response): Promise<Record<string, unknown>> {
  const body: unknown = JSON.parse((await response.text()) || '{}')
  return typeof body === 'object' && body !== null ? { ...body } : {}
}

/** Requests an immediate start with the order's key, which is required to pay. */
export async function requestStart(shop: TestShop, orderId: string): Promise<Reply> {
  const { accessKey: key } = await readOrder(shop, orderId)
  return post(shop, '/api/request-start', { orderId, version: startRequestVersion, key })
}

/** A prepared payment: the order and what the browser receives. */
export interface Prepared {
  orderId: string
  paymentId: string
  clientSecret: string
}

export async function preparePayment(shop: TestShop, details: Partial<Order> = {}): Promise<Prepared> {
  return prepareFor(shop, await addOrder(shop, details))
}

export async function prepareFor(shop: TestShop, orderId: string): Promise<Prepared> {
  const prepared = await openPayment(shop, orderId)
  await requestStart(shop, orderId)
  return prepared
}

/** Opens a payment like a custom page that never requests an immediate start. */
export async function openPayment(shop: TestShop, orderId: string): Promise<Prepared> {
  const { status, body } = await post(shop, '/api/create-payment-intent', { orderId })
  const clientSecret = body['clientSecret']
  if (status !== 200 || typeof clientSecret !== 'string')
    throw new Error(`no session: ${JSON.stringify(body)}`)
  return { orderId, clientSecret, paymentId: clientSecret.replace(/_secret_.*/, '') }
}

/** Adds an order and pays it without requesting an immediate start. Returns its id. */
export async function payUnasked(shop: TestShop): Promise<string> {
  const orderId = await addOrder(shop)
  await pay(shop, await openPayment(shop, orderId))
  return orderId
}

/** Pays by card, and confirms the payment like the success page. */
export async function pay(shop: TestShop, prepared: Prepared): Promise<void> {
  await tryCard(shop, prepared, cards.pays)
  expect(await confirm(shop, prepared)).toMatchObject({ status: 200, body: { paymentState: 'paid' } })
}

/** Tries a card like the browser's card form, with the publishable key. */
export async function tryCard(shop: TestShop, { clientSecret }: Prepared, number: string): Promise<Reply> {
  const { publishableKey } = shop.standIn.keys
  const response = await sendCard(shop, { clientSecret, publishableKey }, number)
  return { status: response.status, body: await readBody(response) }
}

export function confirm(shop: TestShop, { paymentId }: Prepared): Promise<Reply> {
  return post(shop, '/api/confirm-payment', { paymentIntentId: paymentId })
}

export function sweep(shop: TestShop, at?: Date): Promise<SweepResult> {
  const { database, gateway } = shop
  return sweepPayments({ database, gateway, jobs: recordedQueue(), log: silentLog }, at)
}

/** Returns the order's current row. */
export function readOrder(shop: TestShop, orderId: string): Promise<Order> {
  return shop.database.fork().findOneOrFail(Order, orderId)
}

/** Returns what moved of an order's money, in the order in which it was recorded. */
export async function readMoney(shop: Pick<TestShop, 'database'>, orderId: string) {
  return queries(shop.database.fork())
    .selectFrom('money_movement')
    .select(inCamelCase('kind', 'amount_cents', 'fee_cents'))
    .where('order_id', '=', orderId)
    .orderBy('checked_at')
    .execute()
}

/** Returns the timeline as 'kind: detail', oldest first. */
export async function readTimeline(shop: TestShop, order: string): Promise<string[]> {
  const events = await shop.database.fork().find(OrderEvent, { order }, { orderBy: { at: 'asc' } })
  return events.map(({ kind, detail }) => (detail == null ? kind : `${kind}: ${detail}`))
}

/** Counts the confirmations queued for the customer. */
export function countConfirmations(shop: TestShop, order: string): Promise<number> {
  return shop.database.fork().count(OrderMail, { order, kind: 'confirmation' })
}

/** Posts an event to the webhook. Returns the status. */
export async function postEvent(shop: TestShop, body: string, signature: string): Promise<number> {
  const response = await fetch(shop.url + webhookPath, {
    method: 'POST',
    headers: { 'stripe-signature': signature },
    body,
  })
  return response.status
}

/** Returns the latest event of a type. */
export function eventOf(shop: TestShop, type: string): Delivery {
  const delivery = shop.standIn.controls.deliveries().findLast(({ event }) => event.type === type)
  if (delivery === undefined) throw new Error(`no event ${type}`)
  return delivery
}

/** Retries an expectation until it holds, since events arrive asynchronously. */
export function eventually(expectation: () => void | Promise<void>): Promise<void> {
  return vi.waitFor(expectation, { timeout: 120_000, interval: 20 })
}

/** Waits until the webhook has acknowledged every event. */
export function untilDelivered(shop: TestShop): Promise<void> {
  return eventually(() => {
    expect(shop.standIn.controls.deliveries().filter((delivery) => !delivery.acknowledged)).toEqual([])
  })
}
