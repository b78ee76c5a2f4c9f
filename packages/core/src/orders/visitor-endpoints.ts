import * as v from 'valibot'
import { endpoint } from '../http/endpoint.ts'
import { Uuid } from '../ids.ts'
import { NewOrder } from './order-form.ts'
import { OrderSummary } from './order.ts'

/** What a visitor may do with an order. Apart from the administrators', which would weigh on every public page. */
export const visitorOrderEndpoints = {
  create: endpoint({
    method: 'POST',
    path: '/api/create-order',
    access: 'public',
    body: NewOrder,
    reply: v.object({ success: v.literal(true), message: v.string(), orderId: Uuid }),
  }),
  /** The visitor's own order: the one named, else the newest. 404 for anyone else. */
  mine: endpoint({
    method: 'GET',
    path: '/api/my-order',
    access: 'public',
    query: v.object({ orderId: v.optional(Uuid) }),
    reply: OrderSummary,
  }),
}
