import { keepText } from '@priormark/core/settings/policy/publicity-texts'
import { recordingText } from '@priormark/core/settings/policy/recording-texts'
import { replyText, laterStartText } from '@priormark/core/settings/policy/rule-texts'
import type { ServicePolicy } from '@priormark/core/settings/policy/service-policy'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { declinedState, readStoredOrderId, reportPayment } from '../checkout/payment-calls.ts'
import { OrderCard } from '../checkout/OrderCard.tsx'
import { analytics } from '../../platform/analytics/analytics.ts'
import button from '../../platform/layout/button.module.css'
import page from '../../platform/layout/page.module.css'
import { useStore } from 'zustand'
import { usePage } from '../../../rendering/page/page-context.tsx'
import type { OrderedWork, OrderSummary } from '@priormark/core/orders/order'
import { SiteLink } from '../../platform/layout/SiteLink.tsx'
import styles from './SuccessPage.module.css'
import { headlineOf, lookOf, processingText, shownTime } from '../order-page/order-labels.ts'
import { OrderDue } from '../order-page/OrderDue.tsx'
import { type OrderWatch, useWatchedOrder, watchOrder, readOrder } from '../order-page/order-watch.ts'
import { orderPagePath } from '@priormark/core/orders/order-page-view'
import type { OrderProgress } from '@priormark/core/orders/order-progress'
import { ApiError } from '@priormark/core/platform/http/api-error'
import { visitorOrderEndpoints } from '@priormark/core/orders/visitor-endpoints'
import { client } from '../../../ui/site-client.ts'
import { clearEntry } from '../order-form/entry-store.ts'

/** The state of the order, or that it is not known yet or cannot be read. */
type ShownState = OrderState | 'checking' | 'unknown'

const texts: Record<ShownState, { title: string; text: string | null }> = {
  checking: { title: 'Checking your order...', text: null },
  paid: { title: 'Thank You for Your Order!', text: null },
  processing: {
    title: 'Your payment is still processing',
    text: processingText,
  },
  unpaid: {
    title: 'Your order isn’t paid yet',
    text: 'You haven’t been charged. Your file and details are safe, and nothing is recorded until you pay.',
  },
  missing: {
    title: 'There’s no order in this browser',
    text: 'If you’ve paid on another device, use the link in your confirmation email.',
  },
  unknown: {
    title: 'We couldn’t check your order',
    text: 'If you’ve paid, your order is safe and a confirmation email is on its way. Check your connection and reload this page.',
  },
}

/** Shows the state of the order and what happens next. Also the return URL after the provider's redirect to a bank. */
export function SuccessPage() {
  const { shop } = usePage()
  const navigate = useNavigate()
  const [outcome, setOutcome] = useState<CheckoutOutcome | null>(null)
  /** Null until the order has a payment, and if its progress cannot be read. */
  const [watch, setWatch] = useState<OrderWatch | null>(null)
  const [hasReadFailed, setReadFailed] = useState(false)

  useEffect(() => {
    let isUnmounted = false
    // The provider's parameters only choose what to show: the server reads the state from the provider.
    const parameters = new URLSearchParams(location.search)
    const paymentIntentId = parameters.get('payment_intent')
    const orderId = readStoredOrderId()
    if (parameters.get('redirect_status') === 'failed') {
      void navigate(checkoutPath(orderId), { replace: true, state: declinedState })
      return
    }
    // The parameters contain a secret, so they are removed from the address bar and the history.
    if (paymentIntentId) history.replaceState(history.state, '', '/success')

    settleOrder(paymentIntentId, orderId)
      .then((newOutcome) => {
        if (isUnmounted) return
        setOutcome(newOutcome)
        const key = newOutcome.order?.key ?? null
        const { progress } = newOutcome
        if (key !== null && progress !== null) setWatch(() => watchOrder(key, progress))
      })
      .catch(() => {
        if (!isUnmounted) setReadFailed(true)
      })
    return () => {
      isUnmounted = true
    }
  }, [navigate])

  // A payment that is processing may be confirmed or fail while the page is open, and between the two reads of the order.
  useEffect(() => {
    if (outcome?.state !== 'processing' || watch === null) return undefined
    const followPayment = (progress: OrderProgress) => {
      if (progress.step === 'processing') return
      const isPaid = progress.step !== 'unpaid' && progress.step !== 'canceled'
      setOutcome({ ...outcome, state: isPaid ? 'paid' : 'unpaid', progress })
      if (!isPaid || outcome.order === null) return
      clearEntry()
      analytics.purchase(outcome.order.paymentAmount)
    }
    followPayment(watch.getState().order)
    return watch.subscribe(({ order }, previousState) => {
      if (order !== previousState.order) followPayment(order)
    })
  }, [outcome, watch])

  const state = outcome?.state ?? (hasReadFailed ? 'unknown' : 'checking')
  const { title, text } = texts[state]
  const order = outcome?.order ?? null
  return (
    <div className={`${page.page} ${styles.success}`} data-hydrate-now>
      <div className={page.columns}>
        <div>
          <h1 className={page.title} aria-live="polite">
            {title}
          </h1>
          {text !== null && <p className={styles.text}>{text}</p>}
          <div className={styles.follow}>
            {order?.key != null && watch !== null && <OrderStatus orderKey={order.key} watch={watch} />}
            {state === 'unpaid' && (
              <SiteLink to={checkoutPath(order?.orderId)} className={button.primary}>
                Continue to payment
              </SiteLink>
            )}
            {state === 'missing' && (
              <p>
                Lost the email? <SiteLink to="/my-works">Get all your links again</SiteLink>.
              </p>
            )}
          </div>
          {state === 'paid' && (
            <NextSteps
              isWaiting={outcome?.progress != null && outcome.progress.startsAt !== null}
              email={order?.email ?? null}
            />
          )}
          <div className={styles.end} data-waiting={state === 'checking' || undefined}>
            <p className={styles.contact}>
              Questions? Write to <a href={`mailto:${shop.supportEmail}`}>{shop.supportEmail}</a>.{' '}
              {replyText(shop)}
            </p>
            <SiteLink
              to="/"
              className={state === 'unpaid' || watch !== null ? button.secondary : button.primary}
            >
              Return to Home
            </SiteLink>
          </div>
        </div>
        <div className={styles.work}>
          {order?.work != null &&
            (watch === null ? (
              <OrderCard work={order.work} tag={state === 'unpaid' ? 'at-risk' : null} isLarge />
            ) : (
              <PaidWork work={order.work} watch={watch} />
            ))}
        </div>
      </div>
    </div>
  )
}

