import type { OrderProgress } from '@priormark/core/orders/order-progress'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { createOrderWatch, type FollowedOrder, type BrowserPorts } from './order-watch.ts'

const browser: BrowserPorts = {
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

/** Polls the order of a key while the component is mounted. */
export function useOrderWatch(key: string, known: OrderProgress): FollowedOrder {
  const [watch] = useState(() => createOrderWatch(known, () => readOrderLazily(key), browser))
  const { follow } = useStore(watch)
  useEffect(() => follow(), [follow])
  return useStore(watch)
}

/** Loads the API client with the first poll. */
async function readOrderLazily(key: string): Promise<OrderProgress | 'gone'> {
  const { readOrder } = await import('./read-order.ts')
  return readOrder(key)
}
