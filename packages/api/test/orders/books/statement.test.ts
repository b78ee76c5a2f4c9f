import { centsFromDollars } from '@priormark/core/platform/money'
import { propertyRuns } from '@priormark/core/testing/depth'
import { recentPeriods } from '@priormark/core/orders/books/period'
import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Payment } from '../../../src/orders/gateway/payment-gateway.ts'
import { withMoney } from '../../../src/orders/books/order-money.ts'
import { readOrderChunks } from '../../../src/orders/order-list.ts'
import { readStatement } from '../../../src/orders/books/statement-service.ts'
import { readMonths } from '../../../src/orders/overview/overview-service.ts'
import { sweepPayments } from '../../../src/orders/payments/payment-events.ts'
import { recordRefunds } from '../../../src/orders/payments/refund-records.ts'
import { syncPayment } from '../../../src/orders/payments/payment-sync.ts'
import { buildMovement } from '../../../testing/builders/money-movement.ts'
import { buildOrder } from '../../../testing/builders/order.ts'
import { recordedQueue } from '../../../testing/recorded-queue.ts'
import { silentLog } from '../../../testing/silent-log.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import { newAdmin, newStaff } from '../../../testing/visitor.ts'
import { stripeSdk } from '../payments/payment-fixtures.ts'

const app = await startTestApp(undefined, { holdWebhooks: true })
const admin = await newAdmin(app)
afterAll(() => app.close())
beforeEach(() => app.database.fork().execute('delete from orders'))

const download = (path: string) =>
  fetch(`${app.url}${path}`, { headers: { authorization: `Bearer ${admin.token}` } })

/** The cells of a CSV file without its headings. Its texts have no commas or quotes. */
async function readCsv(path: string): Promise<string[][]> {
  const lines = (await (await download(path)).text()).trim().split('\r\n').slice(1)
  return lines.map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')))
}

test('the export of orders has what moved of each order', async () => {
  const em = app.database.fork()
  const order = buildOrder(em)
  const at = new Date('2026-11-02T12:00:00Z')
  buildMovement(em, order, { kind: 'payment', amountCents: 897, at, feeCents: 56 })
  buildMovement(em, order, { kind: 'refund', amountCents: -200, at, feeCents: null })
  await em.flush()
  const every = { tab: 'all', search: '', date: 'ordered', from: '', to: '' } as const
  const moved: unknown[] = []
  for await (const { money } of withMoney(em, readOrderChunks(em, every))) moved.push(money)
  expect(moved).toEqual([
    {
      orderId: order.id,
      refundedAt: at,
      disputedCents: 0,
      disputedAt: null,
      disputeReturnedAt: null,
      feeCents: 56,
      netCents: 641,
    },
  ])
})

describe('a statement', () => {
  test('has each amount on the day it moved, in the shop’s time zone', async () => {
    const em = app.database.fork()
    const order = buildOrder(em, { number: 1042 })
    // October 31 in New York.
    const at = new Date('2026-11-01T03:30:00Z')
    const fee = { feeCents: 56, paymentId: 'pi_1', balanceTransactionId: 'txn_1' }
    buildMovement(em, order, { kind: 'payment', amountCents: 897, at, ...fee })
    buildMovement(em, order, {
      kind: 'refund',
      amountCents: -200,
      at: new Date('2026-11-02T12:00:00Z'),
      feeCents: null,
    })
    await em.flush()
    const inNewYork = (period: string) => readStatement(app.database.fork(), period, 'America/New_York')
    expect(await inNewYork('2026-10')).toEqual({
      period: '2026-10',
      income: 8.97,
      refunds: 0,
      disputes: 0,
      fees: 0.56,
      net: 8.41,
      missingFees: 0,
      parts: [
        {
          from: '2026-10-31',
          until: '2026-11-01',
          income: 8.97,
          refunds: 0,
          disputes: 0,
          fees: 0.56,
          net: 8.41,
        },
      ],
    })
    expect(await inNewYork('2026-11')).toMatchObject({ income: 0, refunds: 2, net: -2, missingFees: 1 })
    const quarter = await inNewYork('2026-q4')
    expect(quarter).toMatchObject({ income: 8.97, refunds: 2, net: 6.41 })
    expect(quarter.parts.map(({ from }) => from)).toEqual(['2026-10-01', '2026-11-01'])
    expect(await inNewYork('2026-tax')).toMatchObject({ net: 6.41 })
    expect(await readCsv('/api/admin/statements/2026-11/statement.csv')).toEqual([
      ['2026-11-01 03:30', '#1042', 'payment', 'USD', '8.97', '0.56', '8.41', 'pi_1', 'txn_1'],
      ['2026-11-02 12:00', '#1042', 'refund', 'USD', '-2', '', '-2', '', ''],
    ])
  })

  test('is a PDF too, and each download is in the audit log', async () => {
    const pdf = await download('/api/admin/statements/2026-tax/statement.pdf')
    expect(pdf.headers.get('content-disposition')).toContain('statement-2026-tax.pdf')
    expect((await pdf.text()).slice(0, 5)).toBe('%PDF-')
    const { entries } = await admin.api.audit.list({ query: { search: 'statement.exported' } })
    expect(entries[0]).toMatchObject({ detail: 'statement-2026-tax.pdf' })
  })

  test.each(['2026-13', 'yesterday'])('is not there for the period %s', async (period) => {
    expect((await download(`/api/admin/statements/${period}`)).status).toBe(404)
  })

  test('is not for writers of the blog', async () => {
    const writer = await newStaff(app, 'blog')
    const headers = { authorization: `Bearer ${writer.token}` }
    expect((await fetch(`${app.url}/api/admin/statements/2026-10`, { headers })).status).toBe(403)
  })
})

