import { defineEntity, type InferEntity, p, type LockMode } from '@mikro-orm/core'
import { indexedStates } from '@priormark/core/orders/order-conditions'
import {
  orderStatuses,
  paymentStates,
  type Dispute,
  type OrderEventKind,
  orderEventKinds,
} from '@priormark/core/orders/order'
import type { Vat } from '@priormark/core/orders/books/vat'
import type { Trader } from '@priormark/core/settings/groups'
import type { RecordingStart } from '@priormark/core/settings/policy/service-policy'
import { AppError } from '@priormark/core/platform/errors'
import { AcceptedTerms } from '../settings/accepted-terms-service.ts'
import { indexedSearchText } from './order-search.ts'
import { type Em, forUpdate } from '../platform/database/database.ts'
import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { readRow } from '../platform/database/rows.ts'

/**
 * The SQL of the address that identifies a customer, for the index and its queries. With the collation "C", lower() changes only the
 * letters A to Z, on every server; stored addresses have no other capitals.
 */
export const customerAddressSql = 'lower(email collate "C")'

/** A customer's order and its state. */
export const Order = defineEntity({
  name: 'Order',
  tableName: 'orders',
  indexes: [
    { properties: ['createdAt', 'id'] },
    { properties: ['status', 'createdAt', 'id'] },
    { properties: ['visitorId', 'createdAt'] },
    { properties: ['paidAt'] },
    { properties: ['completedAt'], include: ['paidAt'] },
    // Few orders are open, so their indexes include the search text and a search needs no table rows.
    {
      name: 'orders_open_index',
      properties: ['status', 'createdAt', 'id'],
      include: ['searchText'],
      where: `"status" <> 'completed'`,
    },
    {
      name: 'orders_unfulfilled_index',
      properties: ['createdAt', 'id'],
      include: ['searchText', 'paymentState'],
      where: `"status" = 'paid' and "blockchain_link" is null`,
    },
    {
      name: 'orders_refunded_or_disputed_index',
      properties: ['createdAt', 'id'],
      include: ['searchText', 'paymentState'],
      where: `"payment_state" in (${indexedStates.map((state) => `'${state}'`).join(', ')})`,
    },
    {
      name: 'orders_second_dispute_index',
      properties: ['createdAt', 'id'],
      include: ['searchText'],
      where: '"second_dispute" is not null',
    },
    {
      name: 'orders_unpaid_files_index',
      properties: ['uploadNetwork'],
      include: ['fileSize'],
      where: '"storage_key" is not null and not "payment_confirmed"',
    },
    {
      name: 'orders_previous_order_index',
      properties: ['previousOrderId'],
      where: '"previous_order_id" is not null',
    },
    {
      name: 'orders_customer_index',
      expression: `create index "orders_customer_index" on "orders" (${customerAddressSql})`,
    },
    {
      name: 'orders_search_index',
      expression: `create index "orders_search_index" on "orders" using gin (${indexedSearchText} gin_trgm_ops)`,
    },
  ],
  properties: {
    id: p.uuid().primary(),
    /** What people call the order: #1042. From nextOrderNumber(). */
    number: p.integer().unique(),
    /** The visitor session that created the order and may see it on the checkout and success pages. */
    visitorId: p.uuid(),
    /** The upload that became this order; ordering twice with one upload gives one order. */
    uploadId: p.uuid().unique(),
    firstName: p.text(),
    lastName: p.text(),
    email: p.text(),
    /** The customer's time zone, an IANA name, for dates in emails; null if unknown. */
    timeZone: p.string().length(64).nullable(),
    projectName: p.text(),
    projectDescription: p.text(),
    fileName: p.string().length(255),
    fileSize: p.integer(),
    fileSha256: p.string().length(64),
    /** SHA3-256, which is recorded as well in case SHA-256 is broken some day. */
    fileSha3: p.string().length(64),
    /** The key in the file storage; null once the file was deleted. */
    storageKey: p.string().length(200).nullable(),
    /** The network that uploaded the file and whose quota it counts towards; null once the order is paid or the file is deleted. */
    uploadNetwork: p.string().length(50).nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    status: p.enum(orderStatuses).default('pending'),
    amountCents: p.integer(),
    currency: p.string().length(3),
    /** The VAT that the price includes, by the settings when the order was placed; null for none. */
    vat: p.json<Vat>().nullable(),
    /** Who sold it, by the settings when the order was placed; null in the sample order and those of the demo. */
    trader: p.json<Trader>().nullable(),
    paymentConfirmed: p.boolean().default(false),
    paymentIntentId: p.string().length(255).nullable().unique(),
    paymentState: p.enum(paymentStates).default('unpaid'),
    refundedCents: p.integer().default(0),
    /** Null unless a dispute is open or lost. */
    dispute: p.json<Dispute>().nullable(),
    /** Other payments for this order whose money the shop still has: the customer paid twice. Null means none. */
    secondPaymentIds: p.json<string[]>().nullable(),
    /** The open dispute of a second payment. */
    secondDispute: p.json<Dispute & { paymentId: string }>().nullable(),
    /** When the customer asked for an immediate start, and the version of the wording: start-request.ts in core. */
    startRequestedAt: p.datetime().nullable(),
    startRequestVersion: p.string().length(20).nullable(),
    /** The work is recorded within this many hours: what the shop promised when the order was placed. */
    deliveryHours: p.integer().default(48),
    /** The terms that the customer accepted; null in the sample order and those of the demo, which no customer placed. */
    terms: () => p.manyToOne(AcceptedTerms).nullable(),
    paidAt: p.datetime().nullable(),
    completedAt: p.datetime().nullable(),
    confirmationEmailSent: p.boolean().default(false),
    fulfillmentEmailSent: p.boolean().default(false),
    blockchainLink: p.text().nullable(),
    /** The order of the earlier draft of the work; null without one, and once that order was erased. */
    previousOrderId: p.uuid().nullable(),
    /** When all personal data was erased at the customer's request. */
    erasedAt: p.datetime().nullable(),
    /** The secret in the address of the order page: 32 random bytes in base64url. */
    accessKey: p.string().length(43).unique(),
    /** The text for the admin's search, see order-search.ts. */
    searchText: p.text(),
    version: p.integer().version(),
  },
})
export type Order = InferEntity<typeof Order>

