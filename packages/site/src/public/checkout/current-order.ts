const key = 'priormark.order'

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
