import { formatDay, formatSecond } from '@priormark/core/platform/dates'
import { formatFileSize } from '@priormark/core/platform/file-size'
import { orderPagePath } from '@priormark/core/orders/order-page-view'
import type { OrderProgress } from '@priormark/core/orders/order-progress'
import { testText } from '@priormark/core/proofs/anchors/proof-mark'
import { sampleOrderKey } from '@priormark/core/proofs/sample/sample-order'
import { type MouseEvent, useEffect, useState } from 'react'
import { Island, usePage, usePageState } from '../../../rendering/page/page-context.tsx'
import { RecordSeal } from '../../../ui/RecordSeal.tsx'
import page from '../../platform/layout/page.module.css'
import { CropMarks, Fingerprint, StatusTag } from '../../platform/marks/work-marks.tsx'
import { OrderDue } from './OrderDue.tsx'
import { headlineOf, isOpen, lookOf, shownTime } from './order-labels.ts'
import { ShownOrderContext, useWatchedOrder, watchOrder, type WatchedOrder } from './order-watch.ts'

/** The page behind an order's link. */
export function OrderPage() {
  const { view } = usePageState()
  if (view?.kind !== 'order') return <Island id="no-order" />
  return <LiveOrder orderKey={view.key} initial={view.order} />
}

/** An order that updates automatically. @param initial the order as the server rendered it */
function LiveOrder({ orderKey, initial }: { orderKey: string; initial: OrderProgress }) {
  const [watch] = useState(() => watchOrder(orderKey, initial))
  const watchedOrder = useWatchedOrder(watch)
  const { order, connection, check } = watchedOrder
  const { policy } = usePage()

  // The server renders the page for a link that no longer exists.
  useEffect(() => {
    if (connection === 'gone') location.reload()
  }, [connection])

  const { tag, seal } = lookOf(order)
  const date = shownTime(order)?.noLaterThan
  return (
    <div className={`${page.page} order-page`} {...(isOpen(order) ? { 'data-hydrate-now': true } : {})}>
      <CropMarks className="order-plate">
        <RecordSeal
          sha256={order.sha256}
          state={seal}
          day={date}
          isDayInWords
          label={`The seal of ${order.fileName}`}
          className="order-seal"
        />
        <header className="order-head" data-seal={seal}>
          <p className="order-kicker">
            {orderKey === sampleOrderKey ? 'Sample order' : `Order #${order.number}`}
            {/* Once it is paid, its steps have the dates. */}
            {order.paidAt === null && `, ${formatDay(order.createdAt)}`}
          </p>
          <h1 className={page.title}>{order.projectName}</h1>
          {date !== undefined && <ExistedText date={date} />}
          <output className="order-headline">{headlineOf(order, policy)}</output>
          <OrderDue order={order} />
          <OrderFreshness watchedOrder={watchedOrder} path={orderPagePath(orderKey)} />
        </header>
        <div className="order-work" data-seal={seal}>
          <p className="order-tag">
            <StatusTag status={tag} />
            {tag === 'test' && <span>{testText}</span>}
          </p>
          <p className="order-file">
            <bdi>{order.fileName}</bdi>, {formatFileSize(order.fileSize)}
          </p>
          <Fingerprint sha256={order.sha256} />
        </div>
      </CropMarks>

      <ShownOrderContext value={{ orderKey, order, check }}>
        <Island id="order-body" />
      </ShownOrderContext>
    </div>
  )
}

/** The date that the record proves. @param date ISO 8601 */
function ExistedText({ date }: { date: string }) {
  const day = formatDay(date)
  return (
    <p className="order-existed">
      This file existed, unchanged, no later than{' '}
      <time dateTime={date}>
        <b>{day}</b> {formatSecond(date).slice(`${day}, `.length)}
      </time>
    </p>
  )
}

/** Shows when the order was last checked, and a link to check now. Without a script, the link reloads the page. */
function OrderFreshness({ watchedOrder, path }: { watchedOrder: WatchedOrder; path: string }) {
  const { connection, checkedAtMs, isChecking, order, check } = watchedOrder

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
        {checkedAtMs !== null && `Checked at ${timeFormat.format(checkedAtMs)}.`}
      </p>
    </div>
  )
}

const timeFormat = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', second: '2-digit' })
