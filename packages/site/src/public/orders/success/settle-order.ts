import type { OrderProgress } from '@priormark/core/orders/order-progress'
import { ApiError } from '@priormark/core/platform/http/api-error'
import type { OrderSummary } from '@priormark/core/orders/order'
import { visitorOrderEndpoints } from '@priormark/core/orders/visitor-endpoints'
import { client } from '../../platform/api.ts'
import { confirmPayment, countPurchase } from '../checkout/payment-calls.ts'
import { clearEntry } from '../order-form/entry-store.ts'
import { readOrder } from '../order-page/use-order-watch.ts'

/** The state of an order of this browser. 'missing': there is no such order. */
export type OrderState = 'paid' | 'processing' | 'unpaid' | 'missing'

export interface SettledOrder {
  state: OrderState
  /** Null if there is none. */
  order: OrderSummary | null
  /** Null if it is not paid, for a visitor who paid someone else's order, and if it cannot be read. */
  progress: OrderProgress | null
}

/**
 * Completes the checkout: records the payment that a visitor returns with, reads the order, and clears the form.
 * @param paymentIntentId from the provider's return address; null if the checkout has recorded it
 * @param orderId undefined for the visitor's newest order
 * @throws ApiError, NetworkError if the order cannot be read
 */
export async function settleOrder(
  paymentIntentId: string | null,
  orderId: string | undefined,
): Promise<SettledOrder> {
  if (paymentIntentId) await confirmPayment(paymentIntentId)
  const order = await findOrder(orderId)
  if (order === null) return { state: 'missing', order, progress: null }
  if (order.status !== 'pending') {
    clearEntry()
    if (paymentIntentId) countPurchase({ orderId: order.orderId, price: order.paymentAmount })
  }
  const state = stateOf(order)
  const { key } = order
  const progress = key === null || state === 'unpaid' ? null : await readOrder(key).catch(() => null)
  return { state, order, progress: progress === 'gone' ? null : progress }
}

function stateOf({ status, isPaymentProcessing }: OrderSummary): OrderState {
  if (status !== 'pending') return 'paid'
  return isPaymentProcessing ? 'processing' : 'unpaid'
}

async function findOrder(orderId: string | undefined): Promise<OrderSummary | null> {
  try {
    return await client.call(visitorOrderEndpoints.mine, { query: { orderId } })
  } catch (failure) {
    if (failure instanceof ApiError && failure.code === 'not_found') return null
    throw failure
  }
}
