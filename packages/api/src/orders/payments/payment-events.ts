import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { sql } from 'kysely'
import type { Log } from '../../platform/logging/log.ts'
import { Order, addOrderEvent } from '../../order-book/order-entity.ts'
import { type Em, type Database, isTemporary } from '../../platform/database/database.ts'
import { queries } from '../tables.ts'
import type { PaymentEvent } from '../gateway/payment-gateway.ts'
import { syncPayment, type PaymentDeps, giveUpPayment } from './payment-sync.ts'
import { recordRefunds } from './refund-records.ts'
import { AppError } from '@priormark/core/platform/errors'
import * as v from 'valibot'
import { columnsOf, readRows } from '../../platform/database/rows.ts'
import { sendRefund } from './refund-service.ts'
import { unsettledPayments } from './payment-service.ts'
import { Refund } from '../../order-book/refund-entity.ts'

/** An event of the payment provider that was handled completely. */
export const WebhookEvent = defineEntity({
  name: 'WebhookEvent',
  properties: {
    id: p.string().length(255).primary(),
    type: p.string().length(100),
    handledAt: p.datetime().index(),
  },
})
export type WebhookEvent = InferEntity<typeof WebhookEvent>

/**
 * Handles an event of the provider once. Its id is stored after everything else succeeded, so that a failed event is sent
 * again. The event is only a hint: the provider is asked for the payment's current state.
 */
export async function handlePaymentEvent(
  em: Em,
  deps: PaymentDeps & { log: Log },
  event: PaymentEvent,
): Promise<void> {
  if (event.paymentId === null) return
  if ((await em.findOne(WebhookEvent, event.id)) !== null) return
  const order = await syncPayment(em, deps, event.paymentId)
  if (order === null) {
    deps.log.warn({ eventId: event.id, type: event.type }, 'received an event for a payment without an order')
  } else if (event.type.includes('refund')) {
    await recordRefunds(em, deps, { orderId: order.id, paymentId: event.paymentId })
  }
  await em.transactional(async (tx) => {
    const storedId = await queries(tx)
      .insertInto('webhook_event')
      .values({ id: event.id, type: event.type, handled_at: sql<Date>`now()` })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    // Without an id, the same event was handled concurrently.
    if (storedId !== undefined && order !== null && event.failure !== null) {
      addOrderEvent(tx, tx.getReference(Order, order.id), 'payment_failed', 'stripe', event.failure)
    }
  })
}

/** The dependencies of the sweeper, which opens its own units of work. */
interface SweepDeps extends PaymentDeps {
  database: Database
  log: Log
}

/** The result of a sweep. */
export interface SweepResult {
  /** Events that no webhook delivered. */
  events: number
  /** Unfinished payments that were canceled. */
  abandoned: number
  /** Stored refunds that were sent. */
  refunds: number
  /** Payments that were read again because a fee is missing. */
  fees: number
  failures: number
  /** The failures for which the provider or the database did not respond. */
  unavailable: number
}

const hourMs = 3_600_000
/** An order that is unpaid for this long is abandoned. */
const abandonedAfterMs = 24 * hourMs
/** How far back events are read. Payments that stay open longer are checked one by one as abandoned. */
const eventsWindowMs = 24 * hourMs
/** The request that stored a refund also sends it, so the sweep waits this long. */
const refundSendingMs = 60_000
/** The provider lists events for 30 days; their ids are not needed after that. */
const eventRetentionMs = 60 * 24 * hourMs
const batchSize = 100
const PaymentWithoutFee = v.object({ orderId: v.string(), paymentId: v.string() })
/** A call without a response may take 15 s, and the other schedules of the process wait for the sweep. */
const maxUnavailable = 3

/**
 * Sends stored refunds, finds payments for which both the confirm call and the webhook were lost, cancels unfinished payments, and
 * reads missing fees. Runs every minute (schedules.ts); concurrent runs are harmless. A failure with one order is logged and does not
 * stop the others, unless the provider or the database does not respond several times.
 */
