import { orderPagePath } from '@priormark/core/orders/order-page-view'
import type { OrderProgress } from '@priormark/core/orders/order-progress'
import button from '../layout/button.module.css'
import { statusTextOf } from '../order/order-labels.ts'
import { useOrderWatch } from '../order/use-order-watch.ts'

/** Where the order stands just now, in a few words, and the way to its page. */
export function FollowOrder({ orderKey, known }: { orderKey: string; known: OrderProgress }) {
  const { order } = useOrderWatch(orderKey, known)
  return (
    <>
      <output>{statusTextOf(order).headline}</output>
      {/* Loaded anew: that page is drawn by the server. */}
      <a href={orderPagePath(orderKey)} className={button.primary}>
        Follow your order
      </a>
    </>
  )
}
