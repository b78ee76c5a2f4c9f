import { ApiError } from '@priormark/core/http/api-error'
import { paymentEndpoints } from '@priormark/core/payments/endpoints'
import { startRequestVersion } from '@priormark/core/payments/start-request'
import { client } from '../api.ts'
import { analytics } from '../analytics/analytics.ts'

/**
 * Has the request to begin at once kept on the order. An order that was paid elsewhere keeps what was requested there: the
 * provider then refuses to charge. @throws ApiError, NetworkError: then nothing may be charged
 */
export async function requestStart(orderId: string, clientSecret: string): Promise<void> {
  try {
    await client.call(paymentEndpoints.requestStart, {
      body: { orderId, version: startRequestVersion, clientSecret },
    })
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'order_paid')) throw error
  }
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