export async function sweepPayments(deps: SweepDeps, now = new Date()): Promise<SweepResult> {
  const result = { events: 0, abandoned: 0, refunds: 0, fees: 0, failures: 0, unavailable: 0 }
  await sendRefunds(deps, new Date(now.getTime() - refundSendingMs), result)
  await handleMissedEvents(deps, new Date(now.getTime() - eventsWindowMs), result)
  await cancelAbandonedPayments(deps, new Date(now.getTime() - abandonedAfterMs), result)
  await readMissingFees(deps, now, result)
  const cutoff = new Date(now.getTime() - eventRetentionMs)
  await queries(deps.database.fork()).deleteFrom('webhook_event').where('handled_at', '<', cutoff).execute()
  return result
}

/** Sends the refunds that were not sent because the process died or the provider did not respond. */
async function sendRefunds(deps: SweepDeps, before: Date, result: SweepResult): Promise<void> {
  const requested = { state: 'requested', requestedAt: { $lt: before } } as const
  const oldestFirst = { orderBy: { requestedAt: 'asc' }, limit: batchSize } as const
  for (const { id } of await deps.database.fork().find(Refund, requested, oldestFirst)) {
    await runAndLogFailure(deps.log, result, { refundId: id }, async () => {
      await sendRefund(deps.database.fork(), deps, id)
      result.refunds++
    })
  }
}

/** Handles every unhandled event since a point in time: one request per hundred events, and none per order. */
async function handleMissedEvents(deps: SweepDeps, since: Date, result: SweepResult): Promise<void> {
  const handledEvents = await queries(deps.database.fork())
    .selectFrom('webhook_event')
    .select('id')
    .where('handled_at', '>=', since)
    .execute()
  const handledIds = new Set(handledEvents.map(({ id }) => id))
  const missedEvents: PaymentEvent[] = []
  for await (const event of deps.gateway.eventsSince(since)) {
    if (event.paymentId !== null && !handledIds.has(event.id)) missedEvents.push(event)
  }
  for (const event of missedEvents.toReversed()) {
    await runAndLogFailure(deps.log, result, { eventId: event.id }, async () => {
      await handlePaymentEvent(deps.database.fork(), deps, event)
      result.events++
    })
  }
}

/**
 * Cancels payments of orders that have long been unpaid, and of orders that an administrator marked as paid, so that they are
 * not paid again. The provider decides: a payment that succeeded in the meantime stays paid.
 */
async function cancelAbandonedPayments(deps: SweepDeps, before: Date, result: SweepResult): Promise<void> {
  const payments = await unsettledPayments(deps.database.fork())
    .where((eb) => eb.or([eb('created_at', '<', before), eb('payment_confirmed', '=', true)]))
    .orderBy('created_at')
    .orderBy('id')
    .limit(batchSize)
    .execute()
  for (const { orderId, paymentId } of payments) {
    await runAndLogFailure(deps.log, result, { orderId }, async () => {
      await deps.gateway.cancel(paymentId)
      const order = await syncPayment(deps.database.fork(), deps, paymentId)
      if (order === null) await giveUpPayment(deps.database.fork(), orderId, paymentId)
      result.abandoned++
    })
  }
}

/**
 * Reads payments again whose fee the provider did not know yet: after a minute, and then each time after another quarter of the time
 * that has passed. The statement that finds the payments also claims them, so only one process reads each.
 */
async function readMissingFees(deps: SweepDeps, now: Date, result: SweepResult): Promise<void> {
  const rows = await readRows(deps.database.fork(), PaymentWithoutFee)`
    update money_movement set checked_at = ${now} where id in (
      select id from money_movement where fee_cents is null
        and checked_at + interval '1 minute' + greatest(checked_at - at, interval '0') / 4 <= ${now}
      order by checked_at limit ${batchSize} for update skip locked)
    returning ${columnsOf(PaymentWithoutFee)}`
  const payments = new Map(rows.map((row) => [row.paymentId, row]))
  for (const payment of payments.values()) {
    await runAndLogFailure(deps.log, result, payment, async () => {
      result.fees++
      await syncPayment(deps.database.fork(), deps, payment.paymentId)
      await recordRefunds(deps.database.fork(), deps, payment)
    })
  }
}

/** Runs `work`; logs and counts its failure. @throws the error of `work` if it ends the sweep */
async function runAndLogFailure(
  log: Log,
  result: SweepResult,
  subject: object,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    result.failures++
    log.error({ err: error, ...subject }, 'payment sweep failed for one item')
    if (!isTemporary(error) && !(error instanceof AppError && error.code === 'unavailable')) return
    result.unavailable++
    if (result.unavailable >= maxUnavailable) throw error
  }
}
