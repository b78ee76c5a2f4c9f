import { ApiError } from '@priormark/core/platform/http/api-error'
import { paymentEndpoints } from '@priormark/core/orders/payments/endpoints'
import { startRequestVersion, type StartTime } from '@priormark/core/settings/policy/start-request'
import { client } from '../../platform/api.ts'
import { analytics } from '../../platform/analytics/analytics.ts'
import { Uuid } from '@priormark/core/platform/ids'
import * as v from 'valibot'
import { unlessBlocked } from '../../../ui/unless-blocked.ts'

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
export async function reportPayment(paymentIntentId: string): Promise<void> {
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

const key = 'priormark.order'

/** The state of the navigation that leads back here from a bank that has refused. */
export const declinedState = 'declined'

/** Stores which order this tab pays, for the return from the provider and for the success page. */
export function rememberOrder(orderId: string): void {
  // Without storage, the server uses the visitor's newest order.
  unlessBlocked(() => sessionStorage.setItem(key, orderId))
}

/** Returns the order of this tab, or undefined. */
export function rememberedOrder(): string | undefined {
  return readOrderId(unlessBlocked(() => sessionStorage.getItem(key)))
}

/** Reads an order's id from an address or storage; anything else is undefined. */
export function readOrderId(text: string | null): string | undefined {
  const id = v.safeParse(Uuid, text)
  return id.success ? id.output : undefined
}

/** Followed by the order's id: when its customer wants the recording to start, in this tab. */
const startKey = 'priormark.start.'

/** Keeps the customer's own choice, so that it is still there after a failed payment that left the page. */
export function rememberStart(orderId: string, start: StartTime): void {
  unlessBlocked(() => sessionStorage.setItem(startKey + orderId, start))
}

/** Returns what the customer has chosen for this order before, or null. */
export function rememberedStart(orderId: string): StartTime | null {
  const start = unlessBlocked(() => sessionStorage.getItem(startKey + orderId))
  return start === 'now' || start === 'later' ? start : null
}
