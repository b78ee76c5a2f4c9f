import path from 'node:path'
import { webhookPath } from '@priormark/core/payments/endpoints'
import type { EmbeddedStripe } from '../../embedded-stripe/start-embedded-stripe.ts'
import type { PaymentGateway } from './payment-gateway.ts'
import type { PaymentsConfig } from './payments-config.ts'
import { createStripeGateway } from './stripe-gateway.ts'

/** The provider, and its stand-in where that takes the provider's place. */
export interface OpenGateway {
  gateway: PaymentGateway
  standIn: EmbeddedStripe | null
}

/** Opens the provider that is configured. The stand-in keeps its payments in DATA_DIR, so that they outlive a restart. */
export async function openGateway({
  payments,
  dataDir,
}: {
  payments: PaymentsConfig
  dataDir: string
}): Promise<OpenGateway> {
  if (payments.mode === 'stripe') {
    return { gateway: createStripeGateway({ mode: 'stripe', keys: payments.keys }), standIn: null }
  }
  // A production install does not contain this folder, so there this line cannot succeed.
  const { startEmbeddedStripe } = await import('../../embedded-stripe/start-embedded-stripe.ts')
  const standIn = startEmbeddedStripe({
    stateFile: path.join(dataDir, 'embedded-stripe.json'),
    webhookPath,
  })
  const gateway = createStripeGateway({ mode: 'embedded', keys: standIn.keys, fetch: standIn.fetch })
  return { gateway, standIn }
}
