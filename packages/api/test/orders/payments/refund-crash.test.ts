import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Stripe } from 'stripe'
import { afterEach, describe, expect, test } from 'vitest'
import { MoneyMovement } from '../../../src/order-book/money-movement-entity.ts'
import { Order } from '../../../src/order-book/order-entity.ts'
import { sweepPayments } from '../../../src/orders/payments/payment-events.ts'
import { Refund } from '../../../src/order-book/refund-entity.ts'
import { buildOrder } from '../../../testing/builders/order.ts'
import { remoteGateway } from '../../../testing/remote-gateway.ts'
import { silentLog } from '../../../testing/silent-log.ts'
import { openPlace, stablePlace } from '../../../testing/stable-place.ts'
import { startStripeServer } from '../../../testing/stripe-server.ts'
import { recordedQueue } from '../../../testing/recorded-queue.ts'
import { stripeSdk } from './payment-fixtures.ts'
import { OrderMail } from '../../../src/order-book/order-mail-service.ts'

const cleanups: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

/** Adds an order that is paid at the stand-in. */
async function payOrder(place: string, stripe: Stripe): Promise<{ orderId: string; paymentId: string }> {
  const database = await openPlace(place)
  await database.migrate()
  const em = database.fork()
  const { id: paymentId } = await stripe.paymentIntents.create({ amount: 897, currency: 'usd' })
  await stripe.paymentIntents.confirm(paymentId, { payment_method: 'pm_card_visa' })
  const order = buildOrder(em, {
    status: 'paid',
    paymentConfirmed: true,
    paidAt: new Date(),
    paymentState: 'paid',
    paymentIntentId: paymentId,
  })
  await em.flush()
  await database.close()
  return { orderId: order.id, paymentId }
}

describe('a process that is killed while it refunds', () => {
  test.each(['before', 'after'])(
    '%s the provider has the refund: the next sweep refunds it once',
    async (step) => {
      const { place, remove } = await stablePlace()
      cleanups.push(remove)
      const server = await startStripeServer()
      cleanups.push(() => server.close())
      const stripe = stripeSdk(server.stripe)
      const { orderId, paymentId } = await payOrder(place, stripe)
      const script = path.join(import.meta.dirname, '../../../testing/processes/refund-and-die.ts')
      const { secretKey } = server.stripe.keys
      const child = spawn(process.execPath, [script, place, server.url, secretKey, orderId, step], {
        stdio: ['ignore', 'inherit', 'inherit'],
      })
      expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
      const sent = async () => (await stripe.refunds.list({ payment_intent: paymentId })).data
      expect(await sent()).toHaveLength(step === 'after' ? 1 : 0)

      const database = await openPlace(place)
      cleanups.push(() => database.close())
      expect(await database.fork().find(Refund, { order: orderId })).toMatchObject([{ state: 'requested' }])
      const deps = {
        database,
        gateway: remoteGateway(server.url, secretKey),
        jobs: recordedQueue(),
        log: silentLog,
      }
      const later = new Date(Date.now() + 120_000)
      expect(await sweepPayments(deps, later)).toMatchObject({ refunds: 1, failures: 0 })
      expect(await sweepPayments(deps, later)).toMatchObject({ refunds: 0, failures: 0 })
      expect(await sent()).toMatchObject([{ amount: 200, reason: 'duplicate' }])
      expect(await database.fork().count(OrderMail, { order: orderId, kind: 'refund' })).toBe(1)
      expect(await database.fork().findOneOrFail(Order, orderId)).toMatchObject({
        paymentState: 'partially_refunded',
        refundedCents: 200,
      })
      expect(await database.fork().find(Refund, { order: orderId })).toMatchObject([{ state: 'sent' }])
    },
  )
})

test('a process that is killed between a payment and its fee: the next sweep records the fee, and neither twice', async () => {
  const { place, remove } = await stablePlace()
  cleanups.push(remove)
  const server = await startStripeServer()
  cleanups.push(() => server.close())
  const { orderId, paymentId } = await payOrder(place, stripeSdk(server.stripe))
  const script = path.join(import.meta.dirname, '../../../testing/processes/fee-and-die.ts')
  const { secretKey } = server.stripe.keys
  const child = spawn(process.execPath, [script, place, server.url, secretKey, paymentId], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])

  const database = await openPlace(place)
  cleanups.push(() => database.close())
  const movements = () => database.fork().find(MoneyMovement, { order: orderId })
  expect(await movements()).toMatchObject([{ kind: 'payment', amountCents: 897, feeCents: null }])
  const deps = {
    database,
    gateway: remoteGateway(server.url, secretKey),
    jobs: recordedQueue(),
    log: silentLog,
  }
  const later = new Date(Date.now() + 3_600_000)
  expect(await sweepPayments(deps, later)).toMatchObject({ failures: 0 })
  expect(await sweepPayments(deps, later)).toMatchObject({ fees: 0, failures: 0 })
  expect(await movements()).toMatchObject([{ kind: 'payment', amountCents: 897, feeCents: 56 }])
})
