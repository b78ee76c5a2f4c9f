import { orderPagePath } from '@priormark/core/orders/order-page-view'
import type { OrderProgress } from '@priormark/core/orders/order-progress'
import button from '../../platform/layout/button.module.css'
import { headlineOf } from '../order-page/order-labels.ts'
import { OrderDue } from '../order-page/OrderDue.tsx'
import { useOrderWatch } from '../order-page/use-order-watch.ts'

/** The current status of the order, and a link to its page. */
export function FollowOrder({ orderKey, known }: { orderKey: string; known: OrderProgress }) {
  const { order } = useOrderWatch(orderKey, known)
  return (
    <>
      <output>{headlineOf(order)}</output>
      <OrderDue order={order} />
      {/* A full page load: only the server renders that page. */}
      <a href={orderPagePath(orderKey)} className={button.primary}>
        Follow your order
      </a>
    </>
  )
}
