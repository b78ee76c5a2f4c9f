import { createClient } from '@priormark/core/http/client'
import {
  orderProgressEndpoints,
  type OrderProgress,
  type ProgressAnchor,
} from '@priormark/core/orders/order-progress'
import { expect, type Page } from '@playwright/test'
import { placeOwnOrder } from './shop-calls.ts'
import type { Shop } from '@priormark/api/testing/shop-process'

/** Orders by calls, pays where that is asked, and reads the secret of the order's page where the customer finds it. */
export async function orderWithKey(
  shop: Shop,
  { projectName, isPaid }: { projectName: string; isPaid: boolean },
): Promise<string> {
  const email = `${projectName.toLowerCase().replace(/\W+/g, '-')}@example.org`
  const placed = { firstName: 'Maeve', lastName: 'Okonkwo', email, projectName }
  const work = { projectDescription: 'Lyrics.', fileName: 'harbour.txt', fileText: projectName }
  const { key } = await placeOwnOrder(shop.url, { ...placed, ...work, isPaid })
  return key
}

/** The order behind a key, as anybody reads it who has the key. */
export function readOrder(shop: Shop, key: string): Promise<OrderProgress> {
  const client = createClient({ baseUrl: shop.url, fetch: (url, init) => fetch(url, init) })
  return client.call(orderProgressEndpoints.read, { params: { key } })
}

/** Lets a page that is open hear other things of its order than the server says. Answers what it hears from now on. */
export async function answerInstead(page: Page, known: OrderProgress) {
  let heard: Partial<OrderProgress> = {}
  await page.route('/api/orders/*', (route) => route.fulfill({ json: { ...known, ...heard } }))
  return {
    say(changes: Partial<OrderProgress>) {
      heard = changes
    },
  }
}

/** An anchor on Ethereum, not in a block yet, and what a journey wants otherwise. */
export function anchor(changes: Partial<ProgressAnchor> = {}): ProgressAnchor {
  return {
    kind: 'evm',
    state: 'submitted',
    link: null,
    chain: 'Ethereum',
    isTrial: false,
    blockNumber: null,
    blockTime: null,
    ...changes,
  }
}

/** How much of the page has moved by itself since it was opened: the sum of the browser's layout shifts. */
export async function expectNothingMoved(page: Page): Promise<void> {
  const moved = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver(() => {})
        const sumShifts = () => {
          observer.observe({ type: 'layout-shift', buffered: true })
          const shifts = observer.takeRecords().map((entry) => ('value' in entry ? Number(entry.value) : 0))
          resolve(shifts.reduce((sum, value) => sum + value, 0))
        }
        // A shift is recorded once its frame is drawn.
        requestAnimationFrame(() => requestAnimationFrame(sumShifts))
      }),
  )
  expect(moved).toBeLessThan(0.01)
}
