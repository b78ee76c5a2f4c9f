import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { webhookPath } from '@priormark/core/orders/payments/endpoints'
import { defaultPayments, type PaymentsSettings } from '@priormark/core/settings/services'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startEmbeddedStripe, type EmbeddedStripe } from '../../../embedded-stripe/start-embedded-stripe.ts'
import { createPaymentsService } from '../../../src/operations/services/payments-service.ts'
import { openGateway, type OpenGateway } from '../../../src/orders/gateway/open-gateway.ts'
import { stripeEventTypes } from '../../../src/orders/gateway/stripe-objects.ts'
import { openStripeSetup } from '../../../src/orders/gateway/stripe-setup.ts'
import { openSettings } from '../../../src/settings/shop-settings.ts'
import { createSecretCipher } from '../../../src/staff/auth/secret-cipher.ts'
import { openAppDatabase } from '../../../testing/database.ts'
import { recordedQueue } from '../../../testing/recorded-queue.ts'
import { silentLog } from '../../../testing/silent-log.ts'
import { startTestApp, testShop, type TestApp } from '../../../testing/test-app.ts'
import { newAdmin, newVisitor, placeOrder, refusal, type Visitor } from '../../../testing/visitor.ts'

let dataDir: string
/** Two accounts at Stripe. */
let accounts: [EmbeddedStripe, EmbeddedStripe]
let opened: OpenGateway
let app: TestApp
let admin: Visitor
/** Whether Stripe responds. */
let isReachable: boolean

const startAccount = () => startEmbeddedStripe({ stateFile: null, webhookPath })

/** Stripe: the account of the key responds. */
const fetchStripe: typeof globalThis.fetch = async (input, init) => {
  if (!isReachable) throw new TypeError('fetch failed')
  const key = new Headers(init?.headers).get('authorization') ?? ''
  const account = accounts.find(({ keys }) => key.endsWith(keys.secretKey)) ?? accounts[0]
  return account.fetch(input, init)
}

beforeEach(async () => {
  isReachable = true
  dataDir = await mkdtemp(path.join(tmpdir(), 'priormark-payments-'))
  accounts = [startAccount(), startAccount()]
  const database = await openAppDatabase()
  const settings = await openSettings({
    database,
    overrides: [],
    cipher: createSecretCipher('the key of the shop'),
    publicUrl: testShop.publicUrl,
    policyOf: () => ({ kinds: ['manual'], chains: [] }),
  })
  opened = await openGateway({ payments: { mode: 'embedded' }, dataDir, settings, fetch: fetchStripe })
  const payments = createPaymentsService({
    database,
    jobs: recordedQueue(),
    log: silentLog,
    openGateway: opened,
    publicUrl: testShop.publicUrl,
    acceptsTestKeys: true,
    fetch: fetchStripe,
  })
  const { gateway, mode: paymentsMode } = opened
  const stripeStandIn = opened.standIn?.middleware ?? null
  app = await startTestApp({ settings, gateway, payments, paymentsMode, stripeStandIn }, { database })
  admin = await newAdmin(app)
})
afterEach(async () => {
  opened.standIn?.close()
  for (const account of accounts) account.close()
  await app.close()
  await app.database.close()
  await rm(dataDir, { recursive: true })
})

/** The keys of an account, without a webhook. */
function keysOf({ keys }: EmbeddedStripe): PaymentsSettings {
  return { secretKey: keys.secretKey, publishableKey: keys.publishableKey, webhookSecret: '' }
}

const save = (values: PaymentsSettings, version = 0) =>
  admin.api.services.changePayments({ body: { version, values } })

const check = (values: PaymentsSettings, version = 0) =>
  admin.api.services.testPayments({ body: { version, values } })

const setupOf = ({ keys }: EmbeddedStripe) => openStripeSetup(keys.secretKey, testShop.publicUrl, fetchStripe)

/** Opens the payment of a new order of this visitor. */
async function openPayment(visitor: Visitor) {
  const orderId = await placeOrder(visitor)
  const payment = await visitor.api.payments.open({ body: { orderId } })
  return { orderId, paymentId: payment.clientSecret.split('_secret_')[0] ?? '', ...payment }
}

const stateOf = async (orderId: string) =>
  (await admin.api.orders.read({ params: { id: orderId } })).paymentState

