import { defineEntity, p } from '@mikro-orm/core'
import { sql } from 'kysely'
import type { Log } from '../../platform/logging/log.ts'
import { Order } from '../../order-book/order-entity.ts'
import { addOrderEvent } from '../../order-book/order-timeline.ts'
import type { Em } from '../../platform/database/database.ts'
import { queries } from '../tables.ts'
import type { PaymentEvent } from '../gateway/payment-gateway.ts'
import { syncPayment, type PaymentDeps } from './payment-sync.ts'
import { recordRefunds } from './refund-records.ts'

export const WebhookEventSchema = defineEntity({
  name: 'WebhookEvent',
  tableName: 'webhook_event',
  properties: {
    id: p.string().length(255).primary(),
    type: p.string().length(100),
    handledAt: p.datetime().index(),
  },
})

/** An event of the payment provider that was handled completely. */
export class WebhookEvent extends WebhookEventSchema.class {}
WebhookEventSchema.setClass(WebhookEvent)

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
    const isFirst = await storeEventId(tx, event)
    if (isFirst && order !== null && event.failure !== null) {
      addOrderEvent(tx, tx.getReference(Order, order.id), 'payment_failed', 'stripe', event.failure)
    }
  })
}

/** Stores the event's id. Returns false if the same event was handled concurrently. */
async function storeEventId(em: Em, event: PaymentEvent): Promise<boolean> {
  const stored = await queries(em)
    .insertInto('webhook_event')
    .values({ id: event.id, type: event.type, handled_at: sql<Date>`now()` })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return stored !== undefined
}
