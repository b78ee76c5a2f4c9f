import type { OrderProgress } from '@priormark/core/orders/order-progress'
import { createStore } from 'zustand/vanilla'
import { isOpen } from './order-labels.ts'

/** An order as it is followed. */
interface OrderWatch {
  order: OrderProgress
  /** 'lost': the last answer did not come, and `order` is older than it should be. 'gone': its link leads nowhere now. */
  connection: 'ok' | 'lost' | 'gone'
  /** When the last answer came, in milliseconds; null before the first. */
  checkedAtMs: number | null
  isChecking: boolean
}

/** What can be done with it. */
export interface FollowedOrder extends OrderWatch {
  /** Asks now. */
  check: () => Promise<void>
  /** Asks again and again while the order is open and the page is in sight; answers what ends it. */
  follow: () => () => void
}

/** Reads the order anew; 'gone' where its link leads nowhere now. @throws whatever keeps the answer away */
type ReadOrder = () => Promise<OrderProgress | 'gone'>

/** What is around the page. */
export interface BrowserPorts {
  /** Whether anybody can see the page. */
  isInSight: () => boolean
  /** Calls back when the page comes into sight or the network comes back; answers what ends that. */
  onReturn: (checkOnReturn: () => void) => () => void
}

const firstDelayMs = 4_000
const delayGrowth = 1.5
const maxDelayMs = 120_000

/** How long to wait before asking again, in milliseconds, after so many answers that brought nothing new. */
export function pollDelayMs(withoutNews: number): number {
  return Math.min(maxDelayMs, firstDelayMs * delayGrowth ** withoutNews)
}

/** Follows an order from what was last known of it. */
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

    /** Out of sight nothing is planned: coming into sight asks at once. */
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
