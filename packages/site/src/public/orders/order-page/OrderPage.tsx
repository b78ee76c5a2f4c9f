import { Island, usePageState } from '../../../rendering/page/page-context.tsx'
import { LiveOrder } from './LiveOrder.tsx'

/** The page behind an order's link. */
export function OrderPage() {
  const { view } = usePageState()
  if (view?.kind !== 'order') return <Island id="no-order" />
  return <LiveOrder orderKey={view.key} known={view.order} />
}
