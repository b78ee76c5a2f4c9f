import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { OrderEvent } from '../../../src/order-book/order-entity.ts'
import { Refund } from '../../../src/order-book/refund-entity.ts'
import type { ProviderRefund } from '../../../src/orders/gateway/payment-gateway.ts'
import { recordRefunds } from '../../../src/orders/payments/refund-records.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { unknownId } from '../../../testing/test-app.ts'
import { addOrder } from './payment-fixtures.ts'
import { recordedQueue } from '../../../testing/recorded-queue.ts'

const database = await openTestDatabase()
afterAll(() => database.close())

const createdAt = new Date('2026-03-01T10:00:00Z')

/** A refund that was made in the provider's dashboard. */
const providerRefund = (providerId: string, changes: Partial<ProviderRefund> = {}): ProviderRefund => ({
  providerId,
  refundId: null,
  amountCents: 200,
  reason: null,
  createdAt,
  state: 'succeeded',
  failure: null,
  movements: [],
  ...changes,
})

/** Adds a paid order, and returns what records refunds of its payment. */
async function addPaid() {
  const paymentId = `pi_${randomUUID()}`
  const paid = { paymentIntentId: paymentId, paymentState: 'paid', paymentConfirmed: true } as const
  const id = await addOrder({ database }, paid)
  const record = (...refunds: ProviderRefund[]) =>
    recordRefunds(
      database.fork(),
      { gateway: { refunds: async () => refunds }, jobs: recordedQueue() },
      { orderId: id, paymentId },
    )
  return { id, record }
}

describe('a refund that fails', () => {
  test.each(['pending', 'succeeded'] as const)('is rejected after it was %s', async (state) => {
    const { id, record } = await addPaid()
    const providerId = `re_${state}`
    await record(providerRefund(providerId, { state }))
    await record(providerRefund(providerId, { state: 'failed' }))
    expect(await database.fork().findOneOrFail(Refund, { providerId })).toMatchObject({ state: 'rejected' })
    const events = await database.fork().find(OrderEvent, { order: id, kind: 'refund_rejected' })
    expect(events).toMatchObject([{ actor: 'stripe', detail: '$2.00: unknown' }])
  })
})

test('refunds of an order that was deleted are ignored', async () => {
  const gateway = { refunds: async () => [providerRefund('re_of_nothing')] }
  const deps = { gateway, jobs: recordedQueue() }
  await recordRefunds(database.fork(), deps, { orderId: unknownId, paymentId: 'pi_of_nothing' })
  expect(await database.fork().count(Refund, { providerId: 're_of_nothing' })).toBe(0)
})
