import { defaultMailTexts } from '@priormark/core/settings/mail-texts'
import type { ServicePolicy } from '@priormark/core/settings/policy/service-policy'
import { startRequestText, startRequestVersion } from '@priormark/core/settings/policy/start-request'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { refundText } from '@priormark/core/settings/policy/rule-texts'
import { composeMail } from '../../../src/orders/emails/compose-mail.ts'
import { readOrderProgress } from '../../../src/orders/fulfillment/order-progress-service.ts'
import { OrderMail } from '../../../src/order-book/order-mail-service.ts'
import { ProofLeaf } from '../../../src/proofs/leaves/batch-entities.ts'
import { addMissingLeaves } from '../../../src/proofs/leaves/leaf-service.ts'
import { silentLog } from '../../../testing/silent-log.ts'
import { testShop } from '../../../testing/test-app.ts'
import {
  addOrder,
  openShop,
  pay,
  payUnasked,
  post,
  prepareFor,
  readOrder,
  readTimeline,
  type TestShop,
} from './payment-fixtures.ts'

const dayMs = 86_400_000

let shop: TestShop

beforeEach(async () => {
  shop = await openShop()
})

afterEach(() => shop.close())

const hoursBetween = (from: string | null, to: string | null) =>
  (Date.parse(to ?? '') - Date.parse(from ?? '')) / 3_600_000

const countLeaves = (order: string) => shop.database.fork().count(ProofLeaf, { order })

const policy: ServicePolicy = {
  kinds: ['evm'],
  chains: [],
  fileRetentionDays: 30,
  unpaidFileHours: 24,
  deliveryHours: 48,
}

async function confirmationText(orderId: string): Promise<string> {
  const em = shop.database.fork()
  const mail = await em.findOneOrFail(OrderMail, { order: orderId, kind: 'confirmation' })
  const order = await readOrder(shop, orderId)
  const message = composeMail(mail, order, testShop, {
    texts: defaultMailTexts,
    policy,
    startedAt: null,
    recordState: 'none',
    evidence: null,
    receipt: null,
    record: null,
    refund: null,
  })
  return message.text.replaceAll(/\s+/g, ' ')
}

test('with a request, recording starts with the payment, and the confirmation repeats the request', async () => {
  const orderId = await addOrder(shop)
  await pay(shop, await prepareFor(shop, orderId))
  expect(await countLeaves(orderId)).toBe(1)
  const text = await confirmationText(orderId)
  expect(text).toContain(startRequestText)
  expect(text).toContain(refundText)
})

test('without a request, the payment is recorded, the confirmation says so, and recording waits until cancellation is no longer possible', async () => {
  const orderId = await payUnasked(shop)
  expect(await readOrder(shop, orderId)).toMatchObject({ status: 'paid', startRequestedAt: null })
  expect(await countLeaves(orderId)).toBe(0)
  expect(await confirmationText(orderId)).toContain('when your cancellation period ends')

  const paidAgo = (days: number) =>
    shop.database
      .fork()
      .execute('update orders set paid_at = ? where id = ?', [
        new Date(Date.now() - days * dayMs).toISOString(),
        orderId,
      ])
  await paidAgo(13)
  expect(await addMissingLeaves({ database: shop.database, log: silentLog, kinds: ['manual'] })).toBe(0)
  await paidAgo(15)
  expect(await addMissingLeaves({ database: shop.database, log: silentLog, kinds: ['manual'] })).toBe(1)
  expect(await countLeaves(orderId)).toBe(1)
})

test('with a request after the payment, by the order’s link, recording starts then, once, and the confirmation is sent again', async () => {
  const orderId = await payUnasked(shop)
  const { accessKey: key } = await readOrder(shop, orderId)
  const progress = async () => readOrderProgress(shop.database.fork(), { key, address: '192.0.2.1' })
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
  await shop.database
    .fork()
    .execute("update proof_leaf set created_at = now() - interval '49 hours' where order_id = ?", [orderId])
  expect(await progress()).toMatchObject({ isLate: true })
})
