import type { OrderProgress } from './order-progress.ts'

/** What the order page shows. `missing`: the key is unknown; `failed`: the order could not be read. */
export type OrderPageView =
  | { kind: 'order'; key: string; order: OrderProgress }
  | { kind: 'missing' }
  | { kind: 'failed' }

/** The path of an order's page on the site. */
export function orderPagePath(key: string): string {
  return `/order/${key}`
}
