import { startRequestText, startRequestVersion } from '@priormark/core/settings/policy/start-request'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { OrderEvent } from '../../../src/order-book/order-entity.ts'
import { unknownId } from '../../../testing/test-app.ts'
import { askToStart, newVisitor, placeOrder } from '../../../testing/visitor.ts'
import {
  addOrder,
  cards,
  confirm,
  openPayment,
  openShop,
  pay,
  payUnasked,
  post,
  readOrder,
  readTimeline,
  requestStart,
  tryCard,
  type TestShop,
} from './payment-fixtures.ts'

let shop: TestShop

beforeEach(async () => {
  shop = await openShop()
})

afterEach(() => shop.close())

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
    (await shop.database.fork().find(OrderEvent, { order, kind: 'start_requested' }))
      .map(({ actor }) => actor)
      .toSorted()

  test('by someone who only knows the order id is rejected, before and after the payment', async () => {
    const unpaid = await addOrder(shop)
    const other = await readOrder(shop, await addOrder(shop))
    for (const orderId of [unpaid, await payUnasked(shop)]) {
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
    const { clientSecret } = await openPayment(shop, orderId)
    const { clientSecret: another } = await openPayment(shop, await addOrder(shop))
    for (const wrong of [another, `${clientSecret}x`, clientSecret.slice(0, -1)])
      expect(await ask(orderId, { clientSecret: wrong })).toMatchObject({ status: 404 })
    expect(await ask(orderId, { clientSecret })).toMatchObject({ status: 200 })
    expect(await isRequested(orderId)).toBe(true)
  })

  test('by a stranger who opened the payment does not replace the customer’s own, or vice versa', async () => {
    const orderId = await addOrder(shop)
    const { clientSecret } = await openPayment(shop, orderId)
    const { accessKey: key } = await readOrder(shop, orderId)
    for (const proof of [{ clientSecret }, { clientSecret }, { key }, { clientSecret }, { key }])
      expect(await ask(orderId, proof)).toMatchObject({ status: 200 })
    expect(await requesters(orderId)).toEqual(['customer', 'payer'])
  })

  test('is withdrawn by the person who made it, and made again, until the payment', async () => {
    const orderId = await addOrder(shop)
    const { clientSecret } = await openPayment(shop, orderId)
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
    const prepared = await openPayment(shop, orderId)
    const { clientSecret } = prepared
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
    await pay(shop, prepared)
    expect(await wait({ key })).toMatchObject({ status: 409, body: { code: 'order_paid' } })
    expect(await isRequested(orderId)).toBe(true)
  })

  test('by a payer is not replaced by the customer’s own once the order is paid', async () => {
    const orderId = await addOrder(shop)
    const prepared = await openPayment(shop, orderId)
    const { clientSecret } = prepared
    const { accessKey: key } = await readOrder(shop, orderId)
    await ask(orderId, { clientSecret })
    await pay(shop, prepared)
    expect(await ask(orderId, { key })).toMatchObject({ status: 200 })
    expect(await requesters(orderId)).toEqual(['payer'])
  })

  test('by the holder of the payment’s secret is rejected once it is paid', async () => {
    const orderId = await addOrder(shop)
    const prepared = await openPayment(shop, orderId)
    const { clientSecret } = prepared
    shop.standIn.controls.holdWebhooks(true)
    await tryCard(shop, prepared, cards.pays)
    const refused = { status: 409, body: { code: 'order_paid', error: 'This order is already paid' } }
    expect(await ask(orderId, { clientSecret }), 'paid, and not recorded yet').toMatchObject(refused)
    await confirm(shop, prepared)
    expect(await ask(orderId, { clientSecret })).toMatchObject(refused)
    expect(await isRequested(orderId)).toBe(false)
  })
})
