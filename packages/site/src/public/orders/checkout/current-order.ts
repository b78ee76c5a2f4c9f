import type { StartTime } from '@priormark/core/settings/policy/start-request'

const key = 'priormark.order'

/** The state of the navigation that leads back here from a bank that has refused. */
export const declinedState = 'declined'

/** Not core's schema, which would add valibot to this page. The server validates it anyway. */
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Stores which order this tab pays, for the return from the provider and for the success page. */
export function rememberOrder(orderId: string): void {
  try {
    sessionStorage.setItem(key, orderId)
  } catch {
    // Without storage, the server uses the visitor's newest order.
  }
}

/** Returns the order of this tab, or undefined. */
export function rememberedOrder(): string | undefined {
  try {
    return readOrderId(sessionStorage.getItem(key))
  } catch {
    return undefined
  }
}

/** Reads an order's id from an address or storage; anything else is undefined. */
export function readOrderId(text: string | null): string | undefined {
  return text !== null && uuid.test(text) ? text.toLowerCase() : undefined
}

/** Followed by the order's id: when its customer wants the recording to start, in this tab. */
const startKey = 'priormark.start.'

/** Keeps the customer's own choice, so that it is still there after a failed payment that left the page. */
export function rememberStart(orderId: string, start: StartTime): void {
  try {
    sessionStorage.setItem(startKey + orderId, start)
  } catch {
    // Without storage, the customer chooses again.
  }
}

/** Returns what the customer has chosen for this order before, or null. */
export function rememberedStart(orderId: string): StartTime | null {
  try {
    const start = sessionStorage.getItem(startKey + orderId)
    return start === 'now' || start === 'later' ? start : null
  } catch {
    return null
  }
}
