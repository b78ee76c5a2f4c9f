import { orderProgressEndpoints } from '@priormark/core/orders/order-progress'
import { route, type AppRouter } from '../http/route.ts'
import { readOrderProgress } from './order-progress-service.ts'

/** What the holder of an order's link may read. */
export function orderProgressRoutes(router: AppRouter): void {
  route(router, orderProgressEndpoints.read, ({ em, params, address }) =>
    readOrderProgress(em, { key: params.key, address }),
  )
}