/** What happens to a payment, each on a later day. */
const Step = fc.constantFrom('refund part', 'refund rest', 'fail refund', 'dispute', 'win', 'lose')
const History = fc.record({
  cents: fc.integer({ min: 100, max: 5_000 }),
  daysAgo: fc.integer({ min: 0, max: 80 }),
  steps: fc.array(Step, { maxLength: 8 }),
  /** How many reads Stripe needs until it knows the fees. */
  unbookedReads: fc.integer({ min: 0, max: 3 }),
  isOutside: fc.boolean(),
})

describe('over random histories of payments', () => {
  const stripe = stripeSdk(app.stripe)

  test('overview, statements, CSV and Stripe have the same amounts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(History, { minLength: 1, maxLength: 5 }), async (histories) => {
        await app.database.fork().execute('delete from orders')
        const booked = new Set((await allBooked()).map(({ id }) => id))
        let outsideCents = 0
        for (const history of histories) outsideCents += await play(history)
        await settle()

        const transactions = (await allBooked()).filter(({ id }) => !booked.has(id))
        const stripeNet = transactions.reduce((sum, { net }) => sum + net, 0)
        const stripeFees = transactions.reduce((sum, { fee }) => sum + fee, 0)
        const em = app.database.fork()
        const now = new Date()
        const months = await readMonths(em, now)
        const statements = await Promise.all(
          recentPeriods('month', now.toISOString().slice(0, 10))
            .slice(0, 12)
            .toReversed()
            .map((period) => readStatement(app.database.fork(), period, 'UTC')),
        )
        for (const [index, { period, missingFees, parts: _parts, ...income }] of statements.entries()) {
          expect({ month: period, ...income }).toEqual(months[index])
          expect(missingFees).toBe(0)
        }
        const total = (name: 'net' | 'fees') =>
          statements.reduce((sum, statement) => sum + centsFromDollars(statement[name]), 0)
        expect([total('net'), total('fees')]).toEqual([stripeNet + outsideCents, stripeFees])
        for (const { period, net, fees, parts } of statements) {
          if (parts.length === 0) continue
          const lines = await readCsv(`/api/admin/statements/${period}/statement.csv`)
          const sum = (cell: number) =>
            lines.reduce((cents, line) => cents + centsFromDollars(Number(line[cell])), 0)
          expect([sum(6), sum(5)]).toEqual([centsFromDollars(net), centsFromDollars(fees)])
        }
      }),
      propertyRuns({ normal: 12, deep: 200 }),
    )
  })

  async function allBooked() {
    return stripe.balanceTransactions.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 })
  }

  /** Plays a history at Stripe and in the shop. @returns the cents that did not go through Stripe */
  async function play({ cents, daysAgo, steps, unbookedReads, isOutside }: HistoryOf): Promise<number> {
    const em = app.database.fork()
    const { id: orderId, number: orderNumber } = buildOrder(em, { amountCents: cents })
    await em.flush()
    if (isOutside) {
      await admin.api.orders.change({ params: { id: orderId }, body: { paymentConfirmed: true } })
      return cents
    }
    const { gateway } = app.parts
    const { controls } = app.stripe
    const { id } = await gateway.create({
      orderId,
      orderNumber,
      amountCents: cents,
      currency: 'usd',
      idempotencyKey: orderId,
    })
    const at = (day: number) => new Date(Date.now() - Math.max(0, daysAgo - day) * 86_400_000)
    controls.pay(id, at(0))
    let reads = 0
    const unbooked = (payment: Payment | null) => {
      reads += 1
      if (payment === null || reads > unbookedReads) return payment
      return { ...payment, movements: payment.movements.map((move) => ({ ...move, feeCents: null })) }
    }
    const slow = { ...gateway, retrieve: async (asked: string) => unbooked(await gateway.retrieve(asked)) }
    const deps = { gateway: slow, jobs: recordedQueue() }
    await syncPayment(app.database.fork(), deps, id)
    let lastRefund: string | null = null
    for (const [index, step] of steps.entries()) {
      lastRefund = take(step, id, at(index + 1), lastRefund) ?? lastRefund
      // The shop may learn of several changes at once.
      if (index % 2 === 1) await syncPayment(app.database.fork(), deps, id)
    }
    await syncPayment(app.database.fork(), deps, id)
    await recordRefunds(app.database.fork(), deps, { orderId, paymentId: id })
    await recordRefunds(app.database.fork(), deps, { orderId, paymentId: id })
    return 0
  }

  /** Does a step if the payment allows it. @returns the id of a refund */
  function take(step: string, id: string, at: Date, lastRefund: string | null): string | null {
    const { controls } = app.stripe
    try {
      if (step === 'refund part') return controls.refund(id, 33, at)
      if (step === 'refund rest') return controls.refund(id, 67, at)
      if (step === 'fail refund' && lastRefund !== null) controls.failRefund(lastRefund)
      if (step === 'dispute') controls.openDispute(id, at)
      if (step === 'win') controls.closeDispute(id, 'won')
      if (step === 'lose') controls.closeDispute(id, 'lost')
    } catch {
      // Stripe rejects a step that does not fit the payment.
    }
    return null
  }

  /** Asks for the fees that are missing, as the shop does every minute. */
  async function settle(): Promise<void> {
    const { gateway } = app.parts
    const deps = { database: app.database, gateway, jobs: recordedQueue(), log: silentLog }
    await sweepPayments(deps, new Date(Date.now() + 400 * 86_400_000))
  }
})

type HistoryOf = typeof History extends fc.Arbitrary<infer Value> ? Value : never
