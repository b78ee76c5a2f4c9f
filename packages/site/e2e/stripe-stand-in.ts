import type { IncomingMessage } from 'node:http'
import { startLocalServer } from '@priormark/core/testing/local-server'
import type { Page } from '@playwright/test'
import { webhookPath } from '@priormark/core/orders/payments/endpoints'
import { browserFile } from '../../api/embedded-stripe/stand-in-middleware.ts'
import { startEmbeddedStripe } from '../../api/embedded-stripe/start-embedded-stripe.ts'
import type { ShopOptions } from '@priormark/api/testing/shop-process'

/** Stripe for a shop with a production configuration. Responds to its server and to browsers. */
export interface StripeStandIn {
  /** Options for starting a shop that uses the stand-in as Stripe. */
  shopOptions: ShopOptions
  /** The keys of the account. */
  keys: { secretKey: string; publishableKey: string }
  /** Sets the shop that receives webhook events. */
  setAddress(shopUrl: string): void
  /** Responds to a page's requests to Stripe's hosts. */
  mockHosts(page: Page): Promise<void>
  close(): Promise<void>
}

const contentTypes: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
}

/** Starts the stand-in in this process, with a port for the server's calls. */
export async function startStripeStandIn(): Promise<StripeStandIn> {
  const stripe = startEmbeddedStripe({ stateFile: null, webhookPath })
  const server = await startLocalServer((incoming, outgoing) => {
    void asRequest(incoming)
      .then((request) => stripe.fetch(request))
      .then(async (response) => {
        outgoing.writeHead(response.status, Object.fromEntries(response.headers))
        outgoing.end(await response.text())
      })
  })

  return {
    shopOptions: {
      preload: new URL('stripe-network.ts', import.meta.url).href,
      env: {
        NODE_ENV: 'production',
        PAYMENTS: '',
        ALLOW_STRIPE_TEST_KEYS: '1',
        STRIPE_SECRET_KEY: stripe.keys.secretKey,
        STRIPE_PUBLISHABLE_KEY: stripe.keys.publishableKey,
        STRIPE_WEBHOOK_SECRET: stripe.keys.webhookSecret,
        STRIPE_STAND_IN_PORT: String(server.port),
        PUBLIC_URL: 'http://localhost',
        TRADING_NAME: 'A. Trader',
        TRADING_ADDRESS: '1 Example Street, London',
        SUPPORT_EMAIL: 'support@example.org',
      },
    },
    keys: stripe.keys,
    setAddress: (shopUrl) => stripe.setAddress(shopUrl),
    async mockHosts(page) {
      await page.route('https://js.stripe.com/**', async (route) => {
        const name = new URL(route.request().url()).pathname.split('/').at(-1) ?? ''
        const contentType = contentTypes[name.split('.').at(-1) ?? ''] ?? 'text/plain'
        await route.fulfill({ contentType, body: await browserFile(name) })
      })
      await page.route('https://api.stripe.com/**', async (route) => {
        const request = route.request()
        const body = request.postData()
        const response = await stripe.fetch(request.url(), {
          method: request.method(),
          headers: request.headers(),
          ...(body === null ? {} : { body }),
        })
        await route.fulfill({
          status: response.status,
          headers: {
            ...Object.fromEntries(response.headers),
            'access-control-allow-origin': 'https://js.stripe.com',
          },
          body: await response.text(),
        })
      })
    },
    close() {
      stripe.close()
      return server.close()
    },
  }
}

async function asRequest(incoming: IncomingMessage): Promise<Request> {
  const pieces: Buffer[] = []
  for await (const piece of incoming) pieces.push(Buffer.from(piece))
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (typeof value === 'string') headers.set(name, value)
  }
  const body = Buffer.concat(pieces).toString()
  const method = incoming.method ?? 'GET'
  return new Request(`https://api.stripe.com${incoming.url ?? '/'}`, {
    method,
    headers,
    ...(method === 'GET' ? {} : { body }),
  })
}
