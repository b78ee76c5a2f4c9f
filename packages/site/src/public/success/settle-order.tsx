import type { OrderSummary } from '@priormark/core/orders/order'
import { visitorOrderEndpoints } from '@priormark/core/orders/visitor-endpoints'
import type { ReactNode } from 'react'
import { client } from '../api.ts'
import { confirmPayment, countPurchase } from '../checkout/payment-calls.ts'
import { clearDraft } from '../order-form/draft-store.ts'
import { tagOf } from '../order/order-labels.ts'
import { readOrder } from '../order/read-order.ts'
import type { ProtectionStatus } from '../checkout/ProtectionTag.tsx'
import { FollowOrder } from './FollowOrder.tsx'

export interface SettledOrder {
  order: OrderSummary
  /** Where it stands, and the way to its page; null for a visitor who paid it for somebody else. */
  follow: ReactNode
  /** How the work is protected, once its order is completed; null where that is not known. */
  tag: ProtectionStatus | null
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
  if (paymentIntentId) await confirmPayment(paymentIntentId)
  const order = await client.call(visitorOrderEndpoints.mine, { query: { orderId } })
  if (order.status !== 'pending') {
    clearDraft()
    if (paymentIntentId) countPurchase({ orderId: order.orderId, price: order.paymentAmount })
  }
  const { key, status } = order
  const known = key === null ? 'gone' : await readOrder(key).catch(() => 'gone' as const)
  if (key === null || known === 'gone') return { order, follow: null, tag: null }
  const follow = <FollowOrder orderKey={key} known={known} />
  return { order, follow, tag: status === 'completed' ? tagOf(known) : null }
}
