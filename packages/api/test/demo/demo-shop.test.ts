import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillDemoShop } from '../../src/demo/demo-shop.ts'
import { Order } from '../../src/orders/order-entity.ts'
import { OrderMail } from '../../src/orders/order-mail-entity.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import {
  anchorsWith,
  expectProven,
  leafOf,
  recordedQueue,
  round,
  steadyPort,
} from '../anchoring/anchoring-fixtures.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(() => app.close())

test('the demonstration has orders in every state that stay so while the shop records, with proofs that hold', async () => {
  const { database } = app
  const books = { database, jobs: recordedQueue() }
  const anchors = anchorsWith([steadyPort(books)], { batchSeconds: 0 })
  await fillDemoShop({ database, storage: app.parts.storage, anchors })
  const standing = async () => {
    const orders = await database.fork().findAll(Order, { orderBy: { createdAt: 'asc' } })
    return orders.map(({ id, status, blockchainLink, paymentState }) => ({
      id,
      status,
      blockchainLink,
      paymentState,
    }))
  }
  const filled = await standing()
  expect(new Set(filled.map(({ status }) => status))).toEqual(new Set(['pending', 'paid', 'completed']))

  for (let n = 0; n < 4; n += 1) await round(books, anchors)
  await fillDemoShop({ database, storage: app.parts.storage, anchors })
  expect(await standing()).toEqual(filled)
  expect(await database.fork().count(OrderMail)).toBe(0)
  for (const { id, status, paymentState } of filled) {
    if (status === 'pending') continue
    if (paymentState === 'paid') await expectProven(database, id)
    else expect((await leafOf(database, id)).batch).toBeNull()
  }
})
