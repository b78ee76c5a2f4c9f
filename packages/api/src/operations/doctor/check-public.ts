import type { CheckResult } from '@priormark/core/platform/check-result'
import { aboutEndpoints, About } from '@priormark/core/pages/openapi/endpoints'
import { webhookPath } from '@priormark/core/orders/payments/endpoints'
import * as v from 'valibot'
import type { StripeSetup } from '../../orders/gateway/stripe-setup.ts'
import type { Config } from '../config/env.ts'
import { fine, checkTimeoutMs, problem, reasonOf, warning } from '../../platform/check-result.ts'

type PublicConfig = Pick<Config, 'publicUrl' | 'trustedProxies' | 'isProduction'>

/** Checks what the public uses: the site's URL and the proxy in front of it. */
export async function checkPublic(config: PublicConfig): Promise<CheckResult[]> {
  const { publicUrl } = config
  const url = new URL(publicUrl)
  const results: CheckResult[] = []
  if (url.protocol === 'https:') results.push(fine(`PUBLIC_URL is ${publicUrl}.`))
  else if (config.isProduction) {
    results.push(
      problem(
        `PUBLIC_URL is ${publicUrl}: without https, logins and works are sent unencrypted.`,
        'Put a proxy with TLS in front (deploy/Caddyfile, deploy/nginx.conf) and set PUBLIC_URL to https://...',
      ),
    )
  } else results.push(fine(`PUBLIC_URL is ${publicUrl}, for this machine only.`))
  if (url.protocol === 'https:' && config.trustedProxies === 'none') {
    results.push(
      problem(
        'TRUST_PROXY is 0 behind a proxy: all visitors share one address and its rate limits.',
        'Set TRUST_PROXY to the address of the proxy, such as 127.0.0.1.',
      ),
    )
  }
  results.push(...(await checkShop(publicUrl)))
  return results
}

async function checkShop(publicUrl: string): Promise<CheckResult[]> {
  const remedy = 'Start the server, and check the proxy, DNS and the certificate. Then run this check again.'
  try {
    const response = await fetch(publicUrl + aboutEndpoints.read.path, {
      redirect: 'manual',
      signal: AbortSignal.timeout(checkTimeoutMs),
    })
    const about = v.safeParse(About, await response.json().catch(() => null))
    if (!about.success) {
      return [problem(`${publicUrl} is not this shop (status ${response.status}).`, remedy)]
    }
    const isHttps = publicUrl.startsWith('https:')
    const hasHsts = !isHttps || response.headers.has('strict-transport-security')
    return [
      fine(`${publicUrl} responds: ${about.output.name}, version ${about.output.version}.`),
      ...(hasHsts
        ? []
        : [
            warning(
              'The proxy removes the header Strict-Transport-Security.',
              'Make sure that it passes on the headers of the server unchanged.',
            ),
          ]),
    ]
  } catch (error) {
    return [problem(`${publicUrl} does not respond (${reasonOf(error)}).`, remedy)]
  }
}

/** Checks the payment settings without calling Stripe. */
export async function checkStripe(keys: { secretKey: string }, publicUrl: string): Promise<CheckResult[]> {
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(publicUrl).hostname)
  const isLive = /^(sk|rk)_live_/.test(keys.secretKey)
  const modeResult = isLive
    ? fine('The Stripe keys are live: cards are charged.')
    : warning('The Stripe keys are test keys: no card is charged.', 'Use live keys for real customers.')
  const address = publicUrl + webhookPath
  if (isLocal) {
    return [
      modeResult,
      warning(`Stripe cannot reach ${address}.`, `Forward events: stripe listen --forward-to ${address}.`),
    ]
  }
  const remedy = `In Stripe's dashboard the endpoint must be ${address}, and no proxy may require a login or change the body.`
  try {
    const { status } = await fetch(address, {
      method: 'POST',
      body: '{}',
      // Stripe does not follow redirects.
      redirect: 'manual',
      signal: AbortSignal.timeout(checkTimeoutMs),
    })
    const isExpected = status === 400
    return [
      modeResult,
      isExpected
        ? fine(`${address} responds and rejects unsigned events.`)
        : problem(`${address} responds with ${status} to an unsigned event instead of 400.`, remedy),
    ]
  } catch (error) {
    return [modeResult, problem(`${address} does not respond (${reasonOf(error)}).`, remedy)]
  }
}

/** Asks Stripe which events it sends to the shop's webhook. */
export async function checkWebhookEvents(
  { findWebhook }: Pick<StripeSetup, 'findWebhook'>,
  publicUrl: string,
): Promise<CheckResult> {
  const inDashboard = 'in Stripe’s dashboard under Developers, Webhooks'
  try {
    const webhook = await findWebhook()
    if (webhook === null || !webhook.isEnabled)
      return problem(
        `Stripe sends no events to ${publicUrl + webhookPath}.`,
        `Add the webhook ${inDashboard}.`,
      )
    const { missingEvents } = webhook
    if (missingEvents.length === 0) return fine('Stripe sends all events that the shop needs.')
    return warning(
      `Stripe does not send the events ${missingEvents.join(', ')}.`,
      `Add them to the webhook ${inDashboard}. Until then, the shop notices them up to a minute later.`,
    )
  } catch (error) {
    return warning(
      `The events of Stripe’s webhook could not be read (${reasonOf(error)}).`,
      'Compare them with docs/deployment.md yourself. A restricted key needs the permission to read webhook endpoints.',
    )
  }
}
