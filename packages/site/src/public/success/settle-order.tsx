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
  /** The status and a link to the order's page; null for a visitor who paid someone else's order. */
  follow: ReactNode
  /** The protection status of a completed order; null if unknown. */
  tag: ProtectionStatus | null
}

/**
 * Completes the checkout: records the payment that a visitor returns with, reads the order, and clears the form.
 * @param paymentIntentId from the provider's return address; null if the checkout has recorded it
 * @param orderId undefined for the visitor's newest order
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
