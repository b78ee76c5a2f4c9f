import { proofMark } from '@priormark/core/proofs/anchors/proof-mark'
import { termsPath } from '@priormark/core/orders/accepted-terms'
import { replyText } from '@priormark/core/settings/policy/reply-text'
import { orderPagePath } from '@priormark/core/orders/order-page-view'
import { sampleEndpoints } from '@priormark/core/proofs/sample/endpoints'
import { sampleOrderKey } from '@priormark/core/proofs/sample/sample-order'
import { BadgeSnippet } from '../../proofs/badge/BadgeSnippet.tsx'
import button from '../../platform/layout/button.module.css'
import { SiteLink } from '../../platform/layout/SiteLink.tsx'
import { usePage } from '../../platform/page-state.ts'
import { verifySamplePath } from '../../proofs/verify/sample-path.ts'
import { CopyLink } from '../../platform/layout/CopyLink.tsx'
import { adviceOf } from './order-advice.ts'
import { AnchorList } from './AnchorList.tsx'
import { useShownOrder } from './shown-order.ts'
import { OrderFiles } from './OrderFiles.tsx'
import { timelineOf } from './order-steps.ts'
import { OrderRefunds } from './OrderRefunds.tsx'
import { OrderTimeline } from './OrderTimeline.tsx'
import { StartNow } from './StartNow.tsx'

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
