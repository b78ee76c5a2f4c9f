import { defineEntity, p } from '@mikro-orm/core'
import { orderEventKinds } from '@priormark/core/orders/order'
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
