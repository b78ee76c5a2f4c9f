import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openGateway } from '../../../src/orders/gateway/open-gateway.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'priormark-gateway-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

test('Stripe is opened with its keys, without the stand-in', async () => {
  const keys = { secretKey: 'sk_live_1', publishableKey: 'pk_live_1', webhookSecret: 'whsec_1' }
  const { gateway, standIn } = await openGateway({ payments: { mode: 'stripe', keys }, dataDir })
  expect(gateway).toMatchObject({ mode: 'stripe', publishableKey: 'pk_live_1' })
  expect(standIn).toBeNull()
})

test('the stand-in keeps its keys and payments across a restart', async () => {
  const open = () => openGateway({ payments: { mode: 'embedded' }, dataDir })
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
  expect(gateway).toMatchObject({ mode: 'embedded', publishableKey: first.gateway.publishableKey })
  expect(await gateway.retrieve(payment.id)).toEqual(payment)
  expect(gateway.dashboardLink('pi_1')).toBe('http://localhost:3000/__stripe/payments/pi_1')
  standIn?.close()
})
