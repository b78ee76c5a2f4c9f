import type { Client } from '@priormark/core/platform/http/client'
import { adminOrdersPageSize } from '@priormark/core/platform/limits'
import { orderEndpoints } from '@priormark/core/orders/endpoints'
import type { Order } from '@priormark/core/orders/order'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { retryTwice } from '../platform/session/query-client.ts'
import { readTotal, type Total } from '../platform/ui/page-params.ts'
import { readOrderFilter, type OrderFilter } from './order-filter.ts'

export interface OrderPage {
  orders: Order[]
  total: Total
}

export const orderListKey = ['orders', 'list']

/** One page of the orders. Stale after 60 s. A failed read is repeated up to twice. */
export function orderPageQuery(client: Client, filter: OrderFilter) {
  return queryOptions({
    queryKey: [...orderListKey, filter],
    queryFn: async ({ signal }): Promise<OrderPage> => {
      const query = { ...filter, limit: adminOrdersPageSize }
      const response = await client.request(orderEndpoints.list, { query }, { signal })
      return {
        orders: response.body,
        total: readTotal(response.header('x-total-count'), response.body.length),
      }
    },
    staleTime: 60_000,
    retry: retryTwice,
    retryDelay: (attempt) => 400 * 2 ** attempt,
  })
}

/** Starts loading the orders that the dashboard shows first. */
export function prefetchOrders(
  query: URLSearchParams,
  { client, queryClient }: { client: Client; queryClient: QueryClient },
): void {
  void queryClient.prefetchQuery(orderPageQuery(client, readOrderFilter(query)))
}
