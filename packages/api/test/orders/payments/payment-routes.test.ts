import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../../../testing/test-app.ts'
import { newVisitor, placeOrder, refusal } from '../../../testing/visitor.ts'

const app = await startTestApp()
afterAll(() => app.close())

test('an order whose payment was opened by a link stays visible after the visitor opens the payment of their own order', async () => {
  const linked = await placeOrder(newVisitor(app))
  const visitor = newVisitor(app)
  const readLinked = () => visitor.api.orders.mine({ query: { orderId: linked } })
  const own = await placeOrder(visitor)
  expect(await refusal(readLinked())).toMatchObject({ status: 404 })
  await visitor.api.payments.open({ body: { orderId: linked } })
  expect(await readLinked()).toMatchObject({ orderId: linked, work: null })
  await visitor.api.payments.open({ body: { orderId: own } })
  expect(await readLinked()).toMatchObject({ orderId: linked, work: null })
})
