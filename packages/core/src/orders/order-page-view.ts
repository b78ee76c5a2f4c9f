import type { OrderProgress } from './order-progress.ts'

/** What the page behind an order's link shows. `failed`: the order could not be read just now. */
export type OrderPageView =
  | { kind: 'order'; key: string; order: OrderProgress }
  | { kind: 'missing' }
  | { kind: 'failed' }

/** The path of an order's page on the site. */
export function orderPagePath(key: string): string {
  return `/order/${key}`
}
