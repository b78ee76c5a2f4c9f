import { formatDay, formatSecond } from '@priormark/core/dates'
import { orderPagePath } from '@priormark/core/orders/order-page-view'
import type { OrderProgress } from '@priormark/core/orders/order-progress'
import { Suspense, useEffect, type ComponentType } from 'react'
import { OrderCard } from '../checkout/OrderCard.tsx'
import page from '../layout/narrow.module.css'
import { OrderContact } from './OrderContact.tsx'
import type { OrderWayProps } from './OrderWay.tsx'
import { isOpen, shownTime, standingOf, tagOf, type ShownTime } from './order-words.ts'
import { useOrderWatch } from './use-order-watch.ts'

interface LiveOrderProps {
  orderKey: string
  known: OrderProgress
  /** OrderWay: in the browser it comes a moment later, since all of it that can be pressed works by itself. */
  way: ComponentType<OrderWayProps>
}

/** An order that follows itself, from what the server knew when it drew the page. */
export function LiveOrder({ orderKey, known, way: Way }: LiveOrderProps) {
  const watch = useOrderWatch(orderKey, known)
  const { order } = watch

  // The server has the words for a link that leads nowhere any more.
  useEffect(() => {
    if (watch.contact === 'gone') location.reload()
  }, [watch.contact])

  const { headline } = standingOf(order)
  const shown = shownTime(order)
  return (
    <div className={`${page.page} order-page`} {...(isOpen(order) ? { 'data-hydrate-now': true } : {})}>
      <header className="order-head">
        <p className="order-kicker">Your order of {formatDay(order.createdAt)}</p>
        <h1 className={page.title}>{order.projectName}</h1>
        <output className="order-headline">{headline}</output>
        <OrderContact watch={watch} path={orderPagePath(orderKey)} />
      </header>

      <div className="order-work">
        <OrderCard order={order} isLarge tag={tagOf(order)} />
        {shown !== null && (
          <p className="order-existed" data-trial={shown.isTrial || undefined}>
            {existedWords(shown)}
          </p>
        )}
      </div>

      <Suspense>
        <Way orderKey={orderKey} order={order} />
      </Suspense>
    </div>
  )
}

function existedWords({ noLaterThan, isTrial }: ShownTime) {
  const time = <time dateTime={noLaterThan}>{formatSecond(noLaterThan)}</time>
  if (!isTrial) return <>This file existed, unchanged, no later than {time}.</>
  return <>This is a trial. Its chain says {time}, lives on one machine, and proves nothing to others.</>
}
