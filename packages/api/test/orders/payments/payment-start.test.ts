import { defaultMailTexts } from '@priormark/core/settings/default-mail-texts'
import type { ServicePolicy } from '@priormark/core/settings/policy/service-policy'
import { startRequestText, startRequestVersion } from '@priormark/core/settings/policy/start-request'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { refundText } from '@priormark/core/settings/policy/rule-texts'
import { composeMail } from '../../../src/orders/emails/compose-mail.ts'
import { readOrderProgress } from '../../../src/orders/fulfillment/order-progress-service.ts'
import { OrderEvent } from '../../../src/order-book/order-event-entity.ts'
import { OrderMail } from '../../../src/order-book/order-mail-entity.ts'
import { ProofLeaf } from '../../../src/proofs/leaves/leaf-entity.ts'
import { addMissingLeaves } from '../../../src/proofs/leaves/leaf-service.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { silentLog } from '../../../testing/silent-log.ts'
import { testShop, unknownId } from '../../../testing/test-app.ts'
import { askToStart, newVisitor, placeOrder } from '../../../testing/visitor.ts'
import {
  addOrder,
  cards,
  confirm,
  openShop,
  post,
  prepareFor,
  readOrder,
  readTimeline,
  requestStart,
  tryCard,
  type TestShop,
} from './payment-fixtures.ts'

const dayMs = 86_400_000

let database: Database
let shop: TestShop

beforeEach(async () => {
  database = await openTestDatabase()
  shop = await openShop({ database })
})

afterEach(async () => {
  await shop.close()
  await database.close()
})

const hoursBetween = (from: string | null, to: string | null) =>
  (Date.parse(to ?? '') - Date.parse(from ?? '')) / 3_600_000

const countLeaves = (order: string) => database.fork().count(ProofLeaf, { order })

const policy: ServicePolicy = {
  kinds: ['evm'],
  chains: [],
  fileRetentionDays: 30,
  unpaidFileHours: 24,
  deliveryHours: 48,
}

/** Pays like a custom page that never requests an immediate start. */
async function payUnasked(): Promise<string> {
  const orderId = await addOrder(shop)
  const { body } = await post(shop, '/api/create-payment-intent', { orderId })
  const clientSecret = String(body['clientSecret'])
  const prepared = { orderId, clientSecret, paymentId: clientSecret.replace(/_secret_.*/, '') }
  await tryCard(shop, prepared, cards.pays)
  expect(await confirm(shop, prepared)).toMatchObject({ status: 200, body: { paymentState: 'paid' } })
  return orderId
}

async function confirmationText(orderId: string): Promise<string> {
  const em = database.fork()
  const mail = await em.findOneOrFail(OrderMail, { order: orderId, kind: 'confirmation' })
  const order = await readOrder(shop, orderId)
  const message = composeMail(mail, order, testShop, {
    texts: defaultMailTexts,
    policy,
    startedAt: null,
    evidence: null,
    record: null,
    refund: null,
  })
  return message.text.replaceAll(/\s+/g, ' ')
}

test('records the first start request with its time, wording and version', async () => {
  const orderId = await addOrder(shop)
  const beforeMs = Date.now()
  expect(await requestStart(shop, orderId)).toEqual({ status: 200, body: { success: true } })
  const first = await readOrder(shop, orderId)
  expect(first.startRequestVersion).toBe(startRequestVersion)
  expect(first.startRequestedAt?.getTime()).toBeGreaterThanOrEqual(beforeMs)
  expect(first.startRequestedAt?.getTime()).toBeLessThanOrEqual(Date.now())
  expect(await requestStart(shop, orderId)).toMatchObject({ status: 200 })
  expect((await readOrder(shop, orderId)).startRequestedAt).toEqual(first.startRequestedAt)
  expect(await readTimeline(shop, orderId)).toEqual([`start_requested: ${startRequestText}`])
})

test('rejects a request with other wording, for an unknown order or without an order', async () => {
  const orderId = await addOrder(shop)
  const ask = (body: object) => post(shop, '/api/request-start', body)
  expect(await ask({ orderId, version: '2020-01' })).toMatchObject({
    status: 400,
    body: { fields: { version: ['The wording has changed. Please reload the page.'] } },
  })
  expect(await ask({ orderId: unknownId, version: startRequestVersion })).toMatchObject({ status: 404 })
  expect(await ask({ version: startRequestVersion })).toMatchObject({ status: 400 })
  expect((await readOrder(shop, orderId)).startRequestedAt).toBeNull()
})

