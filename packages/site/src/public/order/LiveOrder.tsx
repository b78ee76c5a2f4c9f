import { formatDay, formatSecond } from '@priormark/core/dates'
import { orderPagePath } from '@priormark/core/orders/order-page-view'
import type { OrderProgress } from '@priormark/core/orders/order-progress'
import { useEffect } from 'react'
import { BadgeSnippet } from '../badge/BadgeSnippet.tsx'
import { OrderCard } from '../checkout/OrderCard.tsx'
import button from '../layout/button.module.css'
import page from '../layout/narrow.module.css'
import { usePage } from '../page-context.ts'
import { AnchorList } from './AnchorList.tsx'
import { OrderContact } from './OrderContact.tsx'
import { OrderFiles } from './OrderFiles.tsx'
import { OrderTimeline } from './OrderTimeline.tsx'
import { isOpen, shownTime, standingOf, tagOf, timelineOf, type ShownTime } from './order-words.ts'
import { useOrderWatch } from './use-order-watch.ts'

/** An order that follows itself, from what the server knew when it drew the page. */
export function LiveOrder({ orderKey, known }: { orderKey: string; known: OrderProgress }) {
  const watch = useOrderWatch(orderKey, known)
  const { shop } = usePage()
  const { order } = watch

  // The server has the words for a link that leads nowhere any more.
  useEffect(() => {
    if (watch.contact === 'gone') location.reload()
  }, [watch.contact])

  const { headline, advice } = standingOf(order)
  const shown = shownTime(order)
  const isUnpaid = order.step === 'unpaid' && !order.isRefunded
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

      <div className="order-way">
        <section aria-labelledby="order-steps">
          <h2 id="order-steps">Step by step</h2>
          <OrderTimeline steps={timelineOf(order)} />
        </section>
        <section className="order-advice" aria-labelledby="order-advice">
          <h2 id="order-advice">What you can do now</h2>
          <p>{advice}</p>
          {isUnpaid && (
            <a href={`/checkout?orderId=${order.orderId}`} className={button.primary}>
              Go to checkout
            </a>
          )}
        </section>
        {order.anchors.length > 0 && (
          <section aria-labelledby="order-anchors">
            <h2 id="order-anchors">Where it is recorded</h2>
            <AnchorList anchors={order.anchors} />
          </section>
        )}
        {!isUnpaid && <OrderFiles orderKey={orderKey} order={order} />}
        {order.proofId !== null && order.hasEvidence && <BadgeSnippet proofId={order.proofId} />}
        <section className="order-keep" aria-labelledby="order-keep">
          <h2 id="order-keep">Keep this address</h2>
          <p>
            It is the only way to this page, and it works for years. Whoever has it sees this page, so give it
            to nobody who should not. What it proves: this file existed, unchanged, before a time. Who made
            it, it does not prove.
          </p>
          <p>
            Questions? Write to <a href={`mailto:${shop.supportEmail}`}>{shop.supportEmail}</a>. We reply
            within 48 hours on working days.
          </p>
        </section>
      </div>
    </div>
  )
}

function existedWords({ noLaterThan, isTrial }: ShownTime) {
  const time = <time dateTime={noLaterThan}>{formatSecond(noLaterThan)}</time>
  if (!isTrial) return <>This file existed, unchanged, no later than {time}.</>
  return <>This is a trial. Its chain says {time}, lives on one machine, and proves nothing to others.</>
}
