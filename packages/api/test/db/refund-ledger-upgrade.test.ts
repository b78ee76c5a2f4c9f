import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { Order } from '../../src/orders/order-entity.ts'
import { OrderMail } from '../../src/orders/order-mail-entity.ts'
import { Refund } from '../../src/orders/refund-entity.ts'
import { readIncomes } from '../../src/overview/income.ts'
import type { ProviderRefund } from '../../src/payments/payment-gateway.ts'
import { recordRefunds } from '../../src/payments/refund-records.ts'
import type { Em } from '../../src/sql/database.ts'
import { openEmptyDatabase } from '../../testing/database.ts'
import { recordedQueue } from '../../testing/recorded-queue.ts'

const at = (day: string) => new Date(`${day}T08:00:00Z`)

interface OldOrder {
  refundedCents?: number
  refundedAt?: Date
  paymentState?: string
  dispute?: object
}

/** Adds an order to the tables as they were before. */
async function addOrder(em: Em, paymentId: string, order: OldOrder): Promise<string> {
  const id = randomUUID()
  await em.execute(
    `insert into orders (id, visitor_id, upload_id, first_name, last_name, email, project_name, project_description, file_name,
       file_size, file_sha256, created_at, updated_at, status, amount_cents, currency, payment_confirmed, payment_intent_id,
       payment_state, refunded_cents, refunded_at, dispute, paid_at, access_key, search_text)
     values (?, ?, ?, 'A', 'B', 'a@example.org', 'Work', 'Text', 'w.txt', 1, 'ab', ?, ?, 'paid', 897, 'usd', true, ?, ?, ?, ?, ?, ?, ?, '')`,
    [
      id,
      randomUUID(),
      randomUUID(),
      at('2026-08-01'),
      at('2026-10-20'),
      paymentId,
      order.paymentState ?? 'paid',
      order.refundedCents ?? 0,
      order.refundedAt ?? null,
      order.dispute === undefined ? null : JSON.stringify(order.dispute),
      at('2026-08-01'),
      id,
    ],
  )
  return id
}

async function addEvent(em: Em, orderId: string, day: string, detail: string): Promise<void> {
  await em.execute(
    `insert into order_event (id, order_id, at, kind, actor, detail) values (?, ?, ?, 'payment_state', 'stripe', ?)`,
    [randomUUID(), orderId, at(day), detail],
  )
}

test('an upgrade adds the refunds of the dashboard, which nobody is mailed about, and knows disputes and second payments', async () => {
  const database = await openEmptyDatabase()
  try {
    await database.migrate('Migration20261124003000_refund_mails')
    const before = database.fork()
    const refunded = await addOrder(before, 'pi_refunded', {
      refundedCents: 600,
      refundedAt: at('2026-10-05'),
      paymentState: 'partially_refunded',
    })
    await before.execute(
      `insert into refund (id, order_id, amount_cents, reason, state, requested_by, requested_at, refunded_at, provider_id)
       values (?, ?, 100, 'duplicate', 'sent', 'ada', ?, ?, 're_ours')`,
      [randomUUID(), refunded, at('2026-09-01'), at('2026-09-01')],
    )
    const failed = await addOrder(before, 'pi_failed', {
      refundedCents: 400,
      refundedAt: at('2026-12-05'),
      paymentState: 'partially_refunded',
    })
    const lost = await addOrder(before, 'pi_lost', {
      paymentState: 'disputed',
      dispute: { reason: 'fraudulent', status: 'lost', respondBy: null },
    })
    await addEvent(before, lost, '2026-09-02', 'The cardholder disputes the payment: fraudulent')
    await addEvent(before, lost, '2026-10-02', 'The dispute is lost: the cardholder keeps the money')
    const twice = await addOrder(before, 'pi_own', { paymentState: 'mismatch' })
    await addEvent(before, twice, '2026-09-03', 'Received $8.97 USD by pi_second where $8.97 USD was due')
    const wrong = await addOrder(before, 'pi_wrong', { paymentState: 'mismatch' })
    await addEvent(before, wrong, '2026-09-03', 'Received $5.00 USD by pi_wrong where $8.97 USD was due')

    await database.migrate()

    const em = database.fork()
    const months = [
      { since: at('2026-08-01'), until: at('2026-09-01') },
      { since: at('2026-09-01'), until: at('2026-10-01') },
      { since: at('2026-10-01'), until: at('2026-11-01') },
    ]
    const reversed = async () =>
      (await readIncomes(database.fork(), months)).map(({ refunds, disputes }) => [refunds, disputes])
    expect(await reversed()).toEqual([
      [0, 0],
      [1, 8.97],
      [5, 0],
    ])
    expect((await em.findOneOrFail(Order, twice)).otherPaymentIds).toEqual(['pi_second'])
    expect((await em.findOneOrFail(Order, wrong)).otherPaymentIds).toBeNull()

    // The next refund lists the older ones too, with their own days. Only the new one is mailed.
    const refundOf = (providerId: string, amountCents: number, day: string): ProviderRefund => ({
      providerId,
      refundId: null,
      amountCents,
      reason: null,
      createdAt: at(day),
      state: 'succeeded',
      failure: null,
    })
    const found = [
      refundOf('re_first', 200, '2026-08-10'),
      refundOf('re_ours', 100, '2026-09-01'),
      refundOf('re_second', 300, '2026-10-05'),
      refundOf('re_new', 50, '2026-10-09'),
    ]
    const deps = { gateway: { refunds: async () => found }, jobs: recordedQueue() }
    await recordRefunds(em, deps, { orderId: refunded, paymentId: 'pi_refunded' })
    expect(await reversed()).toEqual([
      [2, 0],
      [1, 8.97],
      [3.5, 0],
    ])
    const refunds = await em.find(Refund, { order: refunded }, { orderBy: { refundedAt: 'asc' } })
    expect(refunds.map(({ providerId }) => providerId)).toEqual(found.map(({ providerId }) => providerId))
    expect(await em.find(OrderMail, { order: refunded })).toMatchObject([
      { refund: { id: refunds.at(-1)?.id } },
    ])

    // One of the older refunds fails. Another one failed before the upgrade, so the sum never contained it.
    const failedRefund = { state: 'failed', failure: 'Stripe could not complete the refund' } as const
    const later = [
      { ...refundOf('re_never', 100, '2026-11-30'), ...failedRefund },
      refundOf('re_kept', 100, '2026-12-02'),
      { ...refundOf('re_failed', 300, '2026-12-05'), ...failedRefund },
    ]
    const laterDeps = { ...deps, gateway: { refunds: async () => later } }
    await recordRefunds(em, laterDeps, { orderId: failed, paymentId: 'pi_failed' })
    const rows = await em.find(Refund, { order: failed }, { orderBy: { requestedAt: 'asc' } })
    expect(rows).toMatchObject([
      { providerId: 're_never', state: 'rejected', refundedAt: null, failedAt: null },
      { providerId: 're_kept', state: 'sent', refundedAt: at('2026-12-02'), failedAt: null },
      {
        providerId: 're_failed',
        state: 'rejected',
        refundedAt: at('2026-12-05'),
        failedAt: expect.any(Date),
      },
    ])
    expect(await em.count(OrderMail, { order: failed })).toBe(0)
  } finally {
    await database.close()
  }
})
