import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Order } from '../../src/orders/order-entity.ts'
import { readMonths, readPeriods } from '../../src/overview/overview-service.ts'
import { buildOrder } from '../../testing/builders/order.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { newAdmin } from '../../testing/visitor.ts'

const now = new Date('2026-11-23T10:00:00.000Z')
const at = (text: string) => new Date(`${text}:00.000Z`)

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.database.fork().execute('delete from orders'))

async function addOrders(...orders: Partial<Order>[]): Promise<void> {
  const em = app.database.fork()
  for (const order of orders) buildOrder(em, order)
  await em.flush()
}

const paid = (paidAt: string, details: Partial<Order> = {}): Partial<Order> => ({
  createdAt: at(paidAt),
  paidAt: at(paidAt),
  status: 'paid',
  paymentConfirmed: true,
  paymentState: 'paid',
  ...details,
})

test('sums today, 7 and 30 days, each with today', async () => {
  await addOrders(
    { createdAt: at('2026-11-23T00:00') },
    paid('2026-11-23T09:00', { completedAt: at('2026-11-23T09:30'), status: 'completed' }),
    paid('2026-11-22T23:59', { completedAt: at('2026-11-23T01:59'), status: 'completed' }),
    paid('2026-11-17T00:00', { refundedCents: 200, refundedAt: at('2026-11-23T08:00') }),
    paid('2026-11-16T23:59'),
    paid('2026-10-25T00:00', { amountCents: 1_000 }),
    paid('2026-10-24T23:59'),
  )
  expect(await readPeriods(app.database.fork(), now)).toEqual([
    { days: 1, orders: 2, income: 8.97, refunds: 2, net: 6.97, recorded: 2, minutesToProof: 75 },
    { days: 7, orders: 4, income: 26.91, refunds: 2, net: 24.91, recorded: 2, minutesToProof: 75 },
    { days: 30, orders: 6, income: 45.88, refunds: 2, net: 43.88, recorded: 2, minutesToProof: 75 },
  ])
})

test('says nothing about the time to proof without a recorded order', async () => {
  const [today] = await readPeriods(app.database.fork(), now)
  expect(today).toEqual({
    days: 1,
    orders: 0,
    income: 0,
    refunds: 0,
    net: 0,
    recorded: 0,
    minutesToProof: null,
  })
})

test('lists the income of twelve months, oldest first, with empty ones', async () => {
  await addOrders(
    paid('2026-11-01T00:00'),
    paid('2026-10-31T23:59', { amountCents: 1_000 }),
    paid('2025-12-01T00:00'),
    paid('2025-11-30T23:59', { refundedCents: 300, refundedAt: at('2026-11-02T08:00') }),
  )
  const months = await readMonths(app.database.fork(), now)
  expect(months).toHaveLength(12)
  expect(months[0]).toEqual({ month: '2025-12', income: 8.97, refunds: 0, net: 8.97 })
  expect(months[1]).toEqual({ month: '2026-01', income: 0, refunds: 0, net: 0 })
  expect(months.slice(-2)).toEqual([
    { month: '2026-10', income: 10, refunds: 0, net: 10 },
    { month: '2026-11', income: 8.97, refunds: 3, net: 5.97 },
  ])
})

test('filters the list, its counts and the CSV by the days on which orders were created', async () => {
  const admin = await newAdmin(app)
  await addOrders(
    paid('2026-11-20T00:00', { projectName: 'First day' }),
    paid('2026-11-21T23:59', { projectName: 'Last day' }),
    paid('2026-11-22T00:00', { projectName: 'Day after', paymentState: 'disputed' }),
  )
  const days = { search: '', from: '2026-11-20', to: '2026-11-21' }
  const list = await admin.api.orders.list({ query: { ...days, tab: 'all', page: 1, limit: 20 } })
  expect(list.map(({ projectName }) => projectName)).toEqual(['Last day', 'First day'])
  expect(await admin.api.orders.counts({ query: days })).toEqual({
    'to-fulfill': '2',
    all: '2',
    pending: '0',
    paid: '2',
    completed: '0',
    refunded: '0',
    disputed: '0',
  })
  expect(await admin.api.orders.counts({ query: { ...days, from: '', to: '' } })).toMatchObject({
    'to-fulfill': '2',
    all: '3',
    disputed: '1',
  })
  const headers = { authorization: `Bearer ${admin.token}` }
  const csv = await fetch(`${app.url}/api/admin/orders.csv?tab=all&from=2026-11-21&to=2026-11-21`, {
    headers,
  })
  expect((await csv.text()).match(/First day|Last day|Day after/g)).toEqual(['Last day'])
  const wrong = await fetch(`${app.url}/api/admin/orders.csv?from=yesterday`, { headers })
  expect(wrong.status).toBe(400)
})
