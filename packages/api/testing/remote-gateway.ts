import type { PaymentGateway } from '../src/orders/gateway/payment-gateway.ts'
import { createStripeGateway } from '../src/orders/gateway/stripe-gateway.ts'

/** Returns the gateway of a shop whose requests go to a stand-in for Stripe in another process. */
export function remoteGateway(stripeUrl: string, secretKey: string): PaymentGateway {
  return createStripeGateway({
    mode: 'embedded',
    keys: { secretKey, publishableKey: '', webhookSecret: '' },
    fetch: (input, init) => {
      const { pathname, search } = new URL(input instanceof Request ? input.url : input)
      return fetch(new URL(pathname + search, stripeUrl), init)
    },
  })
}
