import type { StateStore } from './stripe-state.ts'
import type { WebhookSender } from './webhook-sender.ts'

/** The shared state of the stand-in's calls. */
export interface StripeContext {
  store: StateStore
  webhooks: WebhookSender
  /** The URL of its pages, without a trailing slash. */
  publicUrl(): string
}
