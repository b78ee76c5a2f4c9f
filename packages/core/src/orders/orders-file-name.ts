import type { OrderDate, OrderTab } from './order.ts'

/** Which orders a CSV contains. Days such as '2026-11-21'; '' for no limit. */
interface ExportedOrders {
  tab: OrderTab
  search: string
  date: OrderDate
  from: string
  to: string
}

/**
 * Names the file of exported orders: 'orders-paid-2026-11-01-to-2026-11-23.csv', and with days of payment
 * 'orders-all-paid-from-2026-11-01-to-2026-11-23.csv'. A search is only mentioned, because it may be a customer's name.
 * @param today the end of a range without one
 */
export function ordersFileName({ tab, search, date, from, to }: ExportedOrders, today: string): string {
  const until = to || today
  const days = from === '' ? `until-${until}` : `${date === 'paid' ? 'from-' : ''}${from}-to-${until}`
  const parts = [
    'orders',
    tab,
    ...(search === '' ? [] : ['search']),
    ...(date === 'paid' ? ['paid'] : []),
    days,
  ]
  return `${parts.join('-')}.csv`
}
