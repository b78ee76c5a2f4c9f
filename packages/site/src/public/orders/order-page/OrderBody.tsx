import type { OrderProgress, ProgressAnchor } from '@priormark/core/orders/order-progress'
import { formatDay } from '@priormark/core/platform/dates'
import { formatDollars } from '@priormark/core/platform/money'
import { proofMark } from '@priormark/core/proofs/anchors/proof-mark'
import { termsPath } from '@priormark/core/orders/accepted-terms'
import { orderPagePath } from '@priormark/core/orders/order-page-view'
import { sampleEndpoints } from '@priormark/core/proofs/sample/endpoints'
import { sampleOrderKey, verifySamplePath } from '@priormark/core/proofs/sample/sample-order'
import { BadgeSnippet } from '../../proofs/badge/BadgeSnippet.tsx'
import button from '../../platform/layout/button.module.css'
import { SiteLink } from '../../platform/layout/SiteLink.tsx'
import { usePage } from '../../../rendering/page/page-context.tsx'
import { CopyLink } from '../../platform/layout/CopyLink.tsx'
import { Moment } from './OrderDue.tsx'
import {
  adviceOf,
  anchorName,
  anchorText,
  arrivalText,
  linkName,
  shownAnchors,
  timelineOf,
  type TimelineStep,
} from './order-steps.ts'
import { stageOf } from './order-labels.ts'
import { WorkDrafts } from './WorkDrafts.tsx'
import { useShownOrder } from './order-watch.ts'
import { messageOf } from '@priormark/core/platform/http/api-error'
import { paymentEndpoints } from '@priormark/core/orders/payments/endpoints'
import { startRequestText, startRequestVersion } from '@priormark/core/settings/policy/start-request'
import { Suspense, useEffect, useRef, useState } from 'react'
import { lazyLoad } from '../../../ui/lazy-load.ts'
import { LoadBoundary } from '../../../ui/LoadBoundary.tsx'
import { toastError } from '../../../ui/toast-store.ts'
import { client } from '../../../ui/site-client.ts'

const ShareProof = lazyLoad(async () => (await import('./ShareProof.tsx')).ShareProof)

/**
 * What the customer of an order can do now, its evidence, where it is recorded, and its steps. An island that is hydrated late,
 * because its links work without a script.
 */
export function OrderBody() {
  const { orderKey, order } = useShownOrder()
  const { shop, policy } = usePage()
  const isSample = orderKey === sampleOrderKey
  const mark = proofMark(order.anchors)
  const stage = stageOf(order)
  const anchors = shownAnchors(order)
  const steps = timelineOf(order, policy)
  return (
    <div className="order-body">
      <section className="order-advice" aria-label="What you can do now">
        {order.hasEvidence && <EvidenceLinks orderKey={orderKey} />}
        {(stage === 'unpaid' || stage === 'canceled') && (
          <a href={`/checkout?orderId=${order.orderId}`} className={button.primary}>
            Go to checkout
          </a>
        )}
        {isSample ? <SampleAdvice /> : <p>{adviceOf(order)}</p>}
        {mark !== 'none' && order.hasEvidence && <ProofLimits />}
      </section>
      {order.startsAt !== null && <StartNow />}
      {order.refunds.length > 0 && <OrderRefunds refunds={order.refunds} />}
      {anchors.length > 0 && (
        <section className="order-places" aria-labelledby="order-anchors">
          <h2 id="order-anchors">Where it is recorded</h2>
          <AnchorList anchors={anchors} order={order} />
        </section>
      )}
      {steps.length > 0 && (
        <section aria-labelledby="order-steps">
          <details open={steps.some(({ state }) => state !== 'done')}>
            <summary>
              <h2 id="order-steps">Step by step</h2>
            </summary>
            <OrderTimeline steps={steps} />
          </details>
        </section>
      )}
      <WorkDrafts orderKey={orderKey} order={order} />
      {order.hasEvidence && <SharedProof orderKey={orderKey} />}
      {order.proofId !== null && mark !== 'none' && <BadgeSnippet proofId={order.proofId} mark={mark} />}
      {!isSample && (
        <section aria-labelledby="order-keep">
          <h2 id="order-keep">Bookmark this private link</h2>
          <p>Anyone with it sees this page.</p>
          <p>
            <CopyLink address={shop.publicUrl + orderPagePath(orderKey)} name="link to this order" />
          </p>
          {order.paidAt !== null && (
            <p>
              <a href={`/api/orders/${orderKey}/receipt.pdf`} download>
                Receipt
              </a>
            </p>
          )}
          <p className="order-small">
            You ordered under <a href={termsPath(order.termsId)}>these terms</a>. Questions?{' '}
            <a href={`mailto:${shop.supportEmail}`}>{shop.supportEmail}</a>
          </p>
        </section>
      )}
    </div>
  )
}