describe('a start request', () => {
  const ask = async (orderId: string, proof: object) =>
    post(shop, '/api/request-start', { orderId, version: startRequestVersion, ...proof })
  const isRequested = async (orderId: string) => (await readOrder(shop, orderId)).startRequestedAt != null
  /** Returns who asked, in alphabetical order. */
  const requesters = async (order: string) =>
    (await database.fork().find(OrderEvent, { order, kind: 'start_requested' }))
      .map(({ actor }) => actor)
      .toSorted()
  const openPayment = async (orderId: string) =>
    String((await post(shop, '/api/create-payment-intent', { orderId })).body['clientSecret'])

  test('by someone who only knows the order id is rejected, before and after the payment', async () => {
    const unpaid = await addOrder(shop)
    const other = await readOrder(shop, await addOrder(shop))
    for (const orderId of [unpaid, await payUnasked()]) {
      for (const proof of [
        {},
        { key: 'A'.repeat(43) },
        { key: other.accessKey },
        { clientSecret: 'pi_1_secret_1' },
      ])
        expect(await ask(orderId, proof)).toMatchObject({
          status: 404,
          body: { error: 'This order doesn’t exist' },
        })
      expect(await isRequested(orderId)).toBe(false)
    }
  })

  test('by the holder of the order’s link is recorded', async () => {
    const orderId = await addOrder(shop)
    const { accessKey: key } = await readOrder(shop, orderId)
    expect(await ask(orderId, { key })).toMatchObject({ status: 200 })
    expect(await isRequested(orderId)).toBe(true)
  })

  test('by the visitor who ordered is recorded', async () => {
    const visitor = newVisitor(shop)
    const orderId = await placeOrder(visitor)
    await askToStart(visitor, orderId)
    expect(await isRequested(orderId)).toBe(true)
    expect(await requesters(orderId)).toEqual(['customer'])
  })

  test('for an order whose data was erased changes nothing', async () => {
    const orderId = await addOrder(shop, { erasedAt: new Date() })
    expect(await requestStart(shop, orderId)).toMatchObject({ status: 200 })
    expect(await isRequested(orderId)).toBe(false)
  })

  test('with the secret of a payment that the provider does not know is rejected', async () => {
    const orderId = await addOrder(shop, { paymentIntentId: 'pi_gone' })
    expect(await ask(orderId, { clientSecret: 'pi_gone_secret_1' })).toMatchObject({ status: 404 })
  })

  test('by a payer on another device is recorded while the payment is open', async () => {
    const orderId = await addOrder(shop)
    const clientSecret = await openPayment(orderId)
    const another = await openPayment(await addOrder(shop))
    for (const wrong of [another, `${clientSecret}x`, clientSecret.slice(0, -1)])
      expect(await ask(orderId, { clientSecret: wrong })).toMatchObject({ status: 404 })
    expect(await ask(orderId, { clientSecret })).toMatchObject({ status: 200 })
    expect(await isRequested(orderId)).toBe(true)
  })

  test('by a stranger who opened the payment does not replace the customer’s own, or vice versa', async () => {
    const orderId = await addOrder(shop)
    const clientSecret = await openPayment(orderId)
    const { accessKey: key } = await readOrder(shop, orderId)
    for (const proof of [{ clientSecret }, { clientSecret }, { key }, { clientSecret }, { key }])
      expect(await ask(orderId, proof)).toMatchObject({ status: 200 })
    expect(await requesters(orderId)).toEqual(['customer', 'payer'])
  })

  test('is withdrawn by whoever made it, and made again, until the payment', async () => {
    const orderId = await addOrder(shop)
    const clientSecret = await openPayment(orderId)
    const { accessKey: key } = await readOrder(shop, orderId)
    const wait = (proof: object) => ask(orderId, { ...proof, start: 'later' })
    expect(await wait({ key }), 'nothing to withdraw').toMatchObject({ status: 200 })
    for (const proof of [{ key }, { clientSecret }, { key }]) {
      await ask(orderId, proof)
      expect(await isRequested(orderId)).toBe(true)
      expect(await wait(proof)).toMatchObject({ status: 200 })
      expect(await isRequested(orderId)).toBe(false)
    }
    const events = [
      `start_requested: ${startRequestText}`,
      'changed: Waits 14 days instead of starting right away',
    ]
    expect((await readTimeline(shop, orderId)).slice(1)).toEqual([...events, ...events, ...events])
  })

  test('by the customer is not withdrawn by a payer, or after the payment', async () => {
    const orderId = await addOrder(shop)
    const clientSecret = await openPayment(orderId)
    const { accessKey: key } = await readOrder(shop, orderId)
    const wait = (proof: object) => ask(orderId, { ...proof, start: 'later' })
    await ask(orderId, { key })
    expect(await wait({ clientSecret })).toMatchObject({
      status: 409,
      body: {
        code: 'conflict',
        error: 'The customer has already asked us to start right away. Choose “Record it now” to continue.',
      },
    })
    const prepared = { orderId, clientSecret, paymentId: clientSecret.replace(/_secret_.*/, '') }
    await tryCard(shop, prepared, cards.pays)
    await confirm(shop, prepared)
    expect(await wait({ key })).toMatchObject({ status: 409, body: { code: 'order_paid' } })
    expect(await isRequested(orderId)).toBe(true)
  })

  test('by a payer is not replaced by the customer’s own once the order is paid', async () => {
    const orderId = await addOrder(shop)
    const clientSecret = await openPayment(orderId)
    const { accessKey: key } = await readOrder(shop, orderId)
    await ask(orderId, { clientSecret })
    const prepared = { orderId, clientSecret, paymentId: clientSecret.replace(/_secret_.*/, '') }
    await tryCard(shop, prepared, cards.pays)
    await confirm(shop, prepared)
    expect(await ask(orderId, { key })).toMatchObject({ status: 200 })
    expect(await requesters(orderId)).toEqual(['payer'])
  })

  test('by the holder of the payment’s secret is rejected once it is paid', async () => {
    const orderId = await addOrder(shop)
    const clientSecret = await openPayment(orderId)
    const prepared = { orderId, clientSecret, paymentId: clientSecret.replace(/_secret_.*/, '') }
    shop.standIn.controls.holdWebhooks(true)
    await tryCard(shop, prepared, cards.pays)
    const refused = { status: 409, body: { code: 'order_paid', error: 'This order is already paid' } }
    expect(await ask(orderId, { clientSecret }), 'paid, and not recorded yet').toMatchObject(refused)
    await confirm(shop, prepared)
    expect(await ask(orderId, { clientSecret })).toMatchObject(refused)
    expect(await isRequested(orderId)).toBe(false)
  })
})

