import { buffer } from 'node:stream/consumers'
import { startLocalServer } from '@priormark/core/testing/local-server'
import { webhookPath } from '@priormark/core/orders/payments/endpoints'
import * as v from 'valibot'
import { startEmbeddedStripe, type EmbeddedStripe } from '../embedded-stripe/start-embedded-stripe.ts'

/** The stand-in for Stripe as a separate server, shared by several processes of a shop. */
export interface StripeServer {
  stripe: EmbeddedStripe
  url: string
  /** Pays, as a browser does. */
  pay(clientSecret: string): Promise<void>
  close(): Promise<void>
}

export async function startStripeServer(): Promise<StripeServer> {
  const stripe = startEmbeddedStripe({
    stateFile: null,
    webhookPath,
    webhookDelayMs: 50,
    webhookRetryMs: [200, 1_000],
    webhookResponseMs: 900_000,
  })
  const server = await startLocalServer((asked, reply) => {
    const pass = async () => {
      const headers = Object.entries(asked.headers).flatMap(([name, value]) =>
        typeof value === 'string' && /^(authorization|idempotency-key|content-type)$/.test(name)
          ? [[name, value] satisfies [string, string]]
          : [],
      )
      const body = asked.method === 'GET' ? {} : { body: await buffer(asked) }
      const response = await stripe.fetch(`https://api.stripe.com${asked.url}`, {
        method: asked.method ?? 'GET',
        headers,
        ...body,
      })
      reply.writeHead(response.status, Object.fromEntries(response.headers))
      reply.end(await response.text())
    }
    pass().catch(() => reply.destroy())
  })
  return {
    stripe,
    url: server.url,
    async pay(clientSecret) {
      const paymentId = clientSecret.split('_secret_')[0] ?? ''
      const response = await stripe.fetch(`https://api.stripe.com/v1/payment_intents/${paymentId}/confirm`, {
        method: 'POST',
        body: new URLSearchParams({
          key: stripe.keys.publishableKey,
          client_secret: clientSecret,
          return_url: 'https://localhost/success',
          'payment_method_data[type]': 'card',
          'payment_method_data[card][number]': '4242424242424242',
        }),
      })
      v.parse(v.object({ status: v.literal('succeeded') }), await response.json())
    },
    async close() {
      stripe.close()
      await server.close()
    },
  }
}
