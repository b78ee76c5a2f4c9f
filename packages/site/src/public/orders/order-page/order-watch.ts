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

/** The parts of the browser that the order watch needs. */
export interface BrowserDeps {
  /** Whether the page is visible. */
  isVisible: () => boolean
  /** Calls back when the page becomes visible or gets the focus, or the network is back. Returns a function that stops it. */
  onReturn: (checkOnReturn: () => void) => () => void
}

const firstDelayMs = 4_000
const delayGrowth = 1.5
/** An open page shows a new record within this. A hidden page does not poll. */
const maxDelayMs = 10_000

/** Returns the polling delay in milliseconds after a number of responses without a change. */
export function pollDelayMs(unchangedPolls: number): number {
  return Math.min(maxDelayMs, firstDelayMs * delayGrowth ** unchangedPolls)
}

/** Creates the polling state of an order. */
export function createOrderWatch(initial: OrderProgress, read: ReadOrder, browser: BrowserDeps) {
  let running: Promise<void> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isFollowing = false
  let unchangedPolls = 0

  return createStore<FollowedOrder>((set, get) => {
    async function poll(): Promise<void> {
      set({ isChecking: true })
      try {
        const order = await read()
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
      running ??= poll().finally(() => {
        running = null
        schedule()
      })
      return running
    }

    /** Schedules the next poll, but none while the page is hidden: becoming visible polls immediately. */
    function schedule(): void {
      clearTimeout(timer)
      const { order, connection } = get()
      if (!isFollowing || connection === 'gone' || !browser.isVisible()) return
      if (connection === 'lost' || isOpen(order))
        timer = setTimeout(checkIfVisible, pollDelayMs(unchangedPolls))
    }

    function checkIfVisible(): void {
      if (browser.isVisible()) void check()
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
        const stopListening = browser.onReturn(checkOnReturn)
        schedule()
        return () => {
          isFollowing = false
          clearTimeout(timer)
          stopListening()
        }
      },
    }
  })
}
