import { ApiError } from '@priormark/core/platform/http/api-error'
import { paymentEndpoints } from '@priormark/core/orders/payments/endpoints'
import { startRequestVersion, type StartTime } from '@priormark/core/settings/policy/start-request'
import { client } from '../../../ui/site-client.ts'
import { Uuid } from '@priormark/core/platform/ids'
import * as v from 'valibot'
import { unlessBlocked } from '../../../ui/unless-blocked.ts'

/**
 * Records when the customer wants the recording to start. Changes nothing if the order was paid elsewhere.
 * @returns whether the order is still to be paid
 * @throws ApiError, NetworkError. Then the caller must not charge the card.
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

const orderIdKey = 'priormark.order'

/** The navigation state of a customer who comes back from the page of a bank that declined the card. */
export const declinedState = 'declined'

/** Stores the id of the order that is paid in this tab, for the return from the provider and for the success page. */
export function storeOrderId(orderId: string): void {
  // Without storage, the server uses the visitor's newest order.
  unlessBlocked(() => sessionStorage.setItem(orderIdKey, orderId))
}

/** Returns the id of the order that is paid in this tab, or undefined. */
export function readStoredOrderId(): string | undefined {
  return parseOrderId(unlessBlocked(() => sessionStorage.getItem(orderIdKey)))
}

/** Parses an order's id from an address or storage. Returns undefined for anything else. */
export function parseOrderId(text: string | null): string | undefined {
  const id = v.safeParse(Uuid, text)
  return id.success ? id.output : undefined
}

/** The key of the customer's choice of a start in the session storage is this prefix and the order's id. */
const startKeyPrefix = 'priormark.start.'

/** Stores the customer's choice, so that it is still there after a failed payment that led to another site. */
export function storeStart(orderId: string, start: StartTime): void {
  unlessBlocked(() => sessionStorage.setItem(startKeyPrefix + orderId, start))
}

/** Returns the choice that this tab stored for an order, or null. */
export function readStoredStart(orderId: string): StartTime | null {
  const start = unlessBlocked(() => sessionStorage.getItem(startKeyPrefix + orderId))
  return start === 'now' || start === 'later' ? start : null
}
