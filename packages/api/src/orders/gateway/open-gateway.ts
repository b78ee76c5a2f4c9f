import path from 'node:path'
import { AppError } from '@priormark/core/platform/errors'
import type { PaymentsSettings } from '@priormark/core/settings/services'
import { webhookPath } from '@priormark/core/orders/payments/endpoints'
import type { EmbeddedStripe } from '../../../embedded-stripe/start-embedded-stripe.ts'
import { createReloadable } from '../../platform/reloadable.ts'
import type { SettingsSource } from '../../settings/shop-settings.ts'
import type { PaymentGateway } from './payment-gateway.ts'
import type { PaymentsConfig } from './payments-config.ts'
import { createStripeGateway } from './stripe-gateway.ts'

export type OpenGateway = Awaited<ReturnType<typeof openGateway>>

interface GatewayDeps {
  /** The provider that is used while the settings have no keys. */
  payments: PaymentsConfig
  dataDir: string
  settings: Pick<SettingsSource, 'services' | 'latestServices'>
  /** Handles requests to Stripe instead of the network. */
  fetch?: typeof globalThis.fetch
}

/** Whether keys suffice to take payments. Without a webhook, payments are noticed within a minute. */
export function hasStripeKeys({ secretKey, publishableKey }: PaymentsSettings): boolean {
  return secretKey !== '' && publishableKey !== ''
}

/** Opens the payment provider. The stand-in stores its payments in DATA_DIR, so that they survive a restart. */
export async function openGateway({ payments, dataDir, settings, fetch }: GatewayDeps) {
  const standIn = payments.mode === 'embedded' ? await openStandIn(dataDir) : null
  /** Opens the provider for other keys than those of the settings. */
  function openWith(keys: PaymentsSettings): PaymentGateway {
    if (hasStripeKeys(keys))
      return createStripeGateway({ mode: 'stripe', keys, ...(fetch === undefined ? {} : { fetch }) })
    return standIn === null ? closedGateway : createStripeGateway({ mode: 'embedded', ...standIn })
  }
  const { current } = createReloadable({
    async read() {
      const { payments: keys, unreadable } = await settings.services()
      if ((unreadable.payments ?? []).length === 0) return keys
      throw new AppError('unavailable', 'Payments are not available at the moment. Please try again later.', {
        cause: new Error('Stripe’s keys were encrypted with another ENCRYPTION_KEY'),
      })
    },
    open(keys) {
      // Events of test payments are not signed with Stripe's secret.
      standIn?.controls.holdWebhooks(hasStripeKeys(keys))
      return openWith(keys)
    },
  })
  const modeOf = (keys: PaymentsSettings) => (standIn === null || hasStripeKeys(keys) ? 'stripe' : 'embedded')
  return {
    /** Uses the newest keys of the settings. */
    gateway: switchingGateway(current),
    /** Null unless `payments.mode` is 'embedded'. */
    standIn,
    /** Where the card form comes from, by the settings that were read last. */
    mode: () => modeOf(settings.latestServices().payments),
    /** Like `mode`, but reads the settings again if they are more than a second old. */
    readMode: async () => modeOf((await settings.services()).payments),
    openWith,
  }
}

async function openStandIn(dataDir: string): Promise<EmbeddedStripe> {
  // A production installation does not contain this folder, so the import fails there.
  const { startEmbeddedStripe } = await import('../../../embedded-stripe/start-embedded-stripe.ts')
  return startEmbeddedStripe({ stateFile: path.join(dataDir, 'embedded-stripe.json'), webhookPath })
}

/** Passes every call to the gateway that is open now. */
function switchingGateway(current: () => Promise<PaymentGateway>): PaymentGateway {
  return {
    checkout: async () => (await current()).checkout(),
    create: async (input) => (await current()).create(input),
    retrieve: async (paymentId) => (await current()).retrieve(paymentId),
    cancel: async (paymentId) => (await current()).cancel(paymentId),
    refund: async (input) => (await current()).refund(input),
    refunds: async (paymentId) => (await current()).refunds(paymentId),
    dashboardLink: async (paymentId) => (await current()).dashboardLink(paymentId),
    readEvent: async (body, signature) => (await current()).readEvent(body, signature),
    check: async () => (await current()).check(),
    async *eventsSince(moment) {
      yield* (await current()).eventsSince(moment)
    },
  }
}

async function rejectCall(): Promise<never> {
  throw new AppError('unavailable', 'This shop does not take payments yet.')
}

/** Without keys, customers cannot pay, and nothing is known about payments. */
const closedGateway: PaymentGateway = {
  checkout: rejectCall,
  create: rejectCall,
  retrieve: rejectCall,
  cancel: rejectCall,
  refund: rejectCall,
  refunds: rejectCall,
  dashboardLink: async (paymentId) => `https://dashboard.stripe.com/payments/${paymentId}`,
  readEvent: async () => {
    throw new AppError('invalid_signature', 'This shop does not take payments yet.')
  },
  check: async () => undefined,
  async *eventsSince() {},
}