describe('Stripe’s keys of the settings', () => {
  test('take the payments from then on, with a webhook that Stripe made', async () => {
    expect((await openPayment(newVisitor(app))).mode).toBe('embedded')
    const [account] = accounts
    const saved = await save(keysOf(account))
    expect(saved.values).toEqual({
      secretKey: `•••• ${account.keys.secretKey.slice(-4)}`,
      publishableKey: account.keys.publishableKey,
      webhookSecret: `•••• ${account.keys.webhookSecret.slice(-4)}`,
    })
    expect(await setupOf(account).findWebhook()).toMatchObject({ isEnabled: true, missingEvents: [] })

    const { orderId, paymentId, mode, publishableKey } = await openPayment(newVisitor(app))
    expect([mode, publishableKey]).toEqual(['stripe', account.keys.publishableKey])
    account.setAddress(app.url)
    account.controls.pay(paymentId)
    const delivery = account.controls
      .deliveries()
      .find(({ event }) => event.type === 'payment_intent.succeeded')
    if (delivery === undefined) throw new Error('There is no event')
    expect(await account.controls.resend(delivery)).toBe(200)
    expect(await stateOf(orderId)).toBe('paid')
    // The page of test payments is gone with them.
    expect((await fetch(`${app.url}/__stripe/stripe.js`)).status).toBe(404)
  })

  test('name the account, and add the events that the webhook lacks', async () => {
    const [account] = accounts
    const { values } = await save(keysOf(account))
    const endpoint = await setupOf(account).findWebhook()
    const [first, ...others] = stripeEventTypes
    const body = new URLSearchParams(
      Object.fromEntries(others.map((type, n) => [`enabled_events[${n}]`, type])),
    )
    const headers = { authorization: `Bearer ${account.keys.secretKey}` }
    const address = `https://api.stripe.com/v1/webhook_endpoints/${endpoint?.id ?? ''}`
    await account.fetch(address, { method: 'POST', body, headers })
    expect((await check(values, 1)).checks).toMatchObject([
      { level: 'fine', message: 'The account is Test account (test mode, so no card is charged).' },
      { level: 'fine', message: `Stripe did not send the events ${first}. They are added now.` },
    ])
    expect((await setupOf(account).findWebhook())?.missingEvents).toEqual([])
  })

  test('are not replaced by ones that Stripe rejects, or cannot check', async () => {
    const [account, other] = accounts
    await save(keysOf(account))
    const wrong = await refusal(save({ ...keysOf(account), secretKey: 'sk_test_wrong' }, 1))
    expect(wrong.fields).toEqual({ 'values.secretKey': ['Stripe does not accept this key'] })
    const mixed = await refusal(save({ ...keysOf(account), publishableKey: 'pk_live_1' }, 1))
    expect(mixed.fields).toHaveProperty(['values.publishableKey'])
    isReachable = false
    expect(await refusal(save(keysOf(other), 1))).toMatchObject({ status: 503 })
    isReachable = true
    expect((await openPayment(newVisitor(app))).publishableKey).toBe(account.keys.publishableKey)
  })

  test('leave no webhook behind if another administrator saved first', async () => {
    const [account] = accounts
    const stale = save(keysOf(account), 7)
    expect(await refusal(stale)).toMatchObject({ status: 412 })
    expect(await setupOf(account).findWebhook()).toBeNull()
  })

  test('go on with an order that was begun with test payments', async () => {
    const visitor = newVisitor(app)
    const begun = await openPayment(visitor)
    const [account] = accounts
    await save(keysOf(account))
    // The test card can no longer pay for it.
    const former = await opened.openWith(defaultPayments).retrieve(begun.paymentId)
    expect(former?.status).toBe('canceled')
    const again = await visitor.api.payments.open({ body: { orderId: begun.orderId } })
    expect(again.mode).toBe('stripe')
    const paymentId = again.clientSecret.split('_secret_')[0] ?? ''
    account.controls.pay(paymentId)
    await visitor.api.payments.confirm({ body: { paymentIntentId: paymentId } })
    expect(await stateOf(begun.orderId)).toBe('paid')
  })

  test('of another account close the open payments of the former one, and record what was paid there', async () => {
    const [former, next] = accounts
    await save(keysOf(former))
    const paid = await openPayment(newVisitor(app))
    const open = await openPayment(newVisitor(app))
    // No event arrives.
    former.controls.pay(paid.paymentId)
    const { values } = await save(keysOf(next), 1)
    expect(await stateOf(paid.orderId)).toBe('paid')
    expect((await opened.openWith(keysOf(former)).retrieve(open.paymentId))?.status).toBe('canceled')
    expect(values.webhookSecret).toBe(`•••• ${next.keys.webhookSecret.slice(-4)}`)

    const refund = { id: crypto.randomUUID(), amount: 1, reason: 'requested_by_customer' } as const
    const { refunds } = await admin.api.orderPayments.refund({ params: { id: paid.orderId }, body: refund })
    expect(refunds[0]?.failure).toContain('Stripe does not know this payment: it was made with other keys')
  })
})
