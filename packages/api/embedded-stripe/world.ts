import type { StateStore } from './stripe-state.ts'
import type { WebhookSender } from './webhook-sender.ts'

/** What every call of the stand-in works on. */
export interface World {
  store: StateStore
  webhooks: WebhookSender
  /** Where its pages are, without a slash at the end. */
  publicUrl(): string
}
