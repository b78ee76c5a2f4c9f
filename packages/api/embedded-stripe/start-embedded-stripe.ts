import type { Middleware } from 'koa'
import { trimEndOf } from '@priormark/core/platform/trim-end'
import { handleChallenge } from './challenge-page.ts'
import {
  closeDispute,
  createRefund,
  failRefund,
  openDispute,
  submitEvidence,
} from './refunds-and-disputes.ts'
import { findIntent, payIntent } from './payment-intents.ts'
import { paymentPage } from './payment-page.ts'
import { prefix, standInMiddleware } from './stand-in-middleware.ts'
import { handleApi } from './stripe-api.ts'
import { StripeFailure } from './stripe-failure.ts'
import { openState, type Delivery, type Keys } from './stripe-state.ts'
import { WebhookSender } from './webhook-sender.ts'
import type { StripeContext } from './stripe-context.ts'

export interface EmbeddedStripeOptions {
  /** The file that keeps payments and keys across restarts; null keeps them in memory. */
  stateFile: string | null
  /** The path of the shop's webhook. */
  webhookPath: string
  /** The approximate delay before an event is first sent. */
  webhookDelayMs?: number
  /** The delays between attempts to send an event; the last one is repeated. */
  webhookRetryMs?: readonly number[]
  /** How long an attempt waits for the webhook's response; by default ten seconds. */
  webhookResponseMs?: number
}

/** A running stand-in for Stripe. */
export interface EmbeddedStripe {
  /** The keys to create the gateway with, in place of Stripe's. */
  keys: Keys
  /** Handles the requests of the SDK and of browsers instead of the network. */
  fetch: typeof globalThis.fetch
  /** Serves /__stripe, and rejects other machines. Mount it before anything reads a body. */
  middleware: Middleware
  /** Sets where the shop listens, such as 'http://127.0.0.1:3000'; events are sent there from then on. */
  setAddress(url: string): void
  /** Returns the address of the page of a payment, in place of Stripe's dashboard. */
  paymentLink(paymentId: string): string
  close(): void
  controls: Controls
}

/** Triggers events outside the shop, for tests and the demo. */
interface Controls {
  holdWebhooks(isHeld: boolean): void
  /** All events so far, oldest first. */
  deliveries(): readonly Delivery[]
  /** Sends an event again. Returns the webhook's status. */
  resend(delivery: Delivery): Promise<number>
  /** Returns a Stripe-Signature header for a body. */
  sign(body: string, atSeconds?: number): string
  /** Pays with a card that is accepted. @param at when; by default now */
  pay(paymentId: string, at?: Date): void
  /** Refunds a part of a payment, as in Stripe's dashboard. Returns the id. @param at when; by default now */
  refund(paymentId: string, cents: number, at?: Date): string
  /** @param at when it was opened; by default now */
  openDispute(paymentId: string, at?: Date): void
  openInquiry(paymentId: string): void
  submitEvidence(paymentId: string): void
  closeDispute(paymentId: string, status: 'won' | 'lost'): void
  failRefund(refundId: string): void
}

const seconds = (...list: number[]) => list.map((one) => one * 1_000)

/** Starts the stand-in in this process. It takes no money and calls nothing but the shop's own webhook. */
export function startEmbeddedStripe(options: EmbeddedStripeOptions): EmbeddedStripe {
  const store = openState(options.stateFile)
  const webhooks = new WebhookSender(store, {
    delayMs: options.webhookDelayMs ?? 150,
    retryMs: options.webhookRetryMs ?? seconds(0.5, 2, 8, 30, 60),
    responseMs: options.webhookResponseMs ?? 10_000,
  })
  let address = ''
  const context: StripeContext = { store, webhooks, publicUrl: () => `${address}${prefix}` }
  const handle = (request: Request) => handleRequest(context, request)
  const recorded = (change: () => void) => {
    change()
    store.save()
  }

  return {
    keys: store.state.keys,
    fetch: (input, init) => handle(new Request(input, init)),
    middleware: standInMiddleware(handle),
    setAddress(url) {
      address = trimEndOf(url, '/')
      webhooks.setAddress(`${address}${options.webhookPath}`)
    },
    paymentLink: (paymentId) => `${context.publicUrl()}/payments/${paymentId}`,
    close: () => webhooks.close(),
    controls: {
      holdWebhooks: (isHeld) => webhooks.hold(isHeld),
      deliveries: () => store.state.deliveries,
      resend: (delivery) => webhooks.deliver(delivery),
      sign: (body, atSeconds) => webhooks.sign(body, atSeconds),
      pay: (paymentId, at) =>
        recorded(() =>
          payIntent(
            context,
            findIntent(context, paymentId),
            { brand: 'visa', number4: '4242' },
            secondsOf(at),
          ),
        ),
      refund(paymentId, cents, at) {
        const form = { payment_intent: paymentId, amount: String(cents) }
        const { id } = createRefund(context, form, secondsOf(at))
        store.save()
        return id
      },
      openDispute: (paymentId, at) =>
        recorded(() => void openDispute(context, findIntent(context, paymentId), { at: secondsOf(at) })),
      openInquiry: (paymentId) =>
        recorded(() => void openDispute(context, findIntent(context, paymentId), { isInquiry: true })),
      submitEvidence: (paymentId) => recorded(() => submitEvidence(context, paymentId)),
      closeDispute: (paymentId, status) => recorded(() => closeDispute(context, paymentId, status)),
      failRefund: (refundId) => recorded(() => failRefund(context, refundId)),
    },
  }
}

function secondsOf(at = new Date()): number {
  return Math.floor(at.getTime() / 1000)
}

async function handleRequest(context: StripeContext, request: Request): Promise<Response> {
  const [, page, id = ''] = new URL(request.url).pathname.split('/')
  if (page !== '3ds' && page !== 'payments') return handleApi(context, request)
  try {
    return page === '3ds' ? await handleChallenge(context, request) : paymentPage(context, id)
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error
    return new Response(error.message, { status: error.status })
  }
}
