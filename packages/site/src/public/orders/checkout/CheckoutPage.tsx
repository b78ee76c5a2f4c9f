import { ApiError } from '@priormark/core/platform/http/api-error'
import type { OrderSummary } from '@priormark/core/orders/order'
import { formatDollars } from '@priormark/core/platform/money'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { RegistrationMark } from '../../../ui/RegistrationMark.tsx'
import { toastError } from '../../../ui/toast-store.ts'
import { lazyLoad } from '../../../ui/lazy-load.ts'
import { LoadBoundary } from '../../../ui/LoadBoundary.tsx'
import button from '../../platform/layout/button.module.css'
import page from '../../platform/layout/page.module.css'
import { usePage, usePrice } from '../../../rendering/page/page-context.tsx'
import { unlessLeaving } from '../../../ui/unless-leaving.ts'
import { suggestedEmail } from '../order-form/email-suggestion.ts'
import styles from './CheckoutPage.module.css'
import { declinedState, parseOrderId, storeOrderId } from './payment-calls.ts'
import { OrderCard } from './OrderCard.tsx'
import { PaymentForm } from './PaymentForm.tsx'
import { paymentEndpoints, type CheckoutPayment } from '@priormark/core/orders/payments/endpoints'
import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { CookiesBlocked, areCookiesBlocked, client } from '../../../ui/site-client.ts'

const OrderEditor = lazyLoad(async () => (await import('./OrderEditor.tsx')).OrderEditor)

/** Takes the card payment for the order in the address, else for the visitor's newest order. */
export function CheckoutPage() {
  const [search] = useSearchParams()
  const orderId = parseOrderId(search.get('orderId'))
  const navigate = useNavigate()
  const isDeclined = useLocation().state === declinedState
  const { shop } = usePage()
  const listPrice = usePrice()
  const [preparedPayment, setPreparedPayment] = useState<PreparedPayment | null>(null)

  useEffect(() => {
    let isUnmounted = false
    unlessLeaving(() => preparePayment(orderId))
      .then((newPayment) => {
        if (isUnmounted) return
        storeOrderId(newPayment.payment.order.orderId)
        setPreparedPayment(newPayment)
      })
      .catch((failure: unknown) => {
        if (isUnmounted) return
        if (failure instanceof ApiError && failure.code === 'order_paid') {
          if (orderId) storeOrderId(orderId)
          return navigate('/success', { replace: true })
        }
        toastError(
          'Checkout Error',
          failure instanceof CookiesBlocked
            ? failure.message
            : 'Unable to initialize checkout. Please try again.',
        )
        return navigate('/', { replace: true })
      })
    return () => {
      isUnmounted = true
    }
  }, [orderId, navigate])

  function replaceOrder(newOrder: OrderSummary) {
    if (preparedPayment)
      setPreparedPayment({ ...preparedPayment, payment: { ...preparedPayment.payment, order: newOrder } })
  }

  const order = preparedPayment?.payment.order
  const amount = order ? formatDollars(order.paymentAmount) : listPrice
  return (
    <div className={page.page} data-hydrate-now>
      <p className={styles.brand}>
        <RegistrationMark size={26} />
        {shop.name}
      </p>
      <h1 className={page.title}>Complete Your Purchase</h1>
      <div className={page.columns}>
        <section className={styles.summary} aria-labelledby="summary-title">
          <h2 id="summary-title">Order summary</h2>
          <dl className={styles.lines}>
            {order?.email != null && <EmailLine email={order.email} />}
            <div>
              <dt>Dated proof for one work</dt>
              <dd>{amount}</dd>
            </div>
            <div className={styles.total}>
              <dt>
                Total in US dollars <span>Any tax is included.</span>
              </dt>
              <dd>{amount}</dd>
            </div>
          </dl>
          {preparedPayment && <EditOrder order={preparedPayment.payment.order} onSaved={replaceOrder} />}
          {order?.work !== null && <OrderCard work={order?.work ?? null} tag="at-risk" />}
        </section>
        <section className={styles.payment} aria-label="Payment">
          {preparedPayment ? (
            <PaymentForm {...preparedPayment} isDeclined={isDeclined} />
          ) : (
            <div className={styles.preparing} aria-live="polite">
              Preparing checkout...
            </div>
          )}
          <button
            type="button"
            className={button.secondary}
            onClick={() => void navigate('/', { state: { section: 'protect-now' } })}
          >
            Back to form
          </button>
        </section>
      </div>
    </div>
  )
}

/** Where the proof is sent. */
function EmailLine({ email }: { email: string }) {
  const suggestion = suggestedEmail(email)
  return (
    <div className={styles.email}>
      <dt>Your proof goes to</dt>
      <dd>{email}</dd>
      {suggestion !== null && (
        <dd className={styles.suggested}>Please check it: did you mean {suggestion}?</dd>
      )}
    </div>
  )
}

/** A button that opens a form to correct the order. Someone who only has the link to pay does not see it. */
function EditOrder({ order, onSaved }: { order: OrderSummary; onSaved: (order: OrderSummary) => void }) {
  const [isOpen, setOpen] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const { work, email } = order
  if (work === null || email === null) return null

  function close() {
    setOpen(false)
    opener.current?.focus()
  }

  return (
    <div className={styles.edit}>
      <button
        ref={opener}
        type="button"
        className={styles.change}
        aria-expanded={isOpen}
        onClick={() => {
          setOpen(!isOpen)
          setSaved(false)
        }}
      >
        Edit name or email
      </button>{' '}
      <output>{isSaved && 'Saved'}</output>
      {isOpen && (
        <LoadBoundary>
          <Suspense>
            <OrderEditor
              order={{ ...order, work, email }}
              onCancel={close}
              onSaved={(newOrder) => {
                onSaved(newOrder)
                setSaved(true)
                close()
              }}
            />
          </Suspense>
        </LoadBoundary>
      )}
    </div>
  )
}

/** A payment with what its card form needs. */
interface PreparedPayment {
  payment: CheckoutPayment
  stripe: Stripe
}

/**
 * Opens the payment of an order and loads the provider's script.
 * @param orderId undefined for the visitor's newest order
 * @throws CookiesBlocked if the browser blocks cookies; ApiError, NetworkError; an error if the script cannot be loaded
 */
async function preparePayment(orderId: string | undefined): Promise<PreparedPayment> {
  const payment = await client
    .call(paymentEndpoints.open, orderId ? { body: { orderId } } : {})
    .catch(async (failure: unknown) => {
      const isRejected = failure instanceof ApiError && failure.status < 500
      throw isRejected && (await areCookiesBlocked()) ? new CookiesBlocked() : failure
    })
  const { mode, publishableKey } = payment
  if (mode === 'embedded' && window.Stripe === undefined) await loadEmbeddedScript()
  const stripe = await loadStripe(publishableKey)
  if (stripe === null) throw new Error('The payment form could not be loaded')
  return { payment, stripe }
}

/** The stand-in sets window.Stripe, which loadStripe() then takes instead of fetching the provider's script. */
function loadEmbeddedScript(): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = '/__stripe/stripe.js'
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error('The test payment form could not be loaded'))
    })
    document.head.append(script)
  })
}
