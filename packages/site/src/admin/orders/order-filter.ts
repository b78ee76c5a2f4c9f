import { maxSearchLength } from '@priormark/core/limits'
import { formatDay } from '@priormark/core/dates'
import { orderTabs, type OrderTab } from '@priormark/core/orders/order'
import { readDay, readPage } from '../ui/page-params.ts'

/** The filter of the orders list. It is kept in the address, so it survives a reload and can be shared. */
export interface OrderFilter {
  tab: OrderTab
  search: string
  /** Whole days of the shop's time zone on which the orders were created, such as '2026-11-21'; '' does not filter. */
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

const defaultTab: OrderTab = 'to-fulfill'

/** Reads the filter from an address. Invalid values are ignored. */
export function readOrderFilter(params: URLSearchParams): OrderFilter {
  return {
    tab: orderTabs.find((tab) => tab === params.get('tab')) ?? defaultTab,
    search: (params.get('search') ?? '').trim().slice(0, maxSearchLength),
    from: readDay(params.get('from')),
    to: readDay(params.get('to')),
    page: readPage(params),
  }
}

/** Returns the query of a filter, without default values. */
export function orderFilterParams({ tab, search, from, to, page }: OrderFilter): URLSearchParams {
  const params = new URLSearchParams()
  if (tab !== defaultTab) params.set('tab', tab)
  if (search.trim() !== '') params.set('search', search.trim())
  if (from !== '') params.set('from', from)
  if (to !== '') params.set('to', to)
  if (page > 1) params.set('page', String(page))
  return params
}

/** Applies a change to a filter. Another tab, search or day starts at its first page. */
export function changeOrderFilter(filter: OrderFilter, change: Partial<OrderFilter>): OrderFilter {
  return { ...filter, page: 1, ...change }
}

/** Whether the first day is after the last one. */
export function isReversedRange({ from, to }: Pick<OrderFilter, 'from' | 'to'>): boolean {
  return from !== '' && to !== '' && from > to
}

/** Says which orders a filter exports: 'Exports To Fulfill, search “harbor”, from Nov 1, 2026 to Nov 23, 2026.' */
export function exportText({ tab, search, from, to }: OrderFilter): string {
  const days = [
    ...(from === '' ? [] : [`from ${formatDay(from)}`]),
    ...(to === '' ? [] : [`to ${formatDay(to)}`]),
  ].join(' ')
  const parts = [tabLabel[tab], ...(search === '' ? [] : [`search “${search}”`]), days || 'all days']
  return `Exports ${parts.join(', ')}.`
}
