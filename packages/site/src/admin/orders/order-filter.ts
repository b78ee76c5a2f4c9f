import { maxSearchLength } from '@priormark/core/limits'
import { orderTabs, type OrderTab } from '@priormark/core/orders/order'
import { readPage } from '../ui/page-params.ts'

/** What the orders list shows. Lives in the address, so that it survives reloads and can be sent to a colleague. */
export interface OrderFilter {
  tab: OrderTab
  search: string
  /** From 1. */
  page: number
}

const defaultTab: OrderTab = 'to-fulfill'

/** The filter of an address; what cannot be read is as if it were not there. */
export function readOrderFilter(params: URLSearchParams): OrderFilter {
  return {
    tab: orderTabs.find((tab) => tab === params.get('tab')) ?? defaultTab,
    search: (params.get('search') ?? '').trim().slice(0, maxSearchLength),
    page: readPage(params),
  }
}

/** The address of a filter, without what is at its default. */
export function orderFilterParams({ tab, search, page }: OrderFilter): URLSearchParams {
  const params = new URLSearchParams()
  if (tab !== defaultTab) params.set('tab', tab)
  if (search.trim() !== '') params.set('search', search.trim())
  if (page > 1) params.set('page', String(page))
  return params
}

/** The filter after a change: another tab or search starts at its first page. */
export function changeOrderFilter(filter: OrderFilter, change: Partial<OrderFilter>): OrderFilter {
  return { ...filter, page: 1, ...change }
}
