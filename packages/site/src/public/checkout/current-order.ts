import * as v from 'valibot'
import { Uuid } from '@priormark/core/ids'

const key = 'priormark.order'

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
  const id = v.safeParse(Uuid, text)
  return id.success ? id.output : undefined
}
