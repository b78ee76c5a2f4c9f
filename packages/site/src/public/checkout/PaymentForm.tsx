import type { PaymentSession } from '@priormark/core/payments/endpoints'
import { formatDollars } from '@priormark/core/money'
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Appearance, Stripe } from '@stripe/stripe-js'
import { useRef, useState, type SubmitEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { toast } from '../../ui/toast-store.ts'
import button from '../layout/button.module.css'
import { confirmPayment, countPurchase, requestStart } from './payment-calls.ts'
import styles from './CheckoutPage.module.css'
import { paymentFailed } from './payment-failed.ts'
import { StartRequest } from './StartRequest.tsx'

const appearance: Appearance = {
  theme: 'stripe',
  variables: {
    colorPrimary: '#0a6b4e',
    colorText: '#15140f',
    colorTextSecondary: '#57534a',
    colorDanger: '#b8321a',
    borderRadius: '0px',
    fontSizeBase: '17px',
  },
}

/** The provider's card form and the pay button. */
export function PaymentForm({ session, stripe }: { session: PaymentSession; stripe: Stripe }) {
  return (
    <Elements stripe={stripe} options={{ clientSecret: session.clientSecret, appearance }}>
      <CardForm session={session} />
    </Elements>
  )
}

function CardForm({ session: { order, clientSecret } }: { session: PaymentSession }) {
  const stripe = useStripe()
  const elements = useElements()
  const navigate = useNavigate()
  const [isReady, setReady] = useState(false)
  const [isPaying, setPaying] = useState(false)
  const [isChecked, setChecked] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const box = useRef<HTMLInputElement>(null)

  async function pay(event: SubmitEvent) {
    event.preventDefault()
    if (!stripe || !elements || isPaying) return
    setPaying(true)
    try {
      const { error: wrong } = await elements.submit()
      setMissing(!isChecked)
      if (wrong) return toast(paymentFailed(wrong.message))
      if (!isChecked) return box.current?.focus()
      await requestStart(order.orderId, clientSecret)
      const { error, paymentIntent } = await stripe.confirmPayment({
        elements,
        confirmParams: { return_url: `${location.origin}/success` },
        redirect: 'if_required',
      })
      // Rejected because it is already paid: on another device, or by an attempt whose response was lost.
      const payment = error?.payment_intent?.status === 'succeeded' ? error.payment_intent : paymentIntent
      if (!payment) return toast(paymentFailed(error?.message))
      await confirmPayment(payment.id)
      if (payment.status === 'succeeded') {
        countPurchase({ orderId: order.orderId, price: order.paymentAmount })
      } else if (payment.status !== 'processing') {
        return toast(paymentFailed(undefined))
      }
      await navigate('/success')
    } catch {
      toast(paymentFailed(undefined))
    } finally {
      setPaying(false)
    }
  }

  return (
    <form className={styles.card} onSubmit={(event) => void pay(event)} aria-label="Card payment">
      <PaymentElement onReady={() => setReady(true)} />
      <StartRequest
        box={box}
        isChecked={isChecked}
        isMissing={isMissing && !isChecked}
        onChange={setChecked}
      />
      <button type="submit" className={button.primary} disabled={!isReady || isPaying}>
        {isPaying ? 'Processing...' : `Pay ${formatDollars(order.paymentAmount)}`}
      </button>
    </form>
  )
}
