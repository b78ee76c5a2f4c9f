import type { Order } from '@priormark/core/orders/order'

/** How often orders are polled, in milliseconds. */
export const orderWatchMs = 60_000

interface OrderWatchParts {
  /**
   * Returns the newest paid orders without a link; null if logged out. @throws if the server cannot be reached
   */
  newest: () => Promise<{ account: string; orders: Order[] } | null>
  onPaid: (order: Order) => void
}

/**
 * Calls `onPaid` once for each order that is paid while the app runs. Orders that were paid before the first poll of an
 * account are skipped.
 */
export function createOrderWatch({ newest, onPaid }: OrderWatchParts) {
  const known = new Map<string, Set<string>>()
  return {
    async check(): Promise<void> {
      // Offline: the next poll finds the orders.
      const current = await newest().catch(() => null)
      if (current === null) return
      const seen = known.get(current.account)
      if (seen === undefined) {
        known.set(current.account, new Set(current.orders.map(({ id }) => id)))
        return
      }
      for (const order of current.orders) {
        if (seen.has(order.id)) continue
        seen.add(order.id)
        onPaid(order)
      }
    },
  }
}
