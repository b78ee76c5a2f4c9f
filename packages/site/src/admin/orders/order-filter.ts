import { formatDay } from '@priormark/core/platform/dates'
import { orderTabs, type Order, type OrderDate, type OrderTab } from '@priormark/core/orders/order'
import { isMet, tabConditions } from '@priormark/core/orders/order-conditions'
import { filterParams, readDay, readPage, readSearch } from '../platform/ui/page-params.ts'

/** The filter of the orders list. It is kept in the address, so it survives a reload and can be shared. */
export interface OrderFilter {
  tab: OrderTab
  search: string
  /** Whether the days filter by the day of the order or of its payment. 'paid' shows only paid orders. */
  date: OrderDate
  /** Whole days of the shop's time zone, such as '2026-11-21'; '' does not filter. */
  from: string
  to: string
  /** From 1. */
  page: number
}

export const tabLabel: Record<OrderTab, string> = {
  'to-fulfill': 'To Fulfill',
  all: 'All Orders',
  pending: 'Pending',
  paid: 'Paid',
  completed: 'Completed',
  refunded: 'Refunded',
  disputed: 'Disputed',
}

/** Without a chosen tab, a search covers all orders. */
const defaultTab = (search: string): OrderTab => (search === '' ? 'to-fulfill' : 'all')

/** Reads the filter from an address. Invalid values are ignored. */
export function readOrderFilter(params: URLSearchParams): OrderFilter {
  const search = readSearch(params)
  return {
    tab: orderTabs.find((tab) => tab === params.get('tab')) ?? defaultTab(search),
    search,
    date: params.get('date') === 'paid' ? 'paid' : 'ordered',
    from: readDay(params.get('from')),
    to: readDay(params.get('to')),
    page: readPage(params),
  }
}

/** Returns the query of a filter, without default values. */
export const orderFilterParams = (filter: OrderFilter) =>
  filterParams(filter, {
    tab: defaultTab(filter.search.trim()),
    search: '',
    date: 'ordered',
    from: '',
    to: '',
    page: 1,
  })

/** Returns the names of the tabs that an order is in, besides All Orders: 'To Fulfill, Paid'. */
export function tabsText(order: Order): string {
  const tabs = orderTabs.filter((tab) => tab !== 'all' && isMet(tabConditions[tab], order))
  return tabs.map((tab) => tabLabel[tab]).join(', ')
}

/** Whether the first day is after the last one. */
export function isReversedRange({ from, to }: Pick<OrderFilter, 'from' | 'to'>): boolean {
  return from !== '' && to !== '' && from > to
}

/** Returns the count beside a tab. Hides '0+': offline, it means that none of the newest orders is in the tab. */
export function tabCount(count: string | undefined): string | undefined {
  return count === '0+' ? undefined : count
}

/**
 * Says which orders a filter exports: 'Exports 3 orders: Paid (not Completed), search “harbor”, ordered from Nov 1, 2026 to Nov 23,
 * 2026.'
 * @param count such as '3' or '1000+'; undefined while it is unknown
 */
export function exportText({ tab, search, date, from, to }: OrderFilter, count?: string): string {
  const days = [
    ...(from === '' ? [] : [`from ${formatDay(from)}`]),
    ...(to === '' ? [] : [`to ${formatDay(to)}`]),
  ].join(' ')
  const parts = [
    tab === 'paid' ? `${tabLabel.paid} (not ${tabLabel.completed})` : tabLabel[tab],
    ...(search === '' ? [] : [`search “${search}”`]),
    `${date} ${days === '' ? 'on any day' : days}`,
  ]
  const countText = count === undefined ? '' : `${count} ${count === '1' ? 'order' : 'orders'}: `
  return `Exports ${countText}${parts.join(', ')}.`
}
