import { ApiError } from '@priormark/core/platform/http/api-error'
import { paymentEndpoints } from '@priormark/core/orders/payments/endpoints'
import { startRequestVersion, type StartTime } from '@priormark/core/settings/policy/start-request'
import { client } from '../../platform/api.ts'
import { analytics } from '../../platform/analytics/analytics.ts'

/**
 * Records when the customer wants the recording to start. An order that was paid elsewhere keeps what was chosen there.
 * @returns whether the order is still to be paid
 * @throws ApiError, NetworkError: then nothing may be charged
 */
export async function chooseStart(orderId: string, start: StartTime, clientSecret: string): Promise<boolean> {
  try {
    await client.call(paymentEndpoints.requestStart, {
      body: { orderId, start, version: startRequestVersion, clientSecret },
    })
    return true
  } catch (error) {
    if (error instanceof ApiError && error.code === 'order_paid') return false
    throw error
  }
}

/**
 * Notifies the server that the provider reported success, so that it records the payment immediately. If the call
 * fails, the provider's webhook does it a little later.
 */
export async function confirmPayment(paymentIntentId: string): Promise<void> {
  try {
    await client.call(paymentEndpoints.confirm, { body: { paymentIntentId } })
  } catch {
    // The visitor has paid and cannot do anything about it.
  }
}

/** Reports the purchase to analytics: `price` in dollars. */
export function countPurchase(order: { orderId: string; price: number }): void {
  analytics.purchase(order)
  analytics.conversion()
}
