import { createClient } from '@priormark/core/platform/http/client'
import {
  orderProgressEndpoints,
  type OrderProgress,
  type ProgressAnchor,
} from '@priormark/core/orders/order-progress'
import { expect, type Page } from '@playwright/test'
import { placeOrderWithKey } from '../testing/shop-api.ts'
import type { Shop } from '@priormark/api/testing/shop-process'

/** Places an order, pays it if `isPaid` is set, and returns the key of its order page. */
export async function placeOrderForPage(
  shop: Shop,
  { projectName, isPaid }: { projectName: string; isPaid: boolean },
): Promise<string> {
  const email = `${projectName.toLowerCase().replace(/\W+/g, '-')}@example.org`
  const placed = { firstName: 'Maeve', lastName: 'Okonkwo', email, projectName }
  const work = { projectDescription: 'Lyrics.', fileName: 'harbour.txt', fileText: projectName }
  const { key } = await placeOrderWithKey(shop.url, { ...placed, ...work, isPaid })
  return key
}

/** Reads an order with the key of its order page. */
export function readOrder(shop: Shop, key: string): Promise<OrderProgress> {
  const client = createClient({ baseUrl: shop.url, fetch: (url, init) => fetch(url, init) })
  return client.call(orderProgressEndpoints.read, { params: { key } })
}

/** Responds to a page's requests for its order with `known` and the changes of the last `set()`. */
export async function mockOrder(page: Page, progress: OrderProgress) {
  let current: Partial<OrderProgress> = {}
  await page.route('/api/orders/*', (route) => route.fulfill({ json: { ...progress, ...current } }))
  return {
    set(changes: Partial<OrderProgress>) {
      current = changes
    },
  }
}

/** Returns an anchor on Ethereum that is not in a block yet, with the given changes. */
export function anchor(changes: Partial<ProgressAnchor> = {}): ProgressAnchor {
  return {
    kind: 'evm',
    state: 'submitted',
    link: null,
    chain: 'Ethereum',
    isOnTestChain: false,
    blockNumber: null,
    blockTime: null,
    noLaterThan: null,
    isProven: false,
    ...changes,
  }
}

/** Expects no visible layout shifts since the page was opened: the sum of their scores is below a limit. */
export async function expectNoLayoutShift(page: Page, limit = 0.01): Promise<void> {
  const totalShift = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver(() => {})
        const sumShifts = () => {
          observer.observe({ type: 'layout-shift', buffered: true })
          const shifts = observer.takeRecords().map((entry) => ('value' in entry ? Number(entry.value) : 0))
          resolve(shifts.reduce((sum, value) => sum + value, 0))
        }
        // A shift is recorded after its frame was painted.
        requestAnimationFrame(() => requestAnimationFrame(sumShifts))
      }),
  )
  expect(totalShift, page.url()).toBeLessThan(limit)
}
