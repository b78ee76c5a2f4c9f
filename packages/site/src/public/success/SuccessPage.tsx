import { recordingText } from '@priormark/core/promise/promise-texts'
import type { ShopPromise } from '@priormark/core/promise/shop-promise'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { toast } from '../../ui/toast-store.ts'
import { rememberedOrder } from '../checkout/current-order.ts'
import { OrderCard } from '../checkout/OrderCard.tsx'
import { paymentFailed } from '../checkout/payment-failed.ts'
import button from '../layout/button.module.css'
import page from '../layout/page.module.css'
import { usePage } from '../page-state.ts'
import styles from './SuccessPage.module.css'
import { SiteLink } from '../layout/SiteLink.tsx'
import type { SettledOrder } from './settle-order.tsx'

const nextSteps = (promise: ShopPromise) => [
  {
    title: 'We add your work to the blockchain',
    text: recordingText(promise),
  },
  {
    title: 'A confirmation email',
    text: 'It’s on its way to the address you gave, with the details of your order.',
  },
  {
    title: 'Your verification link',
    text: 'We’ll email it as soon as your work is recorded. Anyone can open it and compare.',
  },
  {
    title: 'A permanent record',
    text: 'Nothing to renew. Keep the original file, unchanged, together with its fingerprint: you need both to prove it.',
  },
]

/** Shows what happens next. Also the return URL after the provider's redirect to a bank. */
export function SuccessPage() {
  const { shop, promise } = usePage()
  const navigate = useNavigate()
  const [settled, setSettled] = useState<SettledOrder | null>(null)

  useEffect(() => {
    let isUnmounted = false
    const { paymentIntentId, hasFailed } = readReturnParams(location.search)
    const orderId = rememberedOrder()
    if (hasFailed) {
      toast(paymentFailed(undefined))
      void navigate(orderId ? `/checkout?orderId=${orderId}` : '/checkout', { replace: true })
      return
    }
    // The provider's parameters contain a secret, so they are removed from the address bar and the history.
    if (paymentIntentId) history.replaceState(history.state, '', '/success')

    settle(paymentIntentId, orderId)
      .then((found) => {
        if (!isUnmounted) setSettled(found)
      })
      .catch(() => {
        // The page is complete without the order's card.
      })
    return () => {
      isUnmounted = true
    }
  }, [navigate])

  return (
    <div className={page.page} data-hydrate-now>
      <div className={page.columns}>
        <div>
          <h1 className={page.title}>Thank You for Your Order!</h1>
          <div className={styles.follow}>{settled?.follow}</div>
          <h2 className={styles.next}>Next steps</h2>
          <ol className={styles.steps}>
            {nextSteps(promise).map(({ title, text }) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ol>
          <p className={styles.contact}>
            Questions? Write to <a href={`mailto:${shop.supportEmail}`}>{shop.supportEmail}</a>. We reply
            within 48 hours on working days.
          </p>
          <SiteLink to="/" className={button.primary}>
            Return to Home
          </SiteLink>
        </div>
        <div className={styles.work}>
          {settled?.order.work !== null && (
            <OrderCard work={settled?.order.work ?? null} tag={settled?.tag ?? null} isLarge />
          )}
        </div>
      </div>
    </div>
  )
}

/** Loaded after the page itself is shown. */
async function settle(paymentIntentId: string | null, orderId: string | undefined): Promise<SettledOrder> {
  const { settleOrder } = await import('./settle-order.tsx')
  return settleOrder(paymentIntentId, orderId)
}

/** Reads the provider's parameters. They only choose what to show: the server reads the state from the provider. */
function readReturnParams(search: string): { paymentIntentId: string | null; hasFailed: boolean } {
  const parameters = new URLSearchParams(search)
  return {
    paymentIntentId: parameters.get('payment_intent'),
    hasFailed: parameters.get('redirect_status') === 'failed',
  }
}
