import { type OrderProgress, orderProgressEndpoints } from '@priormark/core/orders/order-progress'
import { useEffect, useState, createContext, useContext } from 'react'
import { useStore } from 'zustand'
import { createOrderWatch, type FollowedOrder, type BrowserDeps } from './order-watch.ts'
import { ApiError } from '@priormark/core/platform/http/api-error'
import { client } from '../../platform/api.ts'

const browser: BrowserDeps = {
  isVisible: () => document.visibilityState === 'visible',
  onReturn(checkOnReturn) {
    document.addEventListener('visibilitychange', checkOnReturn)
    addEventListener('online', checkOnReturn)
    // A page in a second window was visible all the time.
    addEventListener('focus', checkOnReturn)
    return () => {
      document.removeEventListener('visibilitychange', checkOnReturn)
      removeEventListener('online', checkOnReturn)
      removeEventListener('focus', checkOnReturn)
    }
  },
}

/** The polled order of a key, which several components can show. */
export type SharedWatch = ReturnType<typeof watchOrder>

/** @param initial the order as it was last read */
export function watchOrder(key: string, initial: OrderProgress) {
  return createOrderWatch(initial, () => readOrder(key), browser)
}

/** Polls an order while the component is mounted. */
export function useFollowedOrder(watch: SharedWatch): FollowedOrder {
  const { follow } = useStore(watch)
  useEffect(() => follow(), [follow])
  return useStore(watch)
}

/** Polls the order of a key while the component is mounted. */
export function useOrderWatch(key: string, initial: OrderProgress): FollowedOrder {
  const [watch] = useState(() => watchOrder(key, initial))
  return useFollowedOrder(watch)
}

/** Reads the order of a key; 'gone' if it does not exist. @throws ApiError, NetworkError */
export async function readOrder(key: string): Promise<OrderProgress | 'gone'> {
  try {
    return await client.call(orderProgressEndpoints.read, { params: { key } })
  } catch (failure) {
    if (failure instanceof ApiError && failure.status === 404) return 'gone'
    throw failure
  }
}

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