/** The work, with the state of its order. */
function PaidWork({ work, watch }: { work: OrderedWork; watch: OrderWatch }) {
  const { order } = useStore(watch)
  return <OrderCard work={work} {...lookOf(order)} day={shownTime(order)?.noLaterThan} isLarge />
}

/** @param email where the emails go; null if this visitor may not see it */
function NextSteps({ isWaiting, email }: { isWaiting: boolean; email: string | null }) {
  const { policy } = usePage()
  return (
    <>
      <h2 className={styles.next}>Next steps</h2>
      <ol className={styles.steps}>
        {nextSteps(policy, isWaiting).map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>
              {text}
              {text === emailText && (email === null ? 'the address you gave.' : <bdi>{email}</bdi>)}
            </p>
          </li>
        ))}
      </ol>
    </>
  )
}

function checkoutPath(orderId: string | undefined): string {
  return orderId ? `/checkout?orderId=${orderId}` : '/checkout'
}

/** The current status of the order, and a link to its page. */
function OrderStatus({ orderKey, watch }: { orderKey: string; watch: OrderWatch }) {
  const { order } = useWatchedOrder(watch)
  const { policy } = usePage()
  return (
    <>
      {/* While the bank has not confirmed the payment, the title says so. */}
      {order.paidAt !== null && <output data-seal={lookOf(order).seal}>{headlineOf(order, policy)}</output>}
      <OrderDue order={order} />
      {/* A full page load: only the server renders that page. */}
      <a href={orderPagePath(orderKey)} className={button.primary}>
        Follow your order
      </a>
    </>
  )
}

/** The page appends the email address. */
const emailText = 'It’s on its way to '

/** What happens after the payment. @param isWaiting recording starts only after the cancellation period */
export const nextSteps = (policy: ServicePolicy, isWaiting: boolean) => [
  {
    title: 'We add your work to the blockchain',
    text: isWaiting ? laterStartText : recordingText(policy),
  },
  {
    title: 'A confirmation email',
    text: emailText,
  },
  {
    title: 'Your verification link',
    text: 'We’ll email it as soon as your work is recorded. Anyone can open it and check the record.',
  },
  {
    title: 'A permanent record',
    text: `Nothing to renew. ${keepText}`,
  },
]

/** The state of this browser's order. 'missing': there is none. */
type OrderState = 'paid' | 'processing' | 'unpaid' | 'missing'

interface CheckoutOutcome {
  state: OrderState
  /** Null if there is none. */
  order: OrderSummary | null
  /** Null if it is not paid, for a visitor who paid someone else's order, and if it cannot be read. */
  progress: OrderProgress | null
}

/**
 * Completes the checkout: records the payment that a visitor returns with, reads the order, and clears the form.
 * @param paymentIntentId from the provider's return address; null if the checkout has recorded it
 * @param orderId undefined for the visitor's newest order
 * @throws ApiError, NetworkError if the order cannot be read
 */
async function settleOrder(
  paymentIntentId: string | null,
  orderId: string | undefined,
): Promise<CheckoutOutcome> {
  if (paymentIntentId) await reportPayment(paymentIntentId)
  const order = await findOrder(orderId)
  if (order === null) return { state: 'missing', order, progress: null }
  if (order.status !== 'pending') {
    clearEntry()
    if (paymentIntentId) analytics.purchase(order.paymentAmount)
  }
  const state = stateOf(order)
  const { key } = order
  const progress = key === null || state === 'unpaid' ? null : await readOrder(key).catch(() => null)
  return { state, order, progress: progress === 'gone' ? null : progress }
}

function stateOf({ status, isPaymentProcessing }: OrderSummary): OrderState {
  if (status !== 'pending') return 'paid'
  return isPaymentProcessing ? 'processing' : 'unpaid'
}

async function findOrder(orderId: string | undefined): Promise<OrderSummary | null> {
  try {
    return await client.call(visitorOrderEndpoints.mine, { query: { orderId } })
  } catch (failure) {
    if (failure instanceof ApiError && failure.code === 'not_found') return null
    throw failure
  }
}
