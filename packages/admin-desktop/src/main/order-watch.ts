import type { Order } from '@priormark/core/orders/order'

/** How often orders are asked for, in milliseconds. */
export const orderWatchMs = 60_000

interface OrderWatchParts {
  /** The newest paid orders that wait for their link; null where nobody is logged in. @throws where no server answers */
  newest: () => Promise<{ account: string; orders: Order[] } | null>
  onPaid: (order: Order) => void
}

/**
 * Tells of orders that were paid while the console runs, each once. What was paid before the first look at an account is
 * no news.
 */
export function createOrderWatch({ newest, onPaid }: OrderWatchParts) {
  const known = new Map<string, Set<string>>()
  return {
    async look(): Promise<void> {
      // Without a network there is no news; the next look has it.
      const answer = await newest().catch(() => null)
      if (answer === null) return
      const seen = known.get(answer.account)
      if (seen === undefined) {
        known.set(answer.account, new Set(answer.orders.map(({ id }) => id)))
        return
      }
      for (const order of answer.orders) {
        if (seen.has(order.id)) continue
        seen.add(order.id)
        onPaid(order)
      }
    },
  }
}
