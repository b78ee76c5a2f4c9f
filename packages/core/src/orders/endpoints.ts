import * as v from 'valibot'
import { endpoint } from '../platform/http/endpoint.ts'
import { IsoDate, Uuid } from '../platform/ids.ts'
import { maxOrdersUnpaged } from '../platform/limits.ts'
import { Day, queryInteger, SearchText } from '../platform/page.ts'
import { Order, OrderChange, OrderEvent, orderDates, orderTabs } from './order.ts'

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

const ofOrder = { access: 'orders', params: v.object({ id: Uuid }) } as const

/** The orders that were placed or paid from the start of `from` to the end of `to` and match the search. */
const range = {
  search: SearchText,
  date: v.optional(v.picklist(orderDates), 'ordered'),
  from: Day,
  to: Day,
}
const filter = { tab: v.optional(v.picklist(orderTabs), 'all'), ...range }

export const orderEndpoints = {
  /** Newest first; without `limit`, the newest 500. `X-Total-Count` is the total, or '1000+' if counting stopped. */
  list: endpoint('GET', '/api/admin/direct/orders', {
    access: 'orders',
    query: v.object({
      ...filter,
      page: queryInteger({ min: 1, max: 100_000, fallback: 1 }),
      limit: queryInteger({ min: 1, max: maxOrdersUnpaged, fallback: maxOrdersUnpaged }),
    }),
    reply: v.array(Order),
  }),
  /** How many orders each tab has: '42', or '1000+' if counting stopped. */
  counts: endpoint('GET', '/api/admin/order-counts', {
    access: 'orders',
    query: v.object(range),
    reply: v.record(v.picklist(orderTabs), v.string()),
  }),
  /**
   * What a program that watches the shop asks for periodically. Without `since`, no paid orders: the reply's `at` is where
   * the watch begins.
   */
  news: endpoint('GET', '/api/admin/order-news', {
    access: 'orders',
    query: v.object({ since: v.optional(IsoDate) }),
    reply: OrderNews,
  }),
  /** All orders that match the filter, as CSV. */
  csv: endpoint('GET', '/api/admin/orders.csv', { access: 'orders', query: v.object(filter), reply: 'file' }),
  read: endpoint('GET', '/api/admin/orders/:id', { ...ofOrder, reply: Order }),
  change: endpoint('PATCH', '/api/admin/orders/:id', { ...ofOrder, body: OrderChange, reply: Order }),
  /** The customer's file as an attachment. */
  file: endpoint('GET', '/api/admin/orders/:id/file', { ...ofOrder, reply: 'file' }),
  /** Oldest first. */
  timeline: endpoint('GET', '/api/admin/orders/:id/timeline', { ...ofOrder, reply: v.array(OrderEvent) }),
  addNote: endpoint('POST', '/api/admin/orders/:id/notes', {
    ...ofOrder,
    body: v.object({
      text: v.pipe(
        v.string(),
        v.trim(),
        v.minLength(1, 'Write a note first'),
        v.maxLength(5_000, 'Use at most 5000 characters'),
      ),
    }),
    reply: OrderEvent,
  }),
}
