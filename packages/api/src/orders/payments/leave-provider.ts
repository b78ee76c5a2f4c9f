import { orderConditions } from '@priormark/core/orders/order-conditions'
import type { NotNull } from 'kysely'
import { conditionSql } from '../../order-book/order-condition-sql.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Log } from '../../platform/logging/log.ts'
import { queries } from '../tables.ts'
import { syncPayment, type PaymentDeps } from './payment-sync.ts'

interface LeaveDeps extends PaymentDeps {
  database: Database
  log: Log
}

/** How many payments are closed at the same time. */
const atOnce = 10

/** More than a shop has open within a day. */
const maxPayments = 1_000

/**
 * Cancels the open payments at a provider whose keys are about to be replaced, and records those that succeeded meanwhile: the
 * next keys would not find them. A customer who returns gets a new payment. Safe to repeat. A failure is logged, because the
 * former keys may no longer be valid.
 */
export async function leaveProvider(deps: LeaveDeps): Promise<void> {
  const rows = await queries(deps.database.fork())
    .selectFrom('orders')
    .select(['id', 'payment_intent_id'])
    .where('payment_intent_id', 'is not', null)
    .where(conditionSql(orderConditions.isUnsettled))
    .orderBy('created_at', 'desc')
    .limit(maxPayments)
    .$narrowType<{ payment_intent_id: NotNull }>()
    .execute()
  for (let first = 0; first < rows.length; first += atOnce)
    await Promise.all(rows.slice(first, first + atOnce).map((row) => leavePayment(deps, row)))
}

async function leavePayment(
  deps: LeaveDeps,
  { id: orderId, payment_intent_id: paymentId }: { id: string; payment_intent_id: string },
): Promise<void> {
  try {
    await deps.gateway.cancel(paymentId)
    await syncPayment(deps.database.fork(), deps, paymentId)
  } catch (error) {
    deps.log.warn({ err: error, orderId }, 'an open payment could not be closed at the former account')
  }
}
