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

/** The order whose customer has asked to start right away, in this tab. */
const startKey = 'priormark.start'

/** Keeps the customer's own tick, so that it is still there after a failed payment that left the page. */
export function rememberStartRequest(orderId: string): void {
  try {
    sessionStorage.setItem(startKey, orderId)
  } catch {
    // Without storage, it is ticked again.
  }
}

/** Whether the customer has ticked the box for this order before. */
export function hasRequestedStart(orderId: string): boolean {
  try {
    return sessionStorage.getItem(startKey) === orderId
  } catch {
    return false
  }
}
