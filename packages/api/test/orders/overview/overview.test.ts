import { afterAll, beforeEach, expect, test } from 'vitest'
import type { MovementKind } from '../../../src/order-book/money-movement-entity.ts'
import type { Order } from '../../../src/order-book/order-entity.ts'
import { readMonths, readPeriods } from '../../../src/orders/overview/overview-service.ts'
import { buildMovement } from '../../../testing/builders/money-movement.ts'
import { buildOrder } from '../../../testing/builders/order.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import { newAdmin } from '../../../testing/visitor.ts'

const now = new Date('2026-11-23T10:00:00.000Z')
const at = (text: string) => new Date(`${text}:00.000Z`)

const app = await startTestApp()
afterAll(() => app.close())
beforeEach(() => app.database.fork().execute('delete from orders'))

/** An order, and what moved of its money besides the payment. */
interface SoldOrder extends Partial<Order> {
  moves?: { kind: MovementKind; cents: number; at: string; feeCents?: number }[]
}

async function addOrders(...orders: SoldOrder[]): Promise<void> {
  const em = app.database.fork()
  for (const { moves = [], ...details } of orders) {
    const order = buildOrder(em, details)
    const { amountCents, paidAt } = order
    if (paidAt != null) buildMovement(em, order, { kind: 'payment', amountCents, at: paidAt })
    for (const { cents, at: day, ...move } of moves)
      buildMovement(em, order, { ...move, amountCents: cents, at: at(day) })
  }
  await em.flush()
}

const paid = (paidAt: string, details: SoldOrder = {}): SoldOrder => ({
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
    paid('2026-11-17T00:00', { moves: [{ kind: 'refund', cents: -200, at: '2026-11-23T08:00' }] }),
    paid('2026-11-16T23:59'),
    paid('2026-10-25T00:00', { amountCents: 1_000 }),
    paid('2026-10-24T23:59'),
  )
  const same = { refunds: 2, disputes: 0, fees: 0, recorded: 2, minutesToProof: 75 }
  expect(await readPeriods(app.database.fork(), now)).toEqual([
    { days: 1, ordered: 2, paid: 1, income: 8.97, net: 6.97, ...same },
    { days: 7, ordered: 4, paid: 3, income: 26.91, net: 24.91, ...same },
    { days: 30, ordered: 6, paid: 5, income: 45.88, net: 43.88, ...same },
  ])
})

test('says nothing about the time to proof without a recorded order', async () => {
  const [today] = await readPeriods(app.database.fork(), now)
  expect(today).toEqual({
    days: 1,
    ordered: 0,
    paid: 0,
    income: 0,
    refunds: 0,
    disputes: 0,
    fees: 0,
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
    paid('2025-11-30T23:59', { moves: [{ kind: 'refund', cents: -300, at: '2026-11-02T08:00' }] }),
  )
  const months = await readMonths(app.database.fork(), now)
  expect(months).toHaveLength(12)
  expect(months[0]).toEqual({ month: '2025-12', income: 8.97, refunds: 0, disputes: 0, fees: 0, net: 8.97 })
  expect(months[1]).toEqual({ month: '2026-01', income: 0, refunds: 0, disputes: 0, fees: 0, net: 0 })
  expect(months.slice(-2)).toEqual([
    { month: '2026-10', income: 10, refunds: 0, disputes: 0, fees: 0, net: 10 },
    { month: '2026-11', income: 8.97, refunds: 3, disputes: 0, fees: 0, net: 5.97 },
  ])
})

test('counts every refund and dispute in the month in which the money moved', async () => {
  const disputed = { kind: 'dispute', cents: -897, at: '2026-09-10T08:00', feeCents: 1_500 } as const
  await addOrders(
    paid('2026-08-01T00:00', {
      moves: [
        { kind: 'refund', cents: -200, at: '2026-08-20T08:00' },
        { kind: 'refund', cents: -300, at: '2026-10-02T08:00' },
        { kind: 'refund', cents: -50, at: '2026-08-21T08:00' },
        { kind: 'refund_failed', cents: 50, at: '2026-09-03T08:00' },
        // A second payment and its refund.
        { kind: 'payment', cents: 897, at: '2026-08-02T08:00', feeCents: 56 },
        { kind: 'refund', cents: -897, at: '2026-08-03T08:00' },
      ],
    }),
    paid('2026-08-02T00:00', { moves: [disputed] }),
    paid('2026-08-03T00:00', {
      moves: [disputed, { kind: 'dispute_returned', cents: 897, at: '2026-10-05T08:00' }],
    }),
  )
  const months = await readMonths(app.database.fork(), now)
  expect(months.slice(-4)).toEqual([
    { month: '2026-08', income: 35.88, refunds: 11.47, disputes: 0, fees: 0.56, net: 23.85 },
    { month: '2026-09', income: 0, refunds: -0.5, disputes: 17.94, fees: 30, net: -47.44 },
    { month: '2026-10', income: 0, refunds: 3, disputes: -8.97, fees: 0, net: 5.97 },
    { month: '2026-11', income: 0, refunds: 0, disputes: 0, fees: 0, net: 0 },
  ])
})

test('filters the list, its counts and the CSV by the days on which orders were placed or paid', async () => {
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
  // What was paid in a month, whenever it was ordered and whatever became of it, as accounting needs it.
  await addOrders(
    paid('2026-10-31T12:00', {
      projectName: 'Paid later',
      paidAt: at('2026-11-21T01:00'),
      status: 'completed',
    }),
    { createdAt: at('2026-11-21T08:00'), projectName: 'Never paid' },
  )
  const paidThen = { ...days, date: 'paid', from: '2026-11-21' } as const
  expect(await admin.api.orders.counts({ query: paidThen })).toMatchObject({
    all: '2',
    paid: '1',
    pending: '0',
  })
  const paidCsv = await fetch(`${app.url}/api/admin/orders.csv?date=paid&from=2026-11-21&to=2026-11-21`, {
    headers,
  })
  expect(paidCsv.headers.get('content-disposition')).toContain(
    'orders-all-paid-from-2026-11-21-to-2026-11-21.csv',
  )
  expect((await paidCsv.text()).match(/Last day|Paid later|Never paid/g)).toEqual(['Last day', 'Paid later'])
  const wrong = await fetch(`${app.url}/api/admin/orders.csv?from=yesterday`, { headers })
  expect(wrong.status).toBe(400)
})
