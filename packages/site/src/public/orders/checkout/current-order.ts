import { Uuid } from '@priormark/core/platform/ids'
import type { StartTime } from '@priormark/core/settings/policy/start-request'
import * as v from 'valibot'
import { unlessBlocked } from '../../../ui/unless-blocked.ts'

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
