import type { OrderProgress, ProgressAnchor } from '@priormark/core/orders/order-progress'
import { formatDay } from '@priormark/core/platform/dates'
import { formatDollars } from '@priormark/core/platform/money'
import { proofMark } from '@priormark/core/proofs/anchors/proof-mark'
import { termsPath } from '@priormark/core/orders/accepted-terms'
import { otherWayArrivalText, refundArrivalText } from '@priormark/core/settings/policy/refund-arrival'
import { replyText } from '@priormark/core/settings/policy/reply-text'
import { orderPagePath } from '@priormark/core/orders/order-page-view'
import { sampleEndpoints } from '@priormark/core/proofs/sample/endpoints'
import { sampleOrderKey, verifySamplePath } from '@priormark/core/proofs/sample/sample-order'
import { BadgeSnippet } from '../../proofs/badge/BadgeSnippet.tsx'
import button from '../../platform/layout/button.module.css'
import { SiteLink } from '../../platform/layout/SiteLink.tsx'
import { usePage } from '../../../rendering/page/page-context.tsx'
import { CopyLink } from '../../platform/layout/CopyLink.tsx'
import { Moment } from './OrderDue.tsx'
import { adviceOf, anchorName, anchorText, timelineOf, type TimelineStep } from './order-steps.ts'
import { isRecorded } from './order-labels.ts'
import { useShownOrder } from './use-order-watch.ts'
import { messageOf } from '@priormark/core/platform/http/api-error'
import { paymentEndpoints } from '@priormark/core/orders/payments/endpoints'
import { startRequestText, startRequestVersion } from '@priormark/core/settings/policy/start-request'
import { useState } from 'react'
import { toast } from '../../../ui/toast-store.ts'
import { client } from '../../platform/api.ts'

/**
 * The evidence of an order, what the customer can do now, its steps, and where it is recorded. An island that is
 * hydrated late, because its links work without a script.
 */
export function OrderBody() {
  const { orderKey, order } = useShownOrder()
  const { shop } = usePage()
  const isSample = orderKey === sampleOrderKey
  const mark = proofMark(order.anchors)
  const isUnpaid = order.step === 'unpaid' && order.stopped === null
  const files = <OrderFiles orderKey={orderKey} order={order} />
  return (
    <div className="order-body">
      {order.hasEvidence && files}
      <section className="order-advice" aria-labelledby="order-advice">
        <h2 id="order-advice">What you can do now</h2>
        {isSample ? <SampleAdvice /> : <p>{adviceOf(order)}</p>}
        {isUnpaid && (
          <a href={`/checkout?orderId=${order.orderId}`} className={button.primary}>
            Go to checkout
          </a>
        )}
      </section>
      {order.startsAt !== null && <StartNow />}
      {order.refunds.length > 0 && <OrderRefunds refunds={order.refunds} />}
      <section className="order-way" aria-labelledby="order-steps">
        <h2 id="order-steps">Step by step</h2>
        <OrderTimeline steps={timelineOf(order)} />
      </section>
      {order.anchors.length > 0 && (
        <section aria-labelledby="order-anchors">
          <h2 id="order-anchors">Where it is recorded</h2>
          <AnchorList anchors={order.anchors} />
        </section>
      )}
      {!order.hasEvidence && !isUnpaid && files}
      {order.proofId !== null && mark !== 'at-risk' && <BadgeSnippet proofId={order.proofId} mark={mark} />}
      {!isSample && (
        <section className="order-keep" aria-labelledby="order-keep">
          <h2 id="order-keep">Bookmark this private link</h2>
          <p>
            Anyone who has it can see this page, and it works for years. Your evidence proves that this file
            existed, unchanged, no later than a certain time. It doesn’t prove who made it.
          </p>
          <p>
            <CopyLink address={shop.publicUrl + orderPagePath(orderKey)} name="link to this order" />
          </p>
          <p>
            You ordered under <a href={termsPath(order.termsId)}>these terms</a>. Questions? Write to{' '}
            <a href={`mailto:${shop.supportEmail}`}>{shop.supportEmail}</a>. {replyText(shop)}
          </p>
        </section>
      )}
    </div>
  )
}

function SampleAdvice() {
  return (
    <>
      <p>
        This is how an order looks once its work is recorded. Download the evidence and{' '}
        <a href={sampleEndpoints.work.path} download>
          the file it is for
        </a>
        , and check them offline with the verify.html in the evidence. Or{' '}
        <a href={verifySamplePath}>check them on this site</a>. Change one letter of the file, and they no
        longer match.
      </p>
      <SiteLink to="/#protect-now" className={button.primary}>
        Protect your idea
      </SiteLink>
    </>
  )
}

