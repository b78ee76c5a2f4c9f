import type { Client } from '@priormark/core/http/client'
import { adminOrdersPageSize } from '@priormark/core/limits'
import { orderEndpoints } from '@priormark/core/orders/endpoints'
import type { Order } from '@priormark/core/orders/order'
import { queryOptions } from '@tanstack/react-query'
import { readTotal, type Total } from '../shell/page-params.ts'
import { retryTwice } from '../shell/query-client.ts'
import type { OrderFilter } from './order-filter.ts'

export interface OrderPage {
  orders: Order[]
  total: Total
}

export const orderListKey = ['orders', 'list']

/** One page of the orders: stale after 60 s, asked for up to three times (SPEC.md section 7). */
export function orderPageQuery(client: Client, filter: OrderFilter) {
  return queryOptions({
    queryKey: [...orderListKey, filter],
    queryFn: async ({ signal }): Promise<OrderPage> => {
      const query = { ...filter, limit: adminOrdersPageSize }
      const answer = await client.request(orderEndpoints.list, { query }, { signal })
      return { orders: answer.body, total: readTotal(answer.header('x-total-count'), answer.body.length) }
    },
    staleTime: 60_000,
    retry: retryTwice,
    retryDelay: (attempt) => 400 * 2 ** attempt,
  })
}
