import type { OrderPageView } from '@priormark/core/orders/order-page-view'
import { drawnHtml, isDrawn, LoadPage } from '../blog/drawn-page.ts'
import { lazyPart } from '../lazy-part.ts'
import { LiveOrder } from './LiveOrder.tsx'
import { noOrderId, orderViewId } from './order-ids.ts'

const OrderWay = lazyPart(async () => (await import('./OrderWay.tsx')).OrderWay)

const drawn = { view: drawnHtml(orderViewId), noOrder: drawnHtml(noOrderId) }

/** The page behind an order's link in the browser: it follows the order from what the server has drawn. */
export function KeptOrderPage() {
  if (!isDrawn(drawn.view)) return <LoadPage />
  const view = readView(drawn.view)
  if (view.kind !== 'order')
    return <div id={noOrderId} dangerouslySetInnerHTML={{ __html: drawn.noOrder ?? '' }} />
  return <LiveOrder orderKey={view.key} known={view.order} way={OrderWay} />
}

/** Reads back what the server wrote into the same page. */
function readView(json: string): OrderPageView {
  return JSON.parse(json)
}
