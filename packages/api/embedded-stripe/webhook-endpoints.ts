import * as v from 'valibot'
import { type Form, FormList, readParams } from './form-encoding.ts'
import type { StripeContext } from './stripe-context.ts'
import { missing } from './stripe-failure.ts'
import { newId, type WebhookEndpoint } from './stripe-state.ts'

/** Every stand-in is an account of its own. */
export function account({ store }: StripeContext): object {
  return {
    id: `acct_${store.state.keys.publishableKey.slice(-16)}`,
    object: 'account',
    business_profile: { name: 'Test account' },
    settings: { dashboard: { display_name: 'Test account' } },
  }
}

const Created = v.strictObject({
  url: v.pipe(v.string(), v.url()),
  enabled_events: FormList,
  description: v.optional(v.string()),
})

const Updated = v.strictObject({ enabled_events: FormList })

/** Newest first, as Stripe lists them, without their secrets. */
export function listWebhooks({ store }: StripeContext): WebhookEndpoint[] {
  return (store.state.webhookEndpoints ?? []).toReversed()
}

/** The events still go to the shop's own address. All endpoints have the signing secret of the stand-in. */
export function createWebhook({ store }: StripeContext, form: Form): object {
  const { url, enabled_events } = readParams(Created, form)
  const endpoint: WebhookEndpoint = {
    id: newId('we'),
    object: 'webhook_endpoint',
    url,
    status: 'enabled',
    enabled_events,
  }
  store.state.webhookEndpoints = [...(store.state.webhookEndpoints ?? []), endpoint]
  return { ...endpoint, secret: store.state.keys.webhookSecret }
}

export function updateWebhook({ store }: StripeContext, id: string, form: Form): WebhookEndpoint {
  const endpoint = store.state.webhookEndpoints?.find((one) => one.id === id)
  if (endpoint === undefined) throw missing('webhook_endpoint', id)
  Object.assign(endpoint, readParams(Updated, form))
  return endpoint
}

export function removeWebhook({ store }: StripeContext, id: string): object {
  const { state } = store
  if (state.webhookEndpoints?.some((one) => one.id === id) !== true) throw missing('webhook_endpoint', id)
  state.webhookEndpoints = state.webhookEndpoints.filter((one) => one.id !== id)
  return { id, object: 'webhook_endpoint', deleted: true }
}
