import * as v from 'valibot'
import { endpoint } from '../platform/http/endpoint.ts'
import { Uuid } from '../platform/ids.ts'
import { NewOrder, OrderCorrection } from './order-form.ts'
import { OrderSummary } from './order.ts'

/** A visitor's calls about orders. Separate from the administrators' calls, which would add to the size of every public page. */
export const visitorOrderEndpoints = {
  /**
   * 409 `terms_changed` with the new `termsId` if the terms are no longer those of the given `termsId`; 409 `conflict` if
   * `previousKey` is not that of a draft that can have a next one.
   */
  create: endpoint('POST', '/api/create-order', {
    access: 'public',
    body: NewOrder,
    reply: v.object({ success: v.literal(true), message: v.string(), orderId: Uuid }),
  }),
  /** Changes an order before it is paid. 404 for other visitors' orders, 409 `order_paid` once there is nothing to pay. */
  correct: endpoint('POST', '/api/correct-order', {
    access: 'public',
    body: OrderCorrection,
    reply: OrderSummary,
  }),
  /** The visitor's own order: the given one, else the newest. 404 for other visitors' orders. */
  mine: endpoint('GET', '/api/my-order', {
    access: 'public',
    query: v.object({ orderId: v.optional(Uuid) }),
    reply: OrderSummary,
  }),
}
