import type { OrderSummary } from '@priormark/core/orders/order'
import { visitorOrderEndpoints } from '@priormark/core/orders/visitor-endpoints'
import type { ReactNode } from 'react'
import { client } from '../api.ts'
import { bookPayment, countPurchase } from '../checkout/book-payment.ts'
import { clearDraft } from '../order-form/draft-store.ts'
import { readOrder } from '../order/read-order.ts'
import { FollowOrder } from './FollowOrder.tsx'

export interface SettledOrder {
  order: OrderSummary
  /** Where it stands, and the way to its page; null for a visitor who paid it for somebody else. */
  follow: ReactNode
}

/**
 * Ends an order: forgets its form, books the payment a visitor comes back with, and reads how the order stands.
 * @param paymentIntentId from the provider's return address; null where checkout has booked it
 * @param orderId the order of this tab; undefined for the visitor's newest
 */
export async function settleOrder(
  paymentIntentId: string | null,
  orderId: string | undefined,
): Promise<SettledOrder> {
  if (paymentIntentId) await bookPayment(paymentIntentId)
  const order = await client.call(visitorOrderEndpoints.mine, { query: { orderId } })
  if (order.status !== 'pending') {
    clearDraft()
    if (paymentIntentId) countPurchase({ orderId: order.orderId, price: order.paymentAmount })
  }
  return { order, follow: order.key === null ? null : await followOrder(order.key) }
}

async function followOrder(key: string): Promise<ReactNode> {
  const known = await readOrder(key).catch(() => null)
  return known && <FollowOrder orderKey={key} known={known} />
}
