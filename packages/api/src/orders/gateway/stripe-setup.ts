import { webhookPath } from '@priormark/core/orders/payments/endpoints'
import type { Stripe } from 'stripe'
import { stripeEventTypes } from './stripe-objects.ts'
import { openStripe } from './stripe-gateway.ts'

/** How long an administrator waits for Stripe, in milliseconds, for each of three attempts. */
const setupTimeoutMs = 8_000

/** The endpoint at Stripe that sends events to the shop. */
interface StripeWebhook {
  id: string
  isEnabled: boolean
  /** The events that the shop needs and Stripe does not send. */
  missingEvents: string[]
}

export type StripeSetup = ReturnType<typeof openStripeSetup>

/**
 * What the shop sets up at Stripe, with a key that need not be saved yet. All calls fail with the errors of Stripe's SDK.
 * @param publicUrl the shop's public address
 * @param fetch handles requests instead of the network
 */
export function openStripeSetup(secretKey: string, publicUrl: string, fetch?: typeof globalThis.fetch) {
  const url = publicUrl + webhookPath
  const enabledEvents = [...stripeEventTypes]
  let sdk: Promise<Stripe> | null = null
  const open = () => (sdk ??= openStripe({ keys: { secretKey }, timeoutMs: setupTimeoutMs, fetch }))
  return {
    /** Returns the account of the key; null if the key may not read it. */
    async readAccount(): Promise<{ id: string; name: string } | null> {
      try {
        const account = await (await open()).accounts.retrieveCurrent()
        const name = account.settings?.dashboard.display_name ?? account.business_profile?.name ?? ''
        return { id: account.id, name: name === '' ? account.id : name }
      } catch (error) {
        if (isNotPermitted(error)) return null
        throw error
      }
    },
    /** Returns the webhook at the shop's address, the newest of several; null if there is none. */
    async findWebhook(): Promise<StripeWebhook | null> {
      const { data } = await (await open()).webhookEndpoints.list({ limit: 100 })
      const webhook = data.find((endpoint) => endpoint.url === url)
      if (webhook === undefined) return null
      const sentEvents = webhook.enabled_events
      const isMissing = (type: (typeof enabledEvents)[number]) => !sentEvents.includes(type)
      const missingEvents = sentEvents.includes('*') ? [] : enabledEvents.filter(isMissing)
      return { id: webhook.id, isEnabled: webhook.status === 'enabled', missingEvents }
    },
    /** Makes a webhook. Returns its signing secret, which Stripe shows only once. */
    async createWebhook(): Promise<{ id: string; secret: string }> {
      const stripe = await open()
      const webhook = { url, enabled_events: enabledEvents, description: 'Priormark' }
      const { id, secret } = await stripe.webhookEndpoints.create(webhook)
      if (secret === undefined) throw new Error('Stripe gave no signing secret')
      return { id, secret }
    },
    /** Removes a webhook, such as one whose secret was not stored. */
    removeWebhook: async (id: string) => void (await (await open()).webhookEndpoints.del(id)),
    /** Makes Stripe send the events that the shop needs. */
    addEvents: async (id: string) =>
      void (await (await open()).webhookEndpoints.update(id, { enabled_events: enabledEvents })),
  }
}

/** Whether a restricted key may not make this call. */
export function isNotPermitted(error: unknown): boolean {
  return error instanceof Error && 'type' in error && error.type === 'StripePermissionError'
}
