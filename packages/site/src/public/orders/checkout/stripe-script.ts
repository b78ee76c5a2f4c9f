import type { PaymentSession } from '@priormark/core/orders/payments/endpoints'
import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'

/** A page loads the script at most once, like loadStripe(). */
let embeddedScript: Promise<void> | null = null

/** Returns the provider's object for a session. @throws if its script cannot be loaded */
export async function stripeFor({ mode, publishableKey }: PaymentSession): Promise<Stripe> {
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
