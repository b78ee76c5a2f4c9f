import { orderEndpoints } from '@priormark/core/orders/endpoints'
import { orderProgressEndpoints } from '@priormark/core/orders/order-progress'
import type { Anchors } from '../anchoring/open-anchors.ts'
import { route, type AppRouter } from '../http/route.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { orderView } from '../orders/order-view.ts'
import { changeOrder } from './change-order.ts'
import { readOrderProgress } from './order-progress-service.ts'

/**
 * The endpoints with which administrators change an order, and the progress that its customer sees.
 */
export function fulfillmentRoutes(
  router: AppRouter,
  { jobs, anchors }: { jobs: JobQueue; anchors: Pick<Anchors, 'linkHosts' | 'rules'> },
): void {
  route(router, orderEndpoints.change, async ({ em, params, body, admin, address }) =>
    orderView(
      await changeOrder(em, jobs, {
        id: params.id,
        change: body,
        admin,
        address,
        linkHosts: anchors.linkHosts,
        kinds: anchors.rules.kinds,
      }),
    ),
  )

  route(router, orderProgressEndpoints.read, ({ em, params, address }) =>
    readOrderProgress(em, { key: params.key, address }),
  )
}
