import type { Middleware } from 'koa'
import { answerChallenge } from './challenge-page.ts'
import { closeDispute, failRefund, openDispute } from './money-back.ts'
import { findIntent } from './payment-intents.ts'
import { prefix, standInMiddleware } from './stand-in-middleware.ts'
import { answerApi } from './stripe-api.ts'
import { StripeFailure } from './stripe-failure.ts'
import { openState, type Delivery, type Keys } from './stripe-state.ts'
import { WebhookSender } from './webhook-sender.ts'
import type { World } from './world.ts'

export interface EmbeddedStripeOptions {
  /** Where payments and keys are kept over a restart; null keeps them in memory. */
  stateFile: string | null
  /** Path of the shop's webhook. */
  webhookPath: string
  /** Time before an event is first sent, about. */
  webhookDelayMs?: number
  /** Times between attempts to send an event; the last is repeated. */
  webhookRetryMs?: readonly number[]
}

/** A running stand-in for Stripe. */
export interface EmbeddedStripe {
  /** The keys to make the gateway with, where Stripe's would be. */
  keys: Keys
  /** Takes the SDK's requests, and a browser's, where the network would. */
  fetch: typeof globalThis.fetch
  /** Serves /__stripe, and refuses other machines. To be mounted before anything reads a body. */
  middleware: Middleware
  /** Tells where the shop listens, as 'http://127.0.0.1:3000': events go there from now on. */
  setAddress(url: string): void
  close(): void
  controls: Controls
}

/** What happens outside of the shop, for tests. */
export interface Controls {
  holdWebhooks(isHeld: boolean): void
  /** Every event so far, oldest first. */
  deliveries(): readonly Delivery[]
  /** Sends an event again. Answers the webhook's status. */
  resend(delivery: Delivery): Promise<number>
  /** A Stripe-Signature header for a body. */
  sign(body: string, atSeconds?: number): string
  openDispute(paymentId: string): void
  closeDispute(paymentId: string, status: 'won' | 'lost'): void
  failRefund(refundId: string): void
}

const seconds = (...list: number[]) => list.map((one) => one * 1_000)

/** Starts the stand-in in this process. It takes no money and reaches no network but the shop's own webhook. */
export function startEmbeddedStripe(options: EmbeddedStripeOptions): EmbeddedStripe {
  const store = openState(options.stateFile)
  const webhooks = new WebhookSender(store, {
    delayMs: options.webhookDelayMs ?? 150,
    retryMs: options.webhookRetryMs ?? seconds(0.5, 2, 8, 30, 60),
  })
  let address = ''
  const world: World = { store, webhooks, publicUrl: () => `${address}${prefix}` }
  const answer = (request: Request) => answerRequest(world, request)
  const booked = (change: () => void) => {
    change()
    store.save()
  }

  return {
    keys: store.state.keys,
    fetch: (input, init) => answer(new Request(input, init)),
    middleware: standInMiddleware(answer),
    setAddress(url) {
      address = url.replace(/\/+$/, '')
      webhooks.setAddress(`${address}${options.webhookPath}`)
    },
    close: () => webhooks.close(),
    controls: {
      holdWebhooks: (isHeld) => webhooks.hold(isHeld),
      deliveries: () => store.state.deliveries,
      resend: (delivery) => webhooks.deliver(delivery),
      sign: (body, atSeconds) => webhooks.sign(body, atSeconds),
      openDispute: (paymentId) => booked(() => void openDispute(world, findIntent(world, paymentId))),
      closeDispute: (paymentId, status) => booked(() => closeDispute(world, paymentId, status)),
      failRefund: (refundId) => booked(() => failRefund(world, refundId)),
    },
  }
}

async function answerRequest(world: World, request: Request): Promise<Response> {
  if (!new URL(request.url).pathname.startsWith('/3ds/')) return answerApi(world, request)
  try {
    return await answerChallenge(world, request)
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error
    return new Response(error.message, { status: error.status })
  }
}
