import type { OrderTab } from './order.ts'

/** Which orders a CSV has. Days such as '2026-11-21'; '' for no limit. */
interface ExportedOrders {
  tab: OrderTab
  search: string
  from: string
  to: string
}

/**
 * Names the file of exported orders: 'orders-paid-2026-11-01-to-2026-11-23.csv'. A search is only mentioned, because it may
 * be a customer's name.
 * @param today the end of a range without one
 */
export function ordersFileName({ tab, search, from, to }: ExportedOrders, today: string): string {
  const days = from === '' ? `until-${to || today}` : `${from}-to-${to || today}`
  return `orders-${tab}${search === '' ? '' : '-search'}-${days}.csv`
}
