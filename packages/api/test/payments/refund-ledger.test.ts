import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Order } from '../../src/orders/order-entity.ts'
import { OrderEvent } from '../../src/orders/order-event-entity.ts'
import { OrderMail } from '../../src/orders/order-mail-entity.ts'
import { Refund } from '../../src/orders/refund-entity.ts'
import type { ProviderRefund } from '../../src/payments/payment-gateway.ts'
import { recordRefunds } from '../../src/payments/refund-records.ts'
import type { Database } from '../../src/sql/database.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { unknownId } from '../../testing/test-app.ts'
import { addOrder } from './payment-fixtures.ts'
import { recordedQueue } from '../../testing/recorded-queue.ts'
import { buildRefund } from '../../testing/builders/refund.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const createdAt = new Date('2026-03-01T10:00:00Z')

/** A refund that was made in the provider's dashboard. */
const found = (providerId: string, changes: Partial<ProviderRefund> = {}): ProviderRefund => ({
  providerId,
  refundId: null,
  amountCents: 200,
  reason: null,
  createdAt,
  state: 'succeeded',
  failure: null,
  ...changes,
})

/** Adds a paid order, possibly with the sum of refunds that were made before each had its own row. */
async function addPaid(olderCents = 0) {
  const paymentId = `pi_${randomUUID()}`
  const paid = { paymentIntentId: paymentId, paymentState: 'paid', paymentConfirmed: true } as const
  const id = await addOrder({ database }, paid)
  const em = database.fork()
  if (olderCents > 0)
    buildRefund(em, em.getReference(Order, id), {
      paymentId,
      amountCents: olderCents,
      state: 'sent',
      requestedBy: 'stripe',
      requestedAt: createdAt,
      refundedAt: createdAt,
    })
  await em.flush()
  const record = (...refunds: ProviderRefund[]) =>
    recordRefunds(
      database.fork(),
      { gateway: { refunds: async () => refunds }, jobs: recordedQueue() },
      { orderId: id, paymentId },
    )
  const rows = async () => {
    const all = await database.fork().find(Refund, { order: id }, { orderBy: { providerId: 'asc' } })
    return all.map(({ providerId, amountCents, state }) => [providerId, amountCents, state])
  }
  const mails = () => database.fork().count(OrderMail, { order: id, kind: 'refund' })
  return { id, record, rows, mails }
}

describe('a refund from the time when only their sum was known', () => {
  test('replaces its part of the sum, and is not mailed so late', async () => {
    const { record, rows, mails } = await addPaid(500)
    await record(found('re_1'))
    expect(await rows()).toEqual([
      ['re_1', 200, 'sent'],
      [null, 300, 'sent'],
    ])
    await record(found('re_1'), found('re_2', { amountCents: 300 }))
    expect(await rows()).toEqual([
      ['re_1', 200, 'sent'],
      ['re_2', 300, 'sent'],
    ])
    expect(await mails()).toBe(0)
  })

  test('is a new one if the sum is too small for it', async () => {
    const { record, rows, mails } = await addPaid(100)
    await record(found('re_3'))
    expect(await rows()).toEqual([
      ['re_3', 200, 'sent'],
      [null, 100, 'sent'],
    ])
    expect(await mails()).toBe(1)
  })

  test('is looked for among those that succeeded before those that failed', async () => {
    const { record, rows } = await addPaid(200)
    const failed = { state: 'failed' } as const
    await record(found('re_4', failed), found('re_5'), found('re_6', failed))
    expect(await rows()).toEqual([
      ['re_4', 200, 'rejected'],
      ['re_5', 200, 'sent'],
      ['re_6', 200, 'rejected'],
    ])
    const refunds = await database.fork().find(Refund, { providerId: ['re_4', 're_5', 're_6'] })
    const times = refunds.map(({ providerId, refundedAt }) => [providerId, refundedAt])
    expect(Object.fromEntries(times)).toEqual({ re_4: null, re_5: createdAt, re_6: null })
  })
})

describe('a refund that fails', () => {
  test.each([
    ['has no time of its return if the customer never had the money', 'pending', null],
    ['has the time of its return if the customer had the money', 'succeeded', expect.any(Date)],
  ] as const)('%s', async (_title, state, failedAt: unknown) => {
    const { id, record } = await addPaid()
    const providerId = `re_${state}`
    await record(found(providerId, { state }))
    await record(found(providerId, { state: 'failed' }))
    expect(await database.fork().findOneOrFail(Refund, { providerId })).toMatchObject({
      state: 'rejected',
      failedAt,
    })
    const events = await database.fork().find(OrderEvent, { order: id, kind: 'refund_rejected' })
    expect(events).toMatchObject([{ actor: 'stripe', detail: '$2.00: unknown' }])
  })
})

test('refunds of an order that was deleted are ignored', async () => {
  const gateway = { refunds: async () => [found('re_of_nothing')] }
  const deps = { gateway, jobs: recordedQueue() }
  await recordRefunds(database.fork(), deps, { orderId: unknownId, paymentId: 'pi_of_nothing' })
  expect(await database.fork().count(Refund, { providerId: 're_of_nothing' })).toBe(0)
})
