import type { CheckResult } from '@priormark/core/platform/check-result'
import { webhookPath } from '@priormark/core/orders/payments/endpoints'
import * as v from 'valibot'
import { stripeEventTypes } from '../../orders/gateway/stripe-objects.ts'
import { checkTimeoutMs, fine, problem, reasonOf, warning } from '../../platform/check-result.ts'

const Webhooks = v.object({
  data: v.array(v.object({ url: v.string(), status: v.string(), enabled_events: v.array(v.string()) })),
})

/** Asks Stripe which events it sends to the shop's webhook. @param stripeUrl the address of Stripe's API */
export async function checkWebhookEvents(
  { secretKey }: { secretKey: string },
  publicUrl: string,
  stripeUrl = 'https://api.stripe.com',
): Promise<CheckResult> {
  const address = publicUrl + webhookPath
  const inDashboard = 'in Stripe’s dashboard under Developers, Webhooks'
  try {
    const response = await fetch(`${stripeUrl}/v1/webhook_endpoints?limit=100`, {
      headers: { authorization: `Bearer ${secretKey}` },
      signal: AbortSignal.timeout(checkTimeoutMs),
    })
    if (!response.ok) throw new Error(`status ${response.status}`)
    const { data } = v.parse(Webhooks, await response.json())
    const webhook = data.find(({ url, status }) => url === address && status === 'enabled')
    if (webhook === undefined)
      return problem(`Stripe sends no events to ${address}.`, `Add the webhook ${inDashboard}.`)
    const events = webhook.enabled_events
    const missing = events.includes('*') ? [] : stripeEventTypes.filter((type) => !events.includes(type))
    if (missing.length === 0) return fine('Stripe sends all events that the shop needs.')
    return warning(
      `Stripe does not send the events ${missing.join(', ')}.`,
      `Add them to the webhook ${inDashboard}. Until then, the shop learns of them a minute later.`,
    )
  } catch (error) {
    return warning(
      `The events of Stripe’s webhook could not be read (${reasonOf(error)}).`,
      'Compare them with docs/deployment.md yourself. A restricted key needs the permission to read webhook endpoints.',
    )
  }
}
