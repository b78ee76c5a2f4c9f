import * as v from 'valibot'
import { IsoDate } from '../platform/ids.ts'
import { Order } from './order.ts'

/** An order that was paid, with what a notification says about it. */
const PaidOrder = v.object({
  ...v.pick(Order, ['id', 'projectName', 'fileName', 'paymentAmount']).entries,
  paidAt: IsoDate,
})
export type PaidOrder = v.InferOutput<typeof PaidOrder>

/** What changed in a shop since a moment. */
export const OrderNews = v.object({
  /** The time of the reply by the server's clock, for the next call. */
  at: IsoDate,
  /** The newest 500 orders that were paid or marked as paid since then, newest first. Not those that were refunded. */
  paid: v.array(PaidOrder),
  /** How many orders are to be fulfilled: '42', or '1000+' if counting stopped. */
  toFulfill: v.string(),
  /** When a customer was last erased since then, so that programs can delete what they stored; null if none was. */
  lastErasureAt: v.nullable(IsoDate),
})
export type OrderNews = v.InferOutput<typeof OrderNews>
