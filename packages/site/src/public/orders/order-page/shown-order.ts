import type { OrderProgress } from '@priormark/core/orders/order-progress'
import { createContext, useContext } from 'react'

/** The order of the page, as it was last read. */
interface ShownOrder {
  orderKey: string
  order: OrderProgress
  /** Reads it again. */
  check: () => Promise<void>
}

const ShownOrderContext = createContext<ShownOrder | null>(null)

export const ShownOrderProvider = ShownOrderContext.Provider

export function useShownOrder(): ShownOrder {
  const shown = useContext(ShownOrderContext)
  if (shown === null) throw new Error('No order above this component')
  return shown
}