/** The downloads of an order. */
function OrderFiles({ orderKey, order }: { orderKey: string; order: OrderProgress }) {
  return (
    <section className="order-files" aria-labelledby="order-files">
      <h2 id="order-files">Your evidence</h2>
      {order.hasEvidence ? (
        <>
          <ul>
            {orderFiles(orderKey).map(({ path, name, text }, index) => (
              <li key={path}>
                <a href={path} download className={index === 0 ? button.primary : button.secondary}>
                  {name}
                </a>
                <p>{text}</p>
              </li>
            ))}
          </ul>
          <p>
            Anyone can <a href="/verify">check it on this site</a>, or offline with the page in the evidence.
            Your file never leaves the browser.
          </p>
        </>
      ) : (
        <p>
          {order.stopped !== null
            ? 'There is no evidence for this order.'
            : 'You can download it here once your work is in a batch: a certificate, the proof, and a page that checks both offline.'}
        </p>
      )}
    </section>
  )
}

/** A download of an order. */
interface OrderFile {
  /** The path of the download. */
  path: string
  name: string
  /** What it is for. */
  text: string
}

/** The downloads for anyone with an order's key. */
export function orderFiles(key: string): OrderFile[] {
  return [
    {
      path: `/api/orders/${key}/evidence.zip`,
      name: 'Download the evidence',
      text: 'ZIP. Everything needed to check it without us: the certificate, the proof, and a page that works offline.',
    },
    {
      path: `/api/orders/${key}/certificate.pdf`,
      name: 'Certificate',
      text: 'PDF. To print or send. It says what is proven and what isn’t.',
    },
    {
      path: `/api/orders/${key}/proof.json`,
      name: 'Proof',
      text: 'JSON. Machine-readable.',
    },
  ]
}

/** What was refunded of an order, and when the money arrives. */
function OrderRefunds({ refunds }: Pick<OrderProgress, 'refunds'>) {
  return (
    <section aria-labelledby="order-refunds">
      <h2 id="order-refunds">{refunds.length === 1 ? 'Refund' : 'Refunds'}</h2>
      <ul>
        {refunds.map(({ amount, day }, index) => (
          <li key={index}>
            We refunded {formatDollars(amount)} on <time dateTime={day}>{formatDay(day)}</time>.
          </li>
        ))}
      </ul>
      <p>{refunds.every(({ isOtherWay }) => isOtherWay) ? otherWayArrivalText : refundArrivalText}</p>
    </section>
  )
}

const spokenStates: Record<TimelineStep['state'], string> = {
  done: 'done',
  now: 'in progress',
  ahead: 'not started',
}

/** The steps of an order with their states. */
function OrderTimeline({ steps }: { steps: readonly TimelineStep[] }) {
  return (
    <ol className="order-steps">
      {steps.map(({ title, text, doneAt, state }, index) => (
        <li key={index} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
          <svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" aria-hidden>
            <circle cx="12" cy="12" r="9" />
            {state === 'done' && <path d="M7.5 12.5l3 3 6-6.5" />}
            {state === 'now' && <circle cx="12" cy="12" r="3.5" fill="currentColor" stroke="none" />}
          </svg>
          <h3>
            {title}
            <span className="visually-hidden">, {spokenStates[state]}</span>
          </h3>
          <p>{doneAt === undefined ? text : <Moment iso={doneAt} />}</p>
        </li>
      ))}
    </ol>
  )
}

/** The anchors of the order's root. */
function AnchorList({ anchors }: { anchors: readonly ProgressAnchor[] }) {
  const isExtra = anchors.some(isRecorded)
  return (
    <ul className="order-anchors">
      {anchors.map((anchor, index) => (
        <li key={index}>
          <h3>{anchorName(anchor)}</h3>
          <p>{anchorText(anchor, { isExtra })}</p>
          {anchor.link !== null && (
            <p className="order-link">
              <a href={anchor.link} rel="noreferrer">
                {anchor.link}
              </a>
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Lets the customer ask for an immediate start after paying. Shown until recording starts. */
function StartNow() {
  const { orderKey, order, check } = useShownOrder()
  const [isSending, setSending] = useState(false)

  async function start() {
    if (isSending) return
    setSending(true)
    try {
      await client.call(paymentEndpoints.requestStart, {
        body: { orderId: order.orderId, version: startRequestVersion, key: orderKey },
      })
      await check()
    } catch (failure) {
      toast({
        title: 'We couldn’t start yet',
        description: messageOf(failure, 'Please try again in a moment.'),
        variant: 'destructive',
      })
    } finally {
      setSending(false)
    }
  }

  return (
    <section className="order-start" aria-labelledby="order-start">
      <h2 id="order-start">Don’t want to wait?</h2>
      <p id="order-start-text">{startRequestText}</p>
      <button
        type="button"
        className={button.primary}
        disabled={isSending}
        aria-describedby="order-start-text"
        onClick={() => void start()}
      >
        {isSending ? 'Starting...' : 'Start right away'}
      </button>
    </section>
  )
}
