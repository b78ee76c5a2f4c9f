import type { OrderProgress } from '@priormark/core/orders/order-progress'
import { createStore } from 'zustand/vanilla'
import { isOpen } from './order-labels.ts'

/** The state of an order that is polled. */
interface OrderWatch {
  order: OrderProgress
  /** 'lost': the last request failed, and `order` may be outdated. 'gone': the link no longer exists. */
  connection: 'ok' | 'lost' | 'gone'
  /** When the last response arrived, in milliseconds; null before the first. */
  checkedAtMs: number | null
  isChecking: boolean
}

/** The state with its actions. */
export interface FollowedOrder extends OrderWatch {
  /** Polls now. */
  check: () => Promise<void>
  /** Polls while the order is open and the page is visible. Returns a function that stops it. */
  follow: () => () => void
}

/** Reads the order; 'gone' if the link no longer exists. @throws if the request fails */
type ReadOrder = () => Promise<OrderProgress | 'gone'>

/** The browser, as the order watch needs it. */
export interface BrowserPorts {
  /** Whether the page is visible. */
  isInSight: () => boolean
  /** Calls back when the page becomes visible or the network is back. Returns a function that stops it. */
  onReturn: (checkOnReturn: () => void) => () => void
}

const firstDelayMs = 4_000
const delayGrowth = 1.5
const maxDelayMs = 120_000

/** Returns the polling delay in milliseconds after a number of responses without a change. */
export function pollDelayMs(withoutNews: number): number {
  return Math.min(maxDelayMs, firstDelayMs * delayGrowth ** withoutNews)
}

/** Creates the polling state of an order. */
export function createOrderWatch(known: OrderProgress, read: ReadOrder, surroundings: BrowserPorts) {
  let running: Promise<void> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isFollowing = false
  let withoutNews = 0

  return createStore<FollowedOrder>((set, get) => {
    async function ask(): Promise<void> {
      set({ isChecking: true })
      try {
        const order = await read()
        const isNews = order !== 'gone' && JSON.stringify(order) !== JSON.stringify(get().order)
        withoutNews = isNews ? 0 : withoutNews + 1
        if (order === 'gone') set({ connection: 'gone' })
        else set({ connection: 'ok', checkedAtMs: Date.now(), ...(isNews ? { order } : {}) })
      } catch {
        withoutNews += 1
        set({ connection: 'lost' })
      }
      set({ isChecking: false })
    }

    function check(): Promise<void> {
      clearTimeout(timer)
      running ??= ask().finally(() => {
        running = null
        plan()
      })
      return running
    }

    /** Plans nothing while the page is hidden: becoming visible polls immediately. */
    function plan(): void {
      clearTimeout(timer)
      const { order, connection } = get()
      if (!isFollowing || connection === 'gone' || !surroundings.isInSight()) return
      if (connection === 'lost' || isOpen(order)) timer = setTimeout(askInSight, pollDelayMs(withoutNews))
    }

    function askInSight(): void {
      if (surroundings.isInSight()) void check()
    }

    function checkOnReturn(): void {
      withoutNews = 0
      const { order, connection } = get()
      if (connection === 'lost' || (connection === 'ok' && isOpen(order))) askInSight()
    }

    return {
      order: known,
      connection: 'ok',
      checkedAtMs: null,
      isChecking: false,
      check() {
        withoutNews = 0
        return check()
      },
      follow() {
        isFollowing = true
        const stopListening = surroundings.onReturn(checkOnReturn)
        plan()
        return () => {
          isFollowing = false
          clearTimeout(timer)
          stopListening()
        }
      },
    }
  })
}
