import { afterAll, expect, test } from 'vitest'
import { RateLimit } from '../../../src/platform/http/rate-limit.ts'
import { Order } from '../../../src/order-book/order-entity.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import { newVisitor, placeOrder } from '../../../testing/visitor.ts'
import { openOrderPageSource } from '../../../src/orders/fulfillment/order-progress-service.ts'

const app = await startTestApp()
afterAll(() => app.close())

const address = '192.0.2.7'

test('returns the order of a key, or reports that it does not exist', async () => {
  const failures: unknown[] = []
  const source = openOrderPageSource(app.parts, (error) => failures.push(error))
  const id = await placeOrder(newVisitor(app))
  const { accessKey: key } = await app.database.fork().findOneOrFail(Order, { id })
  expect(await source({ key, address })).toMatchObject({ kind: 'order', key, order: { orderId: id } })
  for (const wrong of ['C'.repeat(43), 'short', id])
    expect(await source({ key: wrong, address })).toEqual({ kind: 'missing' })
  expect(failures).toEqual([])
})

test('returns the rate limit to a client with too many requests', async () => {
  const source = openOrderPageSource(app.parts, () => {})
  const em = app.database.fork()
  const windowEndsAt = new Date(Date.now() + 600_000)
  await em.insert(RateLimit, { key: 'order-page:192.0.2.8', hits: 300, windowEndsAt })
  expect(await source({ key: 'E'.repeat(43), address: '192.0.2.8' })).toEqual({ kind: 'failed' })
  expect(await source({ key: 'E'.repeat(43), address })).toEqual({ kind: 'missing' })
})

test('returns and reports a failure if the database does not respond', async () => {
  const failures: unknown[] = []
  const broken = {
    ...app.database,
    fork: () => {
      throw new Error('database gone')
    },
  }
  const source = openOrderPageSource({ ...app.parts, database: broken }, (error) => failures.push(error))
  expect(await source({ key: 'D'.repeat(43), address })).toEqual({ kind: 'failed' })
  expect(failures).toHaveLength(1)
})
