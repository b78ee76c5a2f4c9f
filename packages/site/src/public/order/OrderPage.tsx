import type { OrderPageView } from '@priormark/core/orders/order-page-view'
import { LiveOrder } from './LiveOrder.tsx'
import { FailedOrder, MissingOrder } from './NoOrder.tsx'
import { noOrderId } from './order-ids.ts'
import { OrderWay } from './OrderWay.tsx'

/** The page behind an order's link, as the server draws it. */
export function OrderPage({ view }: { view: OrderPageView }) {
  if (view.kind !== 'order')
    return <div id={noOrderId}>{view.kind === 'missing' ? <MissingOrder /> : <FailedOrder />}</div>
  return <LiveOrder orderKey={view.key} known={view.order} way={OrderWay} />
}