function ProofLimits() {
  return (
    <p>
      The evidence doesn’t prove authorship. Anyone can <a href="/verify">check it</a> offline.
    </p>
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
        , and <a href={verifySamplePath}>check them</a>. Change one letter of the file, and they no longer
        match.
      </p>
      <SiteLink to="/#protect-now" className={button.secondary}>
        Protect your idea
      </SiteLink>
    </>
  )
}

/** The downloads of an order. */
function EvidenceLinks({ orderKey }: { orderKey: string }) {
  const folder = `/api/orders/${orderKey}`
  return (
    <p className="order-files">
      <a href={`${folder}/evidence.zip`} download className={button.primary}>
        Download the evidence
      </a>
      <a href={`${folder}/certificate.pdf`} download>
        Certificate
      </a>
      <a href={`${folder}/proof.json`} download>
        Proof
      </a>
    </p>
  )
}

/** Makes a shared proof, which can hide fields of the record. Its code loads when a person opens it. */
function SharedProof({ orderKey }: { orderKey: string }) {
  const details = useRef<HTMLDetailsElement>(null)
  const [isOpened, setOpened] = useState(false)
  // A person may have opened it before the page was hydrated.
  useEffect(() => {
    if (details.current?.open === true) setOpened(true)
  }, [])
  return (
    <section aria-labelledby="order-share">
      <details ref={details} onToggle={() => setOpened(true)}>
        <summary>
          <h2 id="order-share">Share a proof</h2>
        </summary>
        {isOpened && (
          <LoadBoundary>
            <Suspense>
              <ShareProof path={`/api/orders/${orderKey}/proof.json`} />
            </Suspense>
          </LoadBoundary>
        )}
      </details>
    </section>
  )
}

/** The refunds of an order, and when the money arrives. */
function OrderRefunds({ refunds }: Pick<OrderProgress, 'refunds'>) {
  const arrival = arrivalText(refunds)
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
      {arrival !== null && <p>{arrival}</p>}
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
          {doneAt !== null && (
            <p>
              <Moment iso={doneAt} />
            </p>
          )}
          {text !== null && <p>{text}</p>}
        </li>
      ))}
    </ol>
  )
}

/** The anchors of the order's root. */
function AnchorList({ anchors, order }: { anchors: readonly ProgressAnchor[]; order: OrderProgress }) {
  return (
    <ul className="order-anchors">
      {anchors.map((anchor, index) => (
        <li key={index}>
          <h3>{anchorName(anchor)}</h3>
          <p>{anchorText(anchor, order)}</p>
          {anchor.link !== null && (
            <p>
              <a href={anchor.link} rel="noreferrer">
                {linkName(anchor, anchor.link)}
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
      toastError('We couldn’t start yet', messageOf(failure, 'Please try again in a moment.'))
    } finally {
      setSending(false)
    }
  }

  return (
    <section aria-labelledby="order-start">
      <h2 id="order-start">Don’t want to wait?</h2>
      <p id="order-start-text">{startRequestText}</p>
      <button
        type="button"
        className={button.primary}
        aria-disabled={isSending || undefined}
        aria-describedby="order-start-text"
        onClick={() => void start()}
      >
        {isSending ? 'Starting...' : 'Start right away'}
      </button>
    </section>
  )
}
