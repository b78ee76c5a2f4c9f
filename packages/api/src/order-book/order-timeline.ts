import { randomUUID } from 'node:crypto'
import { type OrderEventKind, orderEventKinds } from '@priormark/core/orders/order'
import { defineEntity, p } from '@mikro-orm/core'
import type { Em } from '../platform/database/database.ts'
import { Order } from './order-entity.ts'

export const OrderEventSchema = defineEntity({
  name: 'OrderEvent',
  tableName: 'order_event',
  indexes: [{ properties: ['order', 'at'] }],
  properties: {
    id: p.uuid().primary(),
    order: () => p.manyToOne(Order).deleteRule('cascade'),
    at: p.datetime(),
    kind: p.enum(orderEventKinds),
    actor: p.string().length(200),
    detail: p.text().nullable(),
  },
})

/** An event of an order's timeline. */
export class OrderEvent extends OrderEventSchema.class {}
OrderEventSchema.setClass(OrderEvent)

/** One for the process, so that events within a millisecond keep their order. In milliseconds since 1970. */
let lastMoment = 0

/** How far the last moment can be ahead because events followed each other within a millisecond, in milliseconds. */
const maxAheadMs = 1_000

/** Returns the current time, but never the same millisecond twice, so that events of one change keep their order. */
function nextMoment(): Date {
  const now = Date.now()
  // After a clock was ahead and was corrected, the timeline continues from the right time.
  lastMoment = lastMoment - now > maxAheadMs ? now : Math.max(now, lastMoment + 1)
  return new Date(lastMoment)
}

/** Adds an event to an order's timeline, written with the next flush of `em`. */
export function addOrderEvent(
  em: Em,
  order: Order,
  kind: OrderEventKind,
  actor: string,
  detail: string | null = null,
): OrderEvent {
  return em.create(OrderEvent, { id: randomUUID(), order, at: nextMoment(), kind, actor, detail })
}