/** Returns an email address in the form of `customerAddressSql`: practically all mail servers ignore case. */
export function customerAddress(email: string): string {
  return email.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** Returns what decides when an order is recorded. @param startedAt when recording started; null if it has not */
export function recordingStartOf(order: Order, startedAt: Date | null): RecordingStart {
  const { paidAt, createdAt, startRequestedAt, deliveryHours } = order
  return { paidAt: paidAt ?? createdAt, startRequestedAt: startRequestedAt ?? null, startedAt, deliveryHours }
}

/** @throws AppError not_found */
export async function findOrder(
  em: Em,
  id: string,
  options: { lockMode?: LockMode; refresh?: boolean } = {},
): Promise<Order> {
  const order = await em.findOne(Order, { id }, options)
  if (order === null) throw new AppError('not_found', 'This order doesn’t exist')
  return order
}

/** Locks an order until the end of the transaction of `em`, and reads its newest state. @throws AppError not_found */
export function lockOrder(em: Em, id: string): Promise<Order> {
  return findOrder(em, id, forUpdate)
}

/** An event of an order's timeline. */
export const OrderEvent = defineEntity({
  name: 'OrderEvent',
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
export type OrderEvent = InferEntity<typeof OrderEvent>

/** When the last event of this process happened, in milliseconds since 1970. */
let lastEventAt = 0

/** How far the last event can be ahead of the clock because of others in the same millisecond, in milliseconds. */
const maxAheadMs = 1_000

/** Returns the current time, but never the same millisecond twice, so that events of one change keep their order. */
function nextEventTime(): Date {
  const now = Date.now()
  // When a clock that was ahead has been corrected, the timeline continues at the right time.
  lastEventAt = lastEventAt - now > maxAheadMs ? now : Math.max(now, lastEventAt + 1)
  return new Date(lastEventAt)
}

/** Adds an event to an order's timeline, written with the next flush of `em`. */
export function addOrderEvent(
  em: Em,
  order: Order,
  kind: OrderEventKind,
  actor: string,
  detail: string | null = null,
): OrderEvent {
  return em.create(OrderEvent, { id: randomUUID(), order, at: nextEventTime(), kind, actor, detail })
}

/** More orders than a shop receives between a backup and the loss of its database. */
const restoreSkipCount = 10_000

const NextNumber = v.object({ number: v.number() })

/**
 * Returns the number of a new order. The database's sequence never returns a number twice, whatever is rolled back or killed, so
 * numbers have gaps. An order has its number from the start, because a customer who cannot pay writes about it too.
 */
export async function nextOrderNumber(em: Em): Promise<number> {
  const { number } = await readRow(em, NextNumber)`select nextval('orders_number_seq')::int as number`
  return number
}

/** Skips the numbers that the shop may have assigned since the backup: customers have receipts with them. */
export async function skipOrderNumbers(em: Em): Promise<void> {
  await readRow(em, NextNumber)`
    select setval('orders_number_seq', nextval('orders_number_seq') + ${restoreSkipCount})::int as number`
}
