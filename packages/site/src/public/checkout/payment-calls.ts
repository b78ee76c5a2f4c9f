import { paymentEndpoints } from '@priormark/core/payments/endpoints'
import { startRequestVersion } from '@priormark/core/payments/start-request'
import { client } from '../api.ts'
import { analytics } from '../analytics/analytics.ts'

/** Has the customer's request to begin at once kept on the order. @throws ApiError, NetworkError: then nothing may be charged */
export async function requestStart(orderId: string): Promise<void> {
  await client.call(paymentEndpoints.requestStart, { body: { orderId, version: startRequestVersion } })
}

/**
 * Tells the server that the provider reported success, so that it books the payment at once. Should the call fail,
 * the provider's own message to the server books it a little later: the visitor has paid either way.
 */
export async function confirmPayment(paymentIntentId: string): Promise<void> {
  try {
    await client.call(paymentEndpoints.confirm, { body: { paymentIntentId } })
  } catch {
    // Nothing the visitor could do about it.
  }
}

/** Counts the purchase once: `price` in dollars. */
export function countPurchase(order: { orderId: string; price: number }): void {
  analytics.purchase(order)
  analytics.conversion()
}
