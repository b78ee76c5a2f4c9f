import { Island, usePageState } from '../../../rendering/page/page-context.tsx'
import { proofMark } from '@priormark/core/proofs/anchors/proof-mark'
import { formatDay, formatSecond } from '@priormark/core/platform/dates'
import { orderPagePath } from '@priormark/core/orders/order-page-view'
import type { OrderProgress } from '@priormark/core/orders/order-progress'
import { sampleOrderKey } from '@priormark/core/proofs/sample/sample-order'
import { type MouseEvent, useEffect } from 'react'
import { OrderCard } from '../checkout/OrderCard.tsx'
import page from '../../platform/layout/page.module.css'
import type { FollowedOrder } from './order-watch.ts'
import { ShownOrderProvider, useOrderWatch } from './use-order-watch.ts'
import { OrderDue } from './OrderDue.tsx'
import { headlineOf, isOpen, shownTime, type ShownTime } from './order-labels.ts'

/** The page behind an order's link. */
export function OrderPage() {
  const { view } = usePageState()
  if (view?.kind !== 'order') return <Island id="no-order" />
  return <LiveOrder orderKey={view.key} initial={view.order} />
}

/** An order that updates automatically. @param initial the order as of the server's rendering */
function LiveOrder({ orderKey, initial }: { orderKey: string; initial: OrderProgress }) {
  const watch = useOrderWatch(orderKey, initial)
  const { order } = watch

  // The server renders the page for a link that no longer exists.
  useEffect(() => {
    if (watch.connection === 'gone') location.reload()
  }, [watch.connection])

  const shown = shownTime(order)
  return (
    <div className={`${page.page} order-page`} {...(isOpen(order) ? { 'data-hydrate-now': true } : {})}>
      <header className="order-head">
        <p className="order-kicker">
          {orderKey === sampleOrderKey
            ? 'Sample order'
            : `Order #${order.number}, ${formatDay(order.createdAt)}`}
        </p>
        <h1 className={page.title}>{order.projectName}</h1>
        <output className="order-headline">{headlineOf(order)}</output>
        <OrderDue order={order} />
        <OrderFreshness watch={watch} path={orderPagePath(orderKey)} />
      </header>

      <div className="order-work">
        <OrderCard work={order} isLarge tag={proofMark(order.anchors)} isStopped={order.stopped !== null} />
        {shown !== null && (
          <p className="order-existed" data-test-chain={shown.isOnTestChain || undefined}>
            {existedText(shown)}
          </p>
        )}
      </div>

      <ShownOrderProvider value={{ orderKey, order, check: watch.check }}>
        <Island id="order-body" />
      </ShownOrderProvider>
    </div>
  )
}

function existedText({ noLaterThan, isOnTestChain }: ShownTime) {
  const time = <time dateTime={noLaterThan}>{formatSecond(noLaterThan)}</time>
  if (!isOnTestChain) return <>This file existed, unchanged, no later than {time}.</>
  return <>This is a test. Its chain says {time}, but a test chain proves nothing to others.</>
}

/** Shows when the order was last checked, and a link to check now. Without a script, the link reloads the page. */
function OrderFreshness({ watch, path }: { watch: FollowedOrder; path: string }) {
  const { connection, checkedAtMs, isChecking, order, check } = watch

  function checkNow(click: MouseEvent) {
    click.preventDefault()
    void check()
  }

  const isLost = connection === 'lost'
  // The order is final, so nothing will change.
  if (!isOpen(order)) return null
  return (
    <div className="order-freshness">
      <a href={path} data-held onClick={checkNow} aria-disabled={isChecking || undefined}>
        Check now
      </a>
      <p data-lost={isLost || undefined}>
        {/* Screen readers announce a lost connection, but not every check. */}
        <span aria-live="polite">{isLost && 'We can’t reach the server right now. We’ll keep trying. '}</span>
        {!isLost && 'This page updates automatically. '}
        {checkedAtMs !== null && `Checked at ${clock.format(checkedAtMs)}.`}
      </p>
    </div>
  )
}

const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', second: '2-digit' })
