import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { request, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startLocalServer } from '@priormark/core/testing/local-server'
import Koa from 'koa'
import { Stripe } from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startEmbeddedStripe, type EmbeddedStripe } from '../../embedded-stripe/start-embedded-stripe.ts'
import { handleErrors } from '../../src/platform/http/errors.ts'
import { eventually } from '../orders/payments/payment-fixtures.ts'
import { silentLog } from '../../testing/silent-log.ts'

let folder: string
let standIn: EmbeddedStripe
let stripe: Stripe
const closers: (() => Promise<unknown>)[] = []

const stateFile = () => path.join(folder, 'state.json')

function start(): EmbeddedStripe {
  return startEmbeddedStripe({
    stateFile: stateFile(),
    webhookPath: '/hook',
    webhookDelayMs: 1,
    webhookRetryMs: [5],
  })
}

function sdk(keys: { secretKey: string } = standIn.keys): Stripe {
  return new Stripe(keys.secretKey, {
    httpClient: Stripe.createFetchHttpClient(standIn.fetch),
    maxNetworkRetries: 0,
  })
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'embedded-stripe-'))
  standIn = start()
  stripe = sdk()
})

afterEach(async () => {
  standIn.close()
  for (const close of closers.splice(0)) await close()
  await rm(folder, { recursive: true })
})

async function listen(handler: RequestListener): Promise<string> {
  const { url, close } = await startLocalServer(handler)
  closers.push(close)
  return url
}

const usd = (amount: number) => ({ amount, currency: 'usd' })

test('the SDK creates, pays and reads a payment as with Stripe', async () => {
  const made = await stripe.paymentIntents.create({ ...usd(897), metadata: { order_id: 'o1' } })
  expect(made).toMatchObject({ status: 'requires_payment_method', amount: 897, livemode: false })
  expect(made.lastResponse.requestId).toMatch(/^req_/)
  await stripe.paymentIntents.confirm(made.id, { payment_method: 'pm_card_visa' })
  const paid = await stripe.paymentIntents.retrieve(made.id, { expand: ['latest_charge'] })
  expect(paid).toMatchObject({
    status: 'succeeded',
    amount_received: 897,
    metadata: { order_id: 'o1' },
    latest_charge: { paid: true, payment_method_details: { card: { brand: 'visa', last4: '4242' } } },
  })
})

test('declined cards are card errors with the codes of Stripe', async () => {
  const { id } = await stripe.paymentIntents.create(usd(897))
  await expect(
    stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa_chargeDeclined' }),
  ).rejects.toMatchObject({ type: 'StripeCardError', decline_code: 'generic_decline' })
  expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'card_declined' },
  })
})

test('an idempotency key creates one payment, and is rejected with other parameters', async () => {
  const key = { idempotencyKey: 'order-1' }
  const one = await stripe.paymentIntents.create(usd(897), key)
  const again = await stripe.paymentIntents.create(usd(897), key)
  expect(again.id).toBe(one.id)
  await expect(stripe.paymentIntents.create(usd(898), key)).rejects.toMatchObject({
    type: 'StripeIdempotencyError',
  })
})

test('unknown calls and parameters are rejected and never ignored', async () => {
  await expect(stripe.balance.retrieve()).rejects.toThrow(/Unrecognized request URL/)
  await expect(stripe.paymentIntents.create({ ...usd(897), capture_method: 'manual' })).rejects.toMatchObject(
    {
      code: 'parameter_unknown',
      param: 'capture_method',
    },
  )
  await expect(stripe.paymentIntents.create(usd(49))).rejects.toMatchObject({ code: 'amount_too_small' })
  await expect(stripe.paymentIntents.retrieve('pi_x')).rejects.toMatchObject({ code: 'resource_missing' })
  await expect(sdk({ secretKey: 'sk_test_wrong' }).paymentIntents.create(usd(897))).rejects.toMatchObject({
    type: 'StripeAuthenticationError',
  })
})

test('refunds cannot exceed the payment', async () => {
  const { id } = await stripe.paymentIntents.create(usd(897))
  await expect(stripe.refunds.create({ payment_intent: id })).rejects.toThrow(/successful charge/)
  await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
  await expect(stripe.refunds.create({ payment_intent: id, amount: 898 })).rejects.toThrow(/not within/)
  await stripe.refunds.create({ payment_intent: id })
  await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  })
})

test('keys and payments survive a restart', async () => {
  const { id, client_secret } = await stripe.paymentIntents.create(usd(897))
  const { keys } = standIn
  standIn.close()
  standIn = start()
  expect(standIn.keys).toEqual(keys)
  expect(await sdk().paymentIntents.retrieve(id)).toMatchObject({ client_secret })
})

test('the state is one complete file without card numbers, and a foreign file is rejected by name', async () => {
  const { id } = await stripe.paymentIntents.create(usd(897))
  await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
  expect(await readdir(folder)).toEqual(['state.json'])
  expect(await readFile(stateFile(), 'utf8')).not.toContain('4242424242')
  await writeFile(stateFile(), '{}')
  expect(() => start()).toThrow(/state\.json does not contain saved test payments/)
})

test('an event is sent with a signature until it is acknowledged, and not again', async () => {
  const seen: string[] = []
  const url = await listen((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      const event = stripe.webhooks.constructEvent(
        Buffer.concat(chunks),
        String(req.headers['stripe-signature']),
        standIn.keys.webhookSecret,
      )
      seen.push(event.id)
      res.writeHead(seen.length < 4 ? 500 : 200).end()
    })
  })
  await stripe.paymentIntents.create(usd(897))
  standIn.setAddress(url)
  await eventually(() => expect(standIn.controls.deliveries()[0]).toMatchObject({ acknowledged: true }))
  expect(new Set(seen).size).toBe(1)
  expect(seen).toHaveLength(4)
  expect(standIn.controls.deliveries()[0]).toMatchObject({ attempts: 4 })
})

test('events that no process acknowledged are sent by the next one', async () => {
  await stripe.paymentIntents.create(usd(897))
  standIn.close()
  standIn = start()
  let received = 0
  standIn.setAddress(await listen((_req, res) => void (received++, res.end())))
  await eventually(() => expect(received).toBe(1))
})

test.each([
  ['another host name', { host: 'shop.example' }, 421],
  ['a name that only begins like ours', { host: 'localhost.shop.example' }, 421],
  ['a proxy', { 'x-forwarded-for': '203.0.113.9' }, 421],
  ['this machine', {}, 200],
  ['this machine by name', { host: 'localhost:3000' }, 200],
])('a request by %s', async (_, headers, status) => {
  const app = new Koa()
  app.use(handleErrors(silentLog))
  app.use(standIn.middleware)
  app.use((ctx) => {
    ctx.body = 'shop'
  })
  const listener = app.callback()
  const url = await listen((req, res) => void listener(req, res))
  for (const at of ['/', '/__stripe/stripe.js']) {
    const got = await new Promise<number | undefined>((resolve, reject) => {
      request(url + at, { headers }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
        .on('error', reject)
        .end()
    })
    expect(got).toBe(status)
  }
})
