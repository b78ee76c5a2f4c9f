const key = 'priormark.order'

/** Core's schema is not worth its library here: the server checks again. */
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Remembers which order this tab pays, for the way back from the provider and for the success page. */
export function rememberOrder(orderId: string): void {
  try {
    sessionStorage.setItem(key, orderId)
  } catch {
    // Without storage the server's idea of the visitor's newest order is used.
  }
}

/** The order of this tab, or undefined where it has none. */
export function rememberedOrder(): string | undefined {
  try {
    return readOrderId(sessionStorage.getItem(key))
  } catch {
    return undefined
  }
}

/** An order's id out of an address or storage; anything else counts as none. */
export function readOrderId(text: string | null): string | undefined {
  return text !== null && uuid.test(text) ? text.toLowerCase() : undefined
}
