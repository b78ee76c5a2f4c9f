import type { CheckoutPayment } from '@priormark/core/orders/payments/endpoints'
import { ApiError, messageOf } from '@priormark/core/platform/http/api-error'
import { formatDollars } from '@priormark/core/platform/money'
import { refundUntilRecordedText } from '@priormark/core/settings/policy/rule-texts'
import { startChoices, type StartTime, startTimes } from '@priormark/core/settings/policy/start-request'
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Appearance, Stripe, StripePaymentElementOptions, StripeError } from '@stripe/stripe-js'
import { type Ref, type SubmitEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { toast } from '../../../ui/toast-store.ts'
import { analytics } from '../../platform/analytics/analytics.ts'
import button from '../../platform/layout/button.module.css'
import { chooseStart, reportPayment, readStoredStart, storeStart } from './payment-calls.ts'
import styles from './CheckoutPage.module.css'

/** The toast for an order that was paid another way while the checkout was open. */
const alreadyPaidToast = {
  title: 'This order is already paid',
  description: 'Your card wasn’t charged.',
}

const fallbackMessage = 'There was an error processing your payment. Please try again.'

/** Shown after the bank declined the card, here or on its own page. */
const declinedMessage = addNoChargeNote(fallbackMessage)

/** Shown when it is unknown whether the provider got the payment. A retry detects a payment that succeeded. */
const unknownMessage = `${fallbackMessage} You can’t be charged twice for this order.`

/** Shown for a payment that has been canceled: after a day, or because the order was paid another way. */
const closedMessage =
  'This checkout is no longer open. Reload the page to see whether the order is still to be paid.'

/** Returns the message above the pay button after a failed attempt. */
function failureMessage({
  type,
  code,
  message = fallbackMessage,
}: Pick<StripeError, 'type' | 'code' | 'message'>): string {
  if (code === 'payment_intent_unexpected_state') return closedMessage
  const isDeclined = type === 'card_error' || code === 'payment_intent_authentication_failure'
  return isDeclined ? addNoChargeNote(message) : unknownMessage
}

function addNoChargeNote(message: string): string {
  return `${message} You haven’t been charged.`
}

/** The card form has the colors of src/ui/tokens.css, which its frame cannot read. */
function cardAppearance(): Appearance {
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches
  const ink = isDark ? '#f6f3ec' : '#15140f'
  return {
    theme: isDark ? 'night' : 'stripe',
    variables: {
      borderRadius: '0px',
      fontSizeBase: '17px',
      colorPrimary: ink,
      colorText: ink,
      colorTextSecondary: isDark ? '#b9b3a5' : '#565249',
      colorBackground: isDark ? '#1f1d18' : '#ffffff',
      colorDanger: isDark ? '#f08a6e' : '#b8321a',
    },
  }
}

interface PaymentFormProps {
  payment: CheckoutPayment
  stripe: Stripe
  /** The customer comes back from the page of the bank, which declined the card. */
  isDeclined: boolean
}

/** The provider's card form and the pay button. */
export function PaymentForm({ payment, stripe, isDeclined }: PaymentFormProps) {
  const [appearance] = useState(cardAppearance)
  return (
    <Elements stripe={stripe} options={{ clientSecret: payment.clientSecret, appearance }}>
      <CardForm payment={payment} isDeclined={isDeclined} />
    </Elements>
  )
}

function CardForm({ payment: { order, clientSecret }, isDeclined }: Omit<PaymentFormProps, 'stripe'>) {
  const stripe = useStripe()
  const elements = useElements()
  const navigate = useNavigate()
  // A corrected address does not change the form, which may be filled in.
  const [cardOptions] = useState<StripePaymentElementOptions>(() => ({
    wallets: { applePay: 'auto', googlePay: 'auto', link: 'auto' },
    ...(order.email === null ? {} : { defaultValues: { billingDetails: { email: order.email } } }),
  }))
  const [isReady, setReady] = useState(false)
  const [isPaying, setPaying] = useState(false)
  const [start, setStart] = useState(readStoredStart(order.orderId))
  const [isStartMissing, setStartMissing] = useState(false)
  const [failure, setFailure] = useState(isDeclined ? declinedMessage : null)
  const firstStartInput = useRef<HTMLInputElement>(null)

  async function pay(event: SubmitEvent) {
    event.preventDefault()
    if (!stripe || !elements || isPaying) return
    setPaying(true)
    setFailure(null)
    try {
      const { error: inputError } = await elements.submit()
      setStartMissing(start === null)
      // The card form shows errors next to its fields.
      if (inputError) return elements.getElement('payment')?.focus()
      if (start === null) return firstStartInput.current?.focus()
      const isDue = await chooseStart(order.orderId, start, clientSecret)
      storeStart(order.orderId, start)
      const { error, paymentIntent } = isDue
        ? await stripe.confirmPayment({
            elements,
            confirmParams: { return_url: `${location.origin}/success` },
            redirect: 'if_required',
          })
        : await stripe.retrievePaymentIntent(clientSecret)
      const hasPaidHere = paymentIntent?.status === 'succeeded' || paymentIntent?.status === 'processing'
      if (!isDue && !hasPaidHere) {
        toast(alreadyPaidToast)
        return await navigate('/success')
      }
      // The provider rejects a payment that has succeeded: on another device, or by an attempt whose response was lost.
      const payment = error?.payment_intent?.status === 'succeeded' ? error.payment_intent : paymentIntent
      if (!payment) return setFailure(error ? failureMessage(error) : unknownMessage)
      await reportPayment(payment.id)
      if (payment.status === 'succeeded') {
        analytics.purchase(order.paymentAmount)
      } else if (payment.status !== 'processing') {
        return setFailure(unknownMessage)
      }
      await navigate('/success')
    } catch (error) {
      const isConflict = error instanceof ApiError && error.code === 'conflict'
      setFailure(isConflict ? messageOf(error, unknownMessage) : unknownMessage)
    } finally {
      setPaying(false)
    }
  }

  return (
    <form className={styles.card} onSubmit={(event) => void pay(event)} aria-label="Card payment">
      <PaymentElement options={cardOptions} onReady={() => setReady(true)} />
      <StartChoice
        firstInput={firstStartInput}
        value={start}
        isMissing={isStartMissing && start === null}
        onChange={setStart}
      />
      <div className={styles.pay}>
        <div role="alert" className={styles.failure}>
          {failure !== null && (
            <>
              <strong>Payment Failed</strong> {failure}
            </>
          )}
        </div>
        {/* A disabled button would lose the focus, which stays here if the payment fails. */}
        <button
          type="submit"
          className={button.primary}
          disabled={!isReady}
          aria-disabled={isPaying || undefined}
        >
          {isPaying ? 'Processing...' : `Pay ${formatDollars(order.paymentAmount)}`}
        </button>
        <p className={styles.rules}>
          Stripe processes your card, and we never see its number. {refundUntilRecordedText}{' '}
          <a href="/terms" target="_blank" rel="noreferrer">
            Terms
          </a>
        </p>
      </div>
    </form>
  )
}

interface StartChoiceProps {
  /** Takes the focus if nothing is chosen. */
  firstInput: Ref<HTMLInputElement>
  /** Null until the customer chooses. */
  value: StartTime | null
  /** The customer tried to pay without a choice. */
  isMissing: boolean
  onChange: (start: StartTime) => void
}

/** When the recording starts: at once, which ends the right to cancel, or after the cancellation period. */
function StartChoice({ firstInput, value, isMissing, onChange }: StartChoiceProps) {
  return (
    <fieldset
      className={styles.start}
      role="radiogroup"
      aria-labelledby="start-title"
      aria-required
      aria-invalid={isMissing}
      aria-describedby={isMissing ? 'start-missing' : undefined}
    >
      <legend id="start-title">When should we record your work?</legend>
      {isMissing && (
        <p id="start-missing" className={styles.missing}>
          Please choose one before you pay
        </p>
      )}
      {startTimes.map((start, position) => (
        <label key={start} className={styles.choice}>
          <input
            ref={position === 0 ? firstInput : undefined}
            type="radio"
            name="start"
            checked={value === start}
            aria-labelledby={`start-${start}`}
            // The first radio button takes the focus, so it also says that a choice is missing.
            aria-describedby={
              isMissing && position === 0 ? `start-missing start-${start}-text` : `start-${start}-text`
            }
            onChange={() => onChange(start)}
          />
          <span>
            <span id={`start-${start}`} className={styles.choiceLabel}>
              {startChoices[start].label}
            </span>
            <span id={`start-${start}-text`}>{startChoices[start].text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
