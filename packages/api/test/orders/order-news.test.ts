import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { Order } from '../../src/order-book/order-entity.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { newAdmin, newVisitor, payAtStripe, placeOrder } from '../../testing/visitor.ts'

const app = await startTestApp()
const admin = await newAdmin(app)
afterAll(() => app.close())

const news = (since?: string) => admin.api.orders.news({ query: since === undefined ? {} : { since } })
const markPaid = (id: string) => admin.api.orders.change({ params: { id }, body: { paymentConfirmed: true } })

async function pay(projectName = 'Work'): Promise<string> {
  const visitor = newVisitor(app)
  const orderId = await placeOrder(visitor, { projectName })
  const { clientSecret } = await visitor.api.payments.open({ body: { orderId } })
  await payAtStripe(app, clientSecret)
  return orderId
}

test('returns each order whose payment arrived since a moment, even after it was completed', async () => {
  await pay()
  const first = await news()
  expect(first.paid).toEqual([])

  await placeOrder(newVisitor(app))
  const open = await pay('Open')
  const completed = await pay('Completed')
  const blockchainLink = 'https://chain.example/tx/1'
  await admin.api.orders.change({ params: { id: completed }, body: { blockchainLink, status: 'completed' } })

  const next = await news(first.at)
  expect(next.paid).toMatchObject([
    { id: completed, projectName: 'Completed', paymentAmount: 8.97 },
    { id: open, projectName: 'Open' },
  ])
  expect(Number(next.toFulfill)).toBe(Number(first.toFulfill) + 1)
  expect((await news(next.at)).paid).toEqual([])
})

test('announces an order that was paid twice or that an administrator marked as paid, once', async () => {
  const { at } = await news()
  const marked = await placeOrder(newVisitor(app))
  await markPaid(marked)
  const twice = await pay('Paid twice')
  await app.database.fork().nativeUpdate(Order, { id: twice }, { paymentState: 'mismatch' })
  const next = await news(at)
  expect(next.paid.map(({ id }) => id)).toEqual([twice, marked])
  await app.database.fork().nativeUpdate(Order, { id: twice }, { paymentState: 'paid' })
  expect((await news(next.at)).paid).toEqual([])
})

test('announces no order whose money was returned before anyone looked', async () => {
  const { at } = await news()
  const id = await pay('Returned')
  // In Stripe too, or the webhook of the payment can arrive now and set the order to paid again.
  await admin.api.orderPayments.refund({
    params: { id },
    body: { id: randomUUID(), amount: 8.97, reason: 'requested_by_customer' },
  })
  expect((await news(at)).paid).toEqual([])
})

test('says when a customer was erased, and leaves their orders out', async () => {
  const first = await news()
  expect(first.lastErasureAt).toBeNull()
  const id = await placeOrder(newVisitor(app), { email: 'gone@example.org' })
  await admin.api.customers.erase({ params: { id }, body: { email: 'gone@example.org' } })
  const next = await news(first.at)
  expect(Date.parse(next.lastErasureAt ?? '')).toBeGreaterThanOrEqual(Date.parse(first.at))
  expect(next.paid).toEqual([])
})

test('treats impossible dates as the beginning of time', async () => {
  for (const since of ['2026-02-31T00:00:00Z', '0000-01-01T00:00:00Z']) {
    expect((await news(since)).paid.length).toBeGreaterThanOrEqual(0)
  }
})
