import { ApiError } from '@priormark/core/platform/http/api-error'
import { paymentEndpoints, type CheckoutPayment } from '@priormark/core/orders/payments/endpoints'
import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { areCookiesBlocked, CookiesBlocked } from '../../../ui/blocked-cookies.ts'
import { client } from '../../platform/api.ts'

/** What the card form of an order needs. */
export interface PreparedPayment {
  payment: CheckoutPayment
  stripe: Stripe
}

/**
 * Opens the payment of an order and loads the provider's script.
 * @param orderId undefined for the visitor's newest order
 * @throws CookiesBlocked if the browser keeps no cookie; ApiError, NetworkError
 */
export async function preparePayment(orderId: string | undefined): Promise<PreparedPayment> {
  const payment = await client
    .call(paymentEndpoints.open, orderId ? { body: { orderId } } : {})
    .catch(async (failure: unknown) => {
      const isNotTheirs = failure instanceof ApiError && failure.status < 500
      throw isNotTheirs && (await areCookiesBlocked(client)) ? new CookiesBlocked() : failure
    })
  return { payment, stripe: await stripeFor(payment) }
}

/** A page loads the script at most once, like loadStripe(). */
let embeddedScript: Promise<void> | null = null

/** Returns the provider's object for a payment. @throws if its script cannot be loaded */
async function stripeFor({ mode, publishableKey }: CheckoutPayment): Promise<Stripe> {
  if (mode === 'embedded') await (embeddedScript ??= loadEmbeddedScript())
  const stripe = await loadStripe(publishableKey)
  if (stripe === null) throw new Error('The payment form could not be loaded')
  return stripe
}

/** The stand-in sets window.Stripe, which loadStripe() then takes instead of fetching the provider's script. */
function loadEmbeddedScript(): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = '/__stripe/stripe.js'
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      embeddedScript = null
      script.remove()
      reject(new Error('The test payment form could not be loaded'))
    })
    document.head.append(script)
  })
}
