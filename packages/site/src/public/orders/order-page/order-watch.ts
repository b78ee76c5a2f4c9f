import { type OrderProgress, orderProgressEndpoints } from '@priormark/core/orders/order-progress'
import { ApiError } from '@priormark/core/platform/http/api-error'
import { createContext, useContext, useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { client } from '../../../ui/site-client.ts'
import { isOpen } from './order-labels.ts'

/** The state of an order that is polled, with its actions. */
export interface WatchedOrder {
  order: OrderProgress
  /** 'lost': the last request failed, and `order` may be outdated. 'gone': the link no longer exists. */
  connection: 'ok' | 'lost' | 'gone'
  /** When the last response arrived, in milliseconds; null before the first. */
  checkedAtMs: number | null
  isChecking: boolean
  /** Polls now. */
  check: () => Promise<void>
  /** Polls while the order is open and the page is visible. Returns a function that stops it. */
  follow: () => () => void
}

const firstDelayMs = 4_000
const delayGrowth = 1.5
/** An open page shows a new record within this. A hidden page does not poll. */
const maxDelayMs = 10_000

/** The polled order of a key, which several components can show. */
export type OrderWatch = ReturnType<typeof watchOrder>

/** Creates the polling state of an order. @param initial the order as it was last read */
export function watchOrder(key: string, initial: OrderProgress) {
  let runningPoll: Promise<void> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isFollowing = false
  let unchangedPolls = 0

  return createStore<WatchedOrder>((set, get) => {
    async function poll(): Promise<void> {
      set({ isChecking: true })
      try {
        const order = await readOrder(key)
        const hasChanged = order !== 'gone' && JSON.stringify(order) !== JSON.stringify(get().order)
        unchangedPolls = hasChanged ? 0 : unchangedPolls + 1
        if (order === 'gone') set({ connection: 'gone' })
        else set({ connection: 'ok', checkedAtMs: Date.now(), ...(hasChanged ? { order } : {}) })
      } catch {
        unchangedPolls += 1
        set({ connection: 'lost' })
      }
      set({ isChecking: false })
    }

    function check(): Promise<void> {
      clearTimeout(timer)
      runningPoll ??= poll().finally(() => {
        runningPoll = null
        schedule()
      })
      return runningPoll
    }

    /** Schedules the next poll, but none while the page is hidden: becoming visible polls immediately. */
    function schedule(): void {
      clearTimeout(timer)
      const { order, connection } = get()
      if (!isFollowing || connection === 'gone' || !isVisible()) return
      const delayMs = Math.min(maxDelayMs, firstDelayMs * delayGrowth ** unchangedPolls)
      if (connection === 'lost' || isOpen(order)) timer = setTimeout(checkIfVisible, delayMs)
    }

    function checkIfVisible(): void {
      if (isVisible()) void check()
    }

    function checkOnReturn(): void {
      unchangedPolls = 0
      const { order, connection } = get()
      if (connection === 'lost' || (connection === 'ok' && isOpen(order))) checkIfVisible()
    }

    return {
      order: initial,
      connection: 'ok',
      checkedAtMs: null,
      isChecking: false,
      check() {
        unchangedPolls = 0
        return check()
      },
      follow() {
        isFollowing = true
        document.addEventListener('visibilitychange', checkOnReturn)
        addEventListener('online', checkOnReturn)
        // A page in another window stays visible, so only the focus shows that the visitor is back.
        addEventListener('focus', checkOnReturn)
        schedule()
        return () => {
          isFollowing = false
          clearTimeout(timer)
          document.removeEventListener('visibilitychange', checkOnReturn)
          removeEventListener('online', checkOnReturn)
          removeEventListener('focus', checkOnReturn)
        }
      },
    }
  })
}

const isVisible = () => document.visibilityState === 'visible'

/** Polls an order while the component is mounted. */
export function useWatchedOrder(watch: OrderWatch): WatchedOrder {
  const { follow } = useStore(watch)
  useEffect(() => follow(), [follow])
  return useStore(watch)
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

export const ShownOrderContext = createContext<ShownOrder | null>(null)

export function useShownOrder(): ShownOrder {
  const order = useContext(ShownOrderContext)
  if (order === null) throw new Error('No order above this component')
  return order
}
