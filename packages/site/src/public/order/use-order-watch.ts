import type { OrderProgress } from '@priormark/core/orders/order-progress'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { createOrderWatch, type FollowedOrder, type BrowserPorts } from './order-watch.ts'

const browser: BrowserPorts = {
  isInSight: () => document.visibilityState === 'visible',
  onReturn(checkOnReturn) {
    document.addEventListener('visibilitychange', checkOnReturn)
    addEventListener('online', checkOnReturn)
    return () => {
      document.removeEventListener('visibilitychange', checkOnReturn)
      removeEventListener('online', checkOnReturn)
    }
  },
}

/** Follows the order behind a key for as long as the component is there, from what is known of it. */
export function useOrderWatch(key: string, known: OrderProgress): FollowedOrder {
  const [watch] = useState(() => createOrderWatch(known, () => readLately(key), browser))
  const { follow } = useStore(watch)
  useEffect(() => follow(), [follow])
  return useStore(watch)
}

/** What reads an order comes with the first reading. */
async function readLately(key: string): Promise<OrderProgress | 'gone'> {
  const { readOrder } = await import('./read-order.ts')
  return readOrder(key)
}
