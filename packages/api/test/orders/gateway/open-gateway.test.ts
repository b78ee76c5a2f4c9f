import { createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultPayments, type PaymentsSettings } from '@priormark/core/settings/services'
import { effectiveSettings } from '../../../testing/fixed-settings.ts'
import { openGateway } from '../../../src/orders/gateway/open-gateway.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'priormark-gateway-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

/** Settings with these keys. */
function settingsWith(payments: PaymentsSettings, unreadable: string[] = []) {
  const services = effectiveSettings({ payments, unreadable: { payments: unreadable } })
  return { services: async () => services, latestServices: () => services }
}

test('without keys and test payments, customers cannot pay, and nothing is known about payments', async () => {
  const settings = settingsWith(defaultPayments)
  const { gateway } = await openGateway({ payments: { mode: 'none' }, dataDir, settings })
  await expect(gateway.checkout()).rejects.toMatchObject({ code: 'unavailable' })
  await expect(gateway.retrieve('pi_1')).rejects.toMatchObject({ code: 'unavailable' })
  await gateway.check()
})

test('keys that cannot be decrypted are not replaced by test payments', async () => {
  const settings = settingsWith(defaultPayments, ['Stripe’s secret key'])
  const { gateway, standIn } = await openGateway({ payments: { mode: 'embedded' }, dataDir, settings })
  await expect(gateway.checkout()).rejects.toMatchObject({ code: 'unavailable' })
  standIn?.close()
})

test('an event is rejected without a signing secret, although anyone could sign with an empty one', async () => {
  const settings = settingsWith({ secretKey: 'sk_live_1', publishableKey: 'pk_live_1', webhookSecret: '' })
  const { gateway } = await openGateway({ payments: { mode: 'none' }, dataDir, settings })
  const body = JSON.stringify({ id: 'evt_1', type: 'payment_intent.succeeded' })
  const seconds = Math.floor(Date.now() / 1000)
  const mac = createHmac('sha256', '').update(`${seconds}.${body}`).digest('hex')
  const event = gateway.readEvent(Buffer.from(body), `t=${seconds},v1=${mac}`)
  await expect(event).rejects.toMatchObject({ code: 'invalid_signature' })
})

test('Stripe is opened with its keys, without the stand-in', async () => {
  const keys = { secretKey: 'sk_live_1', publishableKey: 'pk_live_1', webhookSecret: 'whsec_1' }
  const settings = settingsWith(keys)
  const { gateway, standIn, mode } = await openGateway({ payments: { mode: 'none' }, dataDir, settings })
  expect(await gateway.checkout()).toEqual({ mode: 'stripe', publishableKey: 'pk_live_1' })
  expect([standIn, mode()]).toEqual([null, 'stripe'])
})

test('the stand-in keeps its keys and payments across a restart', async () => {
  const open = () =>
    openGateway({ payments: { mode: 'embedded' }, dataDir, settings: settingsWith(defaultPayments) })
  const first = await open()
  const order = {
    orderId: 'order-1',
    orderNumber: 1042,
    amountCents: 897,
    currency: 'usd',
    idempotencyKey: 'key-1',
  }
  const payment = await first.gateway.create(order)
  first.standIn?.close()

  const { gateway, standIn } = await open()
  standIn?.setAddress('http://localhost:3000')
  expect(await gateway.checkout()).toEqual(await first.gateway.checkout())
  expect(await gateway.retrieve(payment.id)).toEqual(payment)
  expect(await gateway.dashboardLink('pi_1')).toBe('http://localhost:3000/__stripe/payments/pi_1')
  standIn?.close()
})