test('with a request, recording starts with the payment, and the confirmation repeats the request', async () => {
  const orderId = await addOrder(shop)
  const prepared = await prepareFor(shop, orderId)
  await tryCard(shop, prepared, cards.pays)
  await confirm(shop, prepared)
  expect(await countLeaves(orderId)).toBe(1)
  const text = await confirmationText(orderId)
  expect(text).toContain(startRequestText)
  expect(text).toContain(refundText)
})

test('without a request, the payment is recorded, the confirmation says so, and recording waits until cancellation is no longer possible', async () => {
  const orderId = await payUnasked()
  expect(await readOrder(shop, orderId)).toMatchObject({ status: 'paid', startRequestedAt: null })
  expect(await countLeaves(orderId)).toBe(0)
  expect(await confirmationText(orderId)).toContain('You haven’t asked us to start right away')

  const paidAgo = (days: number) =>
    database
      .fork()
      .execute('update orders set paid_at = ? where id = ?', [
        new Date(Date.now() - days * dayMs).toISOString(),
        orderId,
      ])
  await paidAgo(13)
  expect(await addMissingLeaves({ database, log: silentLog, kinds: ['manual'] })).toBe(0)
  await paidAgo(15)
  expect(await addMissingLeaves({ database, log: silentLog, kinds: ['manual'] })).toBe(1)
  expect(await countLeaves(orderId)).toBe(1)
})

test('with a request after the payment, by the order’s link, recording starts then, once, and the confirmation is sent again', async () => {
  const orderId = await payUnasked()
  const { accessKey: key } = await readOrder(shop, orderId)
  const progress = async () => readOrderProgress(database.fork(), { key, address: '192.0.2.1' })
  const waiting = await progress()
  expect(hoursBetween(waiting.paidAt, waiting.startsAt)).toBe(14 * 24)
  expect(hoursBetween(waiting.startsAt, waiting.recordedBy)).toBe(48)
  const confirmations = async () =>
    (await readTimeline(shop, orderId)).filter((event) => event === 'mail_queued: confirmation').length
  const body = { orderId, version: startRequestVersion, key }
  expect(await post(shop, '/api/request-start', body)).toMatchObject({ status: 200 })
  expect(await post(shop, '/api/request-start', body)).toMatchObject({ status: 200 })
  expect(await countLeaves(orderId)).toBe(1)
  expect(await confirmations()).toBe(2)
  expect(await confirmationText(orderId)).toContain(startRequestText)
  const started = await progress()
  expect(started.startsAt).toBeNull()
  expect(started.isLate).toBe(false)
  expect(Date.parse(started.recordedBy ?? '')).toBeLessThan(Date.parse(waiting.startsAt ?? ''))
  await database
    .fork()
    .execute("update proof_leaf set created_at = now() - interval '49 hours' where order_id = ?", [orderId])
  expect(await progress()).toMatchObject({ isLate: true })
})
