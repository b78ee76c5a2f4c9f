import type { OrderSummary } from '@priormark/core/orders/order'
import { visitorOrderEndpoints } from '@priormark/core/orders/visitor-endpoints'
import { client } from '../api.ts'
import { bookPayment, countPurchase } from '../checkout/book-payment.ts'
import { clearDraft } from '../order-form/draft-store.ts'

/**
 * Ends an order: forgets its form, books the payment a visitor comes back with, and reads how the order stands.
 * @param paymentIntentId from the provider's return address; null where checkout has booked it
 * @param orderId the order of this tab; undefined for the visitor's newest
 */
export async function settleOrder(
  paymentIntentId: string | null,
  orderId: string | undefined,
): Promise<OrderSummary> {
  if (paymentIntentId) await bookPayment(paymentIntentId)
  const order = await client.call(visitorOrderEndpoints.mine, { query: { orderId } })
  if (order.status === 'pending') return order
  clearDraft()
  if (paymentIntentId) countPurchase({ orderId: order.orderId, price: order.paymentAmount })
  return order
}
