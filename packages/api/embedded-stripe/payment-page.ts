import { formatAmount, htmlPage } from './html-page.ts'
import { findIntent } from './payment-intents.ts'
import type { StripeContext } from './stripe-context.ts'

/** The page of a payment, in place of the one in Stripe's dashboard: its state, refunds and disputes. */
export function paymentPage(context: StripeContext, paymentId: string): Response {
  const { id, amount, currency, status } = findIntent(context, paymentId)
  const { refunds, disputes } = context.store.state
  const ofPayment = (one: { payment_intent: string }) => one.payment_intent === id
  const lines = [
    `${formatAmount(amount, currency)}: ${status.replaceAll('_', ' ')}`,
    ...Object.values(refunds)
      .filter(ofPayment)
      .map((refund) => `Refund of ${formatAmount(refund.amount, currency)}: ${refund.status}`),
    ...Object.values(disputes)
      .filter(ofPayment)
      .map((dispute) => `Dispute (${dispute.reason}): ${dispute.status.replaceAll('_', ' ')}`),
  ]
  return htmlPage(
    'Test payment',
    `<h1>Payment</h1>
      <p><code>${id}</code></p>
      <ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul>
      <p>With real payments, this is the payment in Stripe’s dashboard.</p>`,
  )
}
