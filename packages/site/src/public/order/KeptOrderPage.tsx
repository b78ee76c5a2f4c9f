import type { OrderPageView } from '@priormark/core/orders/order-page-view'
import { Suspense } from 'react'
import { drawnHtml, isDrawn, LoadPage } from '../blog/drawn-page.ts'
import { lazyPart } from '../lazy-part.ts'
import { noOrderId, orderViewId } from './order-ids.ts'

/** Until it is there, what the server drew stays as it is. */
const LiveOrder = lazyPart(async () => (await import('./LiveOrder.tsx')).LiveOrder)

const drawn = { view: drawnHtml(orderViewId), noOrder: drawnHtml(noOrderId) }

/** The page behind an order's link in the browser: it follows the order from what the server has drawn. */
export function KeptOrderPage() {
  if (!isDrawn(drawn.view)) return <LoadPage />
  const view = readView(drawn.view)
  if (view.kind !== 'order')
    return <div id={noOrderId} dangerouslySetInnerHTML={{ __html: drawn.noOrder ?? '' }} />
  return (
    <Suspense>
      <LiveOrder orderKey={view.key} known={view.order} />
    </Suspense>
  )
}

/** Reads back what the server wrote into the same page. */
function readView(json: string): OrderPageView {
  return JSON.parse(json)
}
